package webapp

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
	gatewayv1beta1 "sigs.k8s.io/gateway-api/apis/v1beta1"

	"github.com/fivefold-dev/fivefold/internal/certmanager"
)

func (b builder) tlsSecretName() string {
	return b.derived("tls")
}

// issuer returns the namespaced Issuer, unless the certificate refers to one.
func (b builder) issuer() *unstructured.Unstructured {
	c := b.spec.Certificate
	if !isTrue(c.Enabled) || c.Issuer == nil || c.Issuer.IssuerRef != nil {
		return nil
	}
	return certmanager.Issuer(b.meta(b.name, nil), *c.Issuer)
}

func (b builder) certificate() *unstructured.Unstructured {
	c := b.spec.Certificate
	if !isTrue(c.Enabled) {
		return nil
	}
	ref := certmanager.IssuerRef{Name: b.name, Kind: certmanager.IssuerKind, Group: certmanager.Group}
	if c.Issuer != nil && c.Issuer.IssuerRef != nil {
		own := *c.Issuer.IssuerRef
		ref = certmanager.IssuerRef{
			Name: own.Name, Kind: orDefault(own.Kind, ref.Kind), Group: orDefault(own.Group, ref.Group),
		}
	}
	return certmanager.Certificate(b.meta(b.name, nil), certmanager.CertificateSpec{
		SecretName: b.tlsSecretName(), DNSNames: b.dnsNames(), IssuerRef: ref,
	})
}

// dnsNames returns the names of the certificate: by default all that the Gateway answers for.
func (b builder) dnsNames() []string {
	if names := b.spec.Certificate.DNSNames; len(names) > 0 {
		return names
	}
	names := slices.Clone(b.spec.Hostnames)
	for _, redirect := range b.spec.Route.Redirects {
		if !slices.Contains(names, redirect.From) {
			names = append(names, redirect.From)
		}
	}
	return names
}

// referenceGrant lets the Gateway read the certificate's Secret, and no other. It lies where the Secret is. Its version is
// the one that the API has had from the beginning, and is stored in.
func (b builder) referenceGrant() *gatewayv1beta1.ReferenceGrant {
	c := b.spec.Certificate
	if !isTrue(c.Enabled) || c.GatewayNamespace == b.namespace {
		return nil
	}
	return &gatewayv1beta1.ReferenceGrant{
		TypeMeta:   metav1.TypeMeta{APIVersion: gatewayv1beta1.GroupVersion.String(), Kind: "ReferenceGrant"},
		ObjectMeta: b.meta(b.tlsSecretName(), nil),
		Spec: gatewayv1beta1.ReferenceGrantSpec{
			From: []gatewayv1beta1.ReferenceGrantFrom{{
				Group: gatewayv1.GroupName, Kind: "Gateway", Namespace: gatewayv1.Namespace(c.GatewayNamespace),
			}},
			To: []gatewayv1beta1.ReferenceGrantTo{{Kind: "Secret", Name: new(gatewayv1.ObjectName(b.tlsSecretName()))}},
		},
	}
}

// solvesHTTP tells whether names are proved over HTTP, by a pod of cert-manager in this namespace. How an Issuer that is
// there already proves them cannot be seen from here: where the Gateway is known, its way is opened in any case.
func (b builder) solvesHTTP() bool {
	c, n := b.spec.Certificate, b.spec.NetworkPolicy
	switch {
	case !isTrue(c.Enabled) || c.Issuer == nil:
		return false
	case c.Issuer.IssuerRef != nil:
		return orDefault(c.Issuer.IssuerRef.Group, certmanager.Group) == certmanager.Group &&
			(n.Dialect == dialectCilium || n.Gateway.Namespace != "")
	default:
		return c.Issuer.ACME != nil &&
			slices.ContainsFunc(c.Issuer.ACME.Solvers, func(s ACMESolver) bool { return s.HTTP01 != nil })
	}
}

// solverPolicy lets the Gateway reach the pod that answers a challenge. cert-manager checks it by the same way.
func (b builder) solverPolicy() *policy {
	if !b.solvesHTTP() {
		return nil
	}
	return &policy{
		name:     b.derived("acme-solver"),
		selector: map[string]string{certmanager.SolverLabel: certmanager.SolverLabelValue},
		ingress:  []rule{{peer{gateway: &b.spec.NetworkPolicy.Gateway}, tcp(certmanager.SolverPort)}},
	}
}
