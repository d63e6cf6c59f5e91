// Package sigstore is a Sigstore of its own, with a certificate authority, a certificate log and a signature log, that signs
// artifacts keyless for whatever identity is asked for. Everything happens in memory.
package sigstore

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"net/url"
	"strings"
	"time"

	ct "github.com/google/certificate-transparency-go"
	cttls "github.com/google/certificate-transparency-go/tls"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	ociremote "github.com/sigstore/cosign/v3/pkg/oci/remote"
	protobundle "github.com/sigstore/protobuf-specs/gen/pb-go/bundle/v1"
	protocommon "github.com/sigstore/protobuf-specs/gen/pb-go/common/v1"
	protodsse "github.com/sigstore/protobuf-specs/gen/pb-go/dsse"
	protorekor "github.com/sigstore/protobuf-specs/gen/pb-go/rekor/v1"
	"github.com/sigstore/sigstore-go/pkg/root"
	"github.com/sigstore/sigstore-go/pkg/testing/ca"
	"github.com/sigstore/sigstore-go/pkg/tlog"
	"github.com/sigstore/sigstore/pkg/signature"
	sigdsse "github.com/sigstore/sigstore/pkg/signature/dsse"
	"google.golang.org/protobuf/encoding/protojson"
)

// Kinds of statements and of what is in them, see https://github.com/sigstore/cosign/blob/main/specs/BUNDLE_SPEC.md.
const (
	statementType  = "https://in-toto.io/Statement/v1"
	payloadType    = "application/vnd.in-toto+json"
	signPredicate  = "https://sigstore.dev/cosign/sign/v1"
	bundleType     = "application/vnd.dev.sigstore.bundle.v0.3+json"
	validBefore    = time.Hour
	validAfter     = 24 * time.Hour
	leafValidAfter = 10 * time.Minute
)

// Object identifiers of Fulcio's certificates, see https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md, and of
// RFC 6962.
func issuerV1OID() asn1.ObjectIdentifier { return asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 57264, 1, 1} }
func issuerV2OID() asn1.ObjectIdentifier { return asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 57264, 1, 8} }
func sctOID() asn1.ObjectIdentifier {
	return asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 11129, 2, 4, 2}
}

// Sigstore signs. The zero value does not work, see New.
type Sigstore struct {
	rekor  *ca.VirtualSigstore // the signature log: its key, and entries with their proofs
	root   *x509.Certificate
	key    *ecdsa.PrivateKey
	logKey *ecdsa.PrivateKey // of the certificate log
	logID  [sha256.Size]byte
	now    time.Time
}

// New makes the authorities and their keys.
func New() (*Sigstore, error) {
	s := &Sigstore{now: time.Now()}
	var err error
	if s.rekor, err = ca.NewVirtualSigstore(); err != nil {
		return nil, err
	}
	if s.key, err = newKey(); err != nil {
		return nil, err
	}
	if s.logKey, err = newKey(); err != nil {
		return nil, err
	}
	if s.logID, err = keyID(&s.logKey.PublicKey); err != nil {
		return nil, err
	}
	s.root, err = certificate(&x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "e2e fulcio"},
		NotBefore:             s.now.Add(-validBefore),
		NotAfter:              s.now.Add(validAfter),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageCodeSigning},
		SubjectKeyId:          []byte{1, 2, 3, 4},
	}, nil, &s.key.PublicKey, s.key)
	return s, err
}

// TrustedRoot is the content of the Secret's key trusted_root.json that an OCIRepository's trustedRootSecretRef names.
func (s *Sigstore) TrustedRoot() ([]byte, error) {
	var rekorKey crypto.PublicKey
	for _, log := range s.rekor.RekorLogs() {
		rekorKey = log.PublicKey
	}
	rekorID, err := keyID(rekorKey)
	if err != nil {
		return nil, err
	}
	log := func(url string, key crypto.PublicKey, id [sha256.Size]byte) map[string]*root.TransparencyLog {
		return map[string]*root.TransparencyLog{hex.EncodeToString(id[:]): {
			BaseURL:             url,
			ID:                  id[:],
			ValidityPeriodStart: s.now.Add(-validBefore),
			ValidityPeriodEnd:   s.now.Add(validAfter),
			HashFunc:            crypto.SHA256,
			PublicKey:           key,
			SignatureHashFunc:   crypto.SHA256,
		}}
	}
	trusted, err := root.NewTrustedRoot(root.TrustedRootMediaType01,
		[]root.CertificateAuthority{&root.FulcioCertificateAuthority{
			Root:                s.root,
			URI:                 "https://fulcio.localhost",
			ValidityPeriodStart: s.now.Add(-validBefore),
			ValidityPeriodEnd:   s.now.Add(validAfter),
		}},
		log("https://ctlog.localhost", &s.logKey.PublicKey, s.logID), nil,
		log("https://rekor.localhost", rekorKey, rekorID))
	if err != nil {
		return nil, err
	}
	return trusted.MarshalJSON()
}

