// Package cilium has the few fields of a CiliumNetworkPolicy that Fivefold emits. Cilium's own module would bring in
// hundreds of packages. https://docs.cilium.io/en/stable/security/policy/
package cilium

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// NamespaceLabel selects pods by their namespace.
const NamespaceLabel = "k8s:io.kubernetes.pod.namespace"

// Spec is the rule of a policy. It holds for all pods of the policy's namespace.
type Spec struct {
	Ingress []IngressRule
	Egress  []EgressRule
}

// IngressRule allows traffic to the selected pods.
type IngressRule struct {
	FromEndpoints []Selector
}

// EgressRule allows traffic from the selected pods.
type EgressRule struct {
	ToEndpoints []Selector
	ToPorts     []PortRule
}

// Selector selects pods by label; an empty one selects all pods of the namespace.
type Selector struct {
	MatchLabels map[string]string
}

// PortRule limits a rule to ports.
type PortRule struct {
	Ports []Port
}

// Port is a port and its protocol, TCP, UDP, SCTP or ANY.
type Port struct {
	Port, Protocol string
}

// Policy returns a CiliumNetworkPolicy.
func Policy(meta metav1.ObjectMeta, spec Spec) *unstructured.Unstructured {
	content := map[string]any{"endpointSelector": map[string]any{}}
	if len(spec.Ingress) > 0 {
		content["ingress"] = list(spec.Ingress, func(rule IngressRule) any {
			return map[string]any{"fromEndpoints": list(rule.FromEndpoints, selector)}
		})
	}
	if len(spec.Egress) > 0 {
		content["egress"] = list(spec.Egress, egress)
	}
	policy := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "cilium.io/v2",
		"kind":       "CiliumNetworkPolicy",
		"spec":       content,
	}}
	policy.SetName(meta.Name)
	policy.SetNamespace(meta.Namespace)
	policy.SetLabels(meta.Labels)
	policy.SetAnnotations(meta.Annotations)
	return policy
}

func egress(rule EgressRule) any {
	content := map[string]any{"toEndpoints": list(rule.ToEndpoints, selector)}
	if len(rule.ToPorts) > 0 {
		content["toPorts"] = list(rule.ToPorts, func(ports PortRule) any {
			return map[string]any{"ports": list(ports.Ports, func(port Port) any {
				return map[string]any{"port": port.Port, "protocol": port.Protocol}
			})}
		})
	}
	return content
}

func selector(s Selector) any {
	if len(s.MatchLabels) == 0 {
		return map[string]any{}
	}
	labels := make(map[string]any, len(s.MatchLabels))
	for key, value := range s.MatchLabels {
		labels[key] = value
	}
	return map[string]any{"matchLabels": labels}
}

func list[T any](items []T, content func(T) any) []any {
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = content(item)
	}
	return out
}
