// Package cilium has the few fields of a CiliumNetworkPolicy that Fivefold emits. Cilium's own module would bring in
// hundreds of packages. https://docs.cilium.io/en/stable/security/policy/
package cilium

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold/internal/manifest"
)

// NamespaceLabel selects pods by their namespace.
const NamespaceLabel = "k8s:io.kubernetes.pod.namespace"

// Entities that have no labels to select them by.
const (
	Ingress    = "ingress" // Cilium's own Gateway
	Host       = "host"    // the pod's node
	KubeServer = "kube-apiserver"
)

// Spec is the rule of a policy. An empty endpoint selector selects all pods of the policy's namespace.
type Spec struct {
	EndpointSelector Selector      `json:"endpointSelector"`
	Ingress          []IngressRule `json:"ingress,omitempty"`
	Egress           []EgressRule  `json:"egress,omitempty"`
}

// IngressRule allows traffic to the selected pods. One without any field allows nothing, and denies what no other rule
// allows.
type IngressRule struct {
	FromEndpoints []Selector `json:"fromEndpoints,omitempty"`
	FromCIDRSet   []CIDR     `json:"fromCIDRSet,omitempty"`
	FromEntities  []string   `json:"fromEntities,omitempty"`
	ToPorts       []PortRule `json:"toPorts,omitempty"`
}

// EgressRule allows traffic from the selected pods. One without any field allows nothing, and denies what no other rule
// allows.
type EgressRule struct {
	ToEndpoints []Selector `json:"toEndpoints,omitempty"`
	ToCIDRSet   []CIDR     `json:"toCIDRSet,omitempty"`
	ToEntities  []string   `json:"toEntities,omitempty"`
	ToFQDNs     []FQDN     `json:"toFQDNs,omitempty"`
	ToPorts     []PortRule `json:"toPorts,omitempty"`
}

// Selector selects pods by label; an empty one selects all pods of the namespace.
type Selector struct {
	MatchLabels map[string]string `json:"matchLabels,omitempty"`
}

// CIDR is an address range.
type CIDR struct {
	CIDR   string   `json:"cidr"`
	Except []string `json:"except,omitempty"`
}

// FQDN is a host name, or a pattern with stars.
type FQDN struct {
	MatchName    string `json:"matchName,omitempty"`
	MatchPattern string `json:"matchPattern,omitempty"`
}

// PortRule limits a rule to ports.
type PortRule struct {
	Ports []Port   `json:"ports"`
	Rules *L7Rules `json:"rules,omitempty"`
}

// L7Rules let Cilium's proxy see the traffic.
type L7Rules struct {
	DNS []FQDN `json:"dns,omitempty"`
}

// Port is a port and its protocol, TCP, UDP, SCTP or ANY.
type Port struct {
	Port     string `json:"port"`
	EndPort  int32  `json:"endPort,omitempty"`
	Protocol string `json:"protocol"`
}

// Policy returns a CiliumNetworkPolicy.
func Policy(meta metav1.ObjectMeta, spec Spec) *unstructured.Unstructured {
	return manifest.Unstructured("cilium.io/v2", "CiliumNetworkPolicy", meta, manifest.Content(spec))
}