// Identity is who signs: what the certificate authority learned from an OIDC token.
type Identity struct {
	Issuer, Subject string
}

// Sign signs an artifact as "cosign sign" does in a workflow, with a certificate for the identity, and stores the signature
// beside it.
func (s *Sigstore) Sign(artifact name.Digest, as Identity, options ...remote.Option) error {
	return s.SignBeside(artifact, artifact, as, options...)
}

// SignBeside is Sign with the signature stored beside another artifact.
func (s *Sigstore) SignBeside(signed, beside name.Digest, as Identity, options ...remote.Option) error {
	cert, key, err := s.leaf(as)
	if err != nil {
		return err
	}
	statement, err := json.Marshal(map[string]any{
		"_type":         statementType,
		"subject":       []any{map[string]any{"digest": map[string]string{"sha256": strings.TrimPrefix(signed.DigestStr(), "sha256:")}}},
		"predicateType": signPredicate,
		"predicate":     map[string]any{},
	})
	if err != nil {
		return err
	}
	bundle, err := s.bundle(cert, key, statement)
	if err != nil {
		return err
	}
	raw, err := protojson.Marshal(bundle)
	if err != nil {
		return err
	}
	return ociremote.WriteAttestationNewBundleFormat(beside, raw, signPredicate, ociremote.WithRemoteOptions(options...))
}

// bundle signs a statement and has the signature logged.
func (s *Sigstore) bundle(cert *x509.Certificate, key *ecdsa.PrivateKey, statement []byte) (*protobundle.Bundle, error) {
	signer, err := signature.LoadECDSASignerVerifier(key, crypto.SHA256)
	if err != nil {
		return nil, err
	}
	enveloper, err := dsse.NewEnvelopeSigner(&sigdsse.SignerAdapter{SignatureSigner: signer, Pub: &key.PublicKey})
	if err != nil {
		return nil, err
	}
	envelope, err := enveloper.SignPayload(context.Background(), payloadType, statement)
	if err != nil {
		return nil, err
	}
	signed, err := base64.StdEncoding.DecodeString(envelope.Signatures[0].Sig)
	if err != nil {
		return nil, err
	}
	entry, err := s.rekor.GenerateTlogEntry(cert, envelope, signed, s.now.Unix(), true)
	if err != nil {
		return nil, err
	}
	logged, err := s.promise(entry)
	if err != nil {
		return nil, err
	}
	return &protobundle.Bundle{
		MediaType: bundleType,
		VerificationMaterial: &protobundle.VerificationMaterial{
			Content:     &protobundle.VerificationMaterial_Certificate{Certificate: &protocommon.X509Certificate{RawBytes: cert.Raw}},
			TlogEntries: []*protorekor.TransparencyLogEntry{logged},
		},
		Content: &protobundle.Bundle_DsseEnvelope{DsseEnvelope: &protodsse.Envelope{
			Payload: statement, PayloadType: payloadType, Signatures: []*protodsse.Signature{{Sig: signed}},
		}},
	}, nil
}

// promise adds what the log of sigstore-go's tests leaves out, and a verifier wants: the kind, and a signed timestamp.
func (s *Sigstore) promise(entry *tlog.Entry) (*protorekor.TransparencyLogEntry, error) {
	logged := entry.TransparencyLogEntry()
	id, err := s.rekor.RekorLogID()
	if err != nil {
		return nil, err
	}
	timestamp, err := s.rekor.RekorSignPayload(tlog.RekorPayload{
		Body:           base64.StdEncoding.EncodeToString(logged.CanonicalizedBody),
		IntegratedTime: logged.IntegratedTime,
		LogIndex:       logged.LogIndex,
		LogID:          id,
	})
	if err != nil {
		return nil, err
	}
	logged.KindVersion = &protorekor.KindVersion{Kind: "dsse", Version: "0.0.1"}
	logged.InclusionPromise = &protorekor.InclusionPromise{SignedEntryTimestamp: timestamp}
	return logged, nil
}

