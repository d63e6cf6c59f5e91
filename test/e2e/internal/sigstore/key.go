package sigstore

import (
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/static"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// Key is a key pair, as "cosign generate-key-pair" makes one.
type Key struct{ private *ecdsa.PrivateKey }

// NewKey makes a key pair.
func NewKey() (Key, error) {
	private, err := newKey()
	return Key{private}, err
}

// Public is the content of cosign.pub.
func (k Key) Public() (string, error) {
	der, err := x509.MarshalPKIXPublicKey(&k.private.PublicKey)
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})), err
}

// Sign signs an artifact with the key and stores the signature under the tag where verifiers look for it, see
// https://github.com/sigstore/cosign/blob/main/specs/SIGNATURE_SPEC.md.
func (k Key) Sign(artifact name.Digest, options ...remote.Option) error {
	payload, err := json.Marshal(map[string]any{
		"critical": map[string]any{
			"identity": map[string]string{"docker-reference": artifact.Context().Name()},
			"image":    map[string]string{"docker-manifest-digest": artifact.DigestStr()},
			"type":     "cosign container image signature",
		},
		"optional": nil,
	})
	if err != nil {
		return err
	}
	hash := sha256.Sum256(payload)
	signed, err := ecdsa.SignASN1(rand.Reader, k.private, hash[:])
	if err != nil {
		return err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.Append(image, mutate.Addendum{
		Layer:       static.NewLayer(payload, "application/vnd.dev.cosign.simplesigning.v1+json"),
		Annotations: map[string]string{"dev.cosignproject.cosign/signature": base64.StdEncoding.EncodeToString(signed)},
	})
	if err != nil {
		return err
	}
	return remote.Write(artifact.Context().Tag(strings.Replace(artifact.DigestStr(), ":", "-", 1)+".sig"), image, options...)
}
