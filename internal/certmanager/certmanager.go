// Package certmanager has the few fields of cert-manager's objects that Fivefold emits. Its own module would bring in
// hundreds of packages. https://cert-manager.io/docs/reference/api-docs/
package certmanager

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold/internal/manifest"
)

// Group and the version of cert-manager's objects.
const (
	Group      = "cert-manager.io"
	apiVersion = Group + "/v1"
)

// IssuerKind is the kind of a namespaced issuer.
const IssuerKind = "Issuer"

// The pods that answer an HTTP-01 challenge.
const (
	SolverLabel      = "acme.cert-manager.io/http01-solver"
	SolverLabelValue = "true"
	SolverPort       = 8089
)

// CertificateSpec is the spec of a Certificate.
type CertificateSpec struct {
	SecretName string    `json:"secretName"`
	DNSNames   []string  `json:"dnsNames,omitempty"`
	IssuerRef  IssuerRef `json:"issuerRef"`
}

// IssuerRef names an issuer.
type IssuerRef struct {
	Name  string `json:"name"`
	Kind  string `json:"kind,omitempty"`
	Group string `json:"group,omitempty"`
}

// Certificate returns a Certificate.
func Certificate(meta metav1.ObjectMeta, spec CertificateSpec) *unstructured.Unstructured {
	return manifest.Unstructured(apiVersion, "Certificate", meta, manifest.Content(spec))
}

// Issuer returns a namespaced Issuer with a spec by cert-manager's names.
func Issuer(meta metav1.ObjectMeta, spec any) *unstructured.Unstructured {
	return manifest.Unstructured(apiVersion, IssuerKind, meta, manifest.Content(spec))
}