// leaf makes a certificate as Fulcio does: short-lived, for the identity, and with the proof that the certificate log knows it.
func (s *Sigstore) leaf(as Identity) (*x509.Certificate, *ecdsa.PrivateKey, error) {
	key, err := newKey()
	if err != nil {
		return nil, nil, err
	}
	subject, err := url.Parse(as.Subject)
	if err != nil {
		return nil, nil, err
	}
	issuer, err := asn1.MarshalWithParams(as.Issuer, "utf8")
	if err != nil {
		return nil, nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 64))
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial,
		NotBefore:    s.now.Add(-time.Minute),
		NotAfter:     s.now.Add(leafValidAfter),
		URIs:         []*url.URL{subject},
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageCodeSigning},
		ExtraExtensions: []pkix.Extension{
			{Id: issuerV1OID(), Value: []byte(as.Issuer)},
			{Id: issuerV2OID(), Value: issuer},
		},
	}
	pre, err := certificate(template, s.root, &key.PublicKey, s.key)
	if err != nil {
		return nil, nil, err
	}
	proof, err := s.certificateTimestamp(pre)
	if err != nil {
		return nil, nil, err
	}
	template.ExtraExtensions = append(template.ExtraExtensions, pkix.Extension{Id: sctOID(), Value: proof})
	cert, err := certificate(template, s.root, &key.PublicKey, s.key)
	return cert, key, err
}

// certificateTimestamp is the extension of RFC 6962, section 3.3, for a certificate that does not have it yet.
func (s *Sigstore) certificateTimestamp(pre *x509.Certificate) ([]byte, error) {
	timestamp := ct.SignedCertificateTimestamp{
		SCTVersion: ct.V1,
		LogID:      ct.LogID{KeyID: s.logID},
		Timestamp:  uint64(s.now.UnixMilli()),
	}
	input, err := ct.SerializeSCTSignatureInput(timestamp, ct.LogEntry{Leaf: ct.MerkleTreeLeaf{
		Version:  ct.V1,
		LeafType: ct.TimestampedEntryLeafType,
		TimestampedEntry: &ct.TimestampedEntry{
			Timestamp: timestamp.Timestamp,
			EntryType: ct.PrecertLogEntryType,
			PrecertEntry: &ct.PreCert{
				IssuerKeyHash:  sha256.Sum256(s.root.RawSubjectPublicKeyInfo),
				TBSCertificate: pre.RawTBSCertificate,
			},
		},
	}})
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256(input)
	signed, err := ecdsa.SignASN1(rand.Reader, s.logKey, hash[:])
	if err != nil {
		return nil, err
	}
	timestamp.Signature = ct.DigitallySigned{
		Algorithm: cttls.SignatureAndHashAlgorithm{Hash: cttls.SHA256, Signature: cttls.ECDSA},
		Signature: signed,
	}
	one, err := cttls.Marshal(timestamp)
	if err != nil {
		return nil, err
	}
	list := binary.BigEndian.AppendUint16(nil, uint16(len(one)+2)) //nolint:gosec // about a hundred bytes
	list = binary.BigEndian.AppendUint16(list, uint16(len(one)))   //nolint:gosec // likewise
	return asn1.Marshal(append(list, one...))
}

func newKey() (*ecdsa.PrivateKey, error) { return ecdsa.GenerateKey(elliptic.P256(), rand.Reader) }

func keyID(key crypto.PublicKey) ([sha256.Size]byte, error) {
	der, err := x509.MarshalPKIXPublicKey(key)
	return sha256.Sum256(der), err
}

// certificate makes a certificate that its parent signs, or itself where there is none.
func certificate(template, parent *x509.Certificate, public *ecdsa.PublicKey, private *ecdsa.PrivateKey) (*x509.Certificate, error) {
	if parent == nil {
		parent = template
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, public, private)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}
