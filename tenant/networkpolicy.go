package tenant

import (
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/fivefold-dev/fivefold/internal/cilium"
)

// The dialects of the allow policies.
const (
	dialectKubernetes = "Kubernetes"
	dialectCilium     = "Cilium"
)

const (
	allowDNSName           = "allow-dns"
	allowSameNamespaceName = "allow-same-namespace"

	// The cluster's DNS, as kubeadm and the managed distributions install it.
	dnsNamespace = "kube-system"
	dnsLabel     = "k8s-app"
	dnsApp       = "kube-dns"
	dnsPort      = 53
)

func (b builder) defaultDeny() *networkingv1.NetworkPolicy {
	if !isTrue(b.spec.NetworkPolicy.DefaultDeny) {
		return nil
	}
	return b.networkPolicy("default-deny", networkingv1.NetworkPolicySpec{
		PolicyTypes: []networkingv1.PolicyType{networkingv1.PolicyTypeIngress, networkingv1.PolicyTypeEgress},
	})
}

func (b builder) allowDNS() *networkingv1.NetworkPolicy {
	if !isTrue(b.spec.NetworkPolicy.AllowDNS) || b.spec.NetworkPolicy.Dialect != dialectKubernetes {
		return nil
	}
	port := intstr.FromInt32(dnsPort)
	udp, tcp := corev1.ProtocolUDP, corev1.ProtocolTCP
	return b.networkPolicy(allowDNSName, networkingv1.NetworkPolicySpec{
		PolicyTypes: []networkingv1.PolicyType{networkingv1.PolicyTypeEgress},
		Egress: []networkingv1.NetworkPolicyEgressRule{{
			To: []networkingv1.NetworkPolicyPeer{{
				NamespaceSelector: &metav1.LabelSelector{MatchLabels: map[string]string{corev1.LabelMetadataName: dnsNamespace}},
				PodSelector:       &metav1.LabelSelector{MatchLabels: map[string]string{dnsLabel: dnsApp}},
			}},
			Ports: []networkingv1.NetworkPolicyPort{{Protocol: &udp, Port: &port}, {Protocol: &tcp, Port: &port}},
		}},
	})
}

func (b builder) allowSameNamespace() *networkingv1.NetworkPolicy {
	if !isTrue(b.spec.NetworkPolicy.AllowSameNamespace) || b.spec.NetworkPolicy.Dialect != dialectKubernetes {
		return nil
	}
	own := []networkingv1.NetworkPolicyPeer{{PodSelector: &metav1.LabelSelector{}}}
	return b.networkPolicy(allowSameNamespaceName, networkingv1.NetworkPolicySpec{
		PolicyTypes: []networkingv1.PolicyType{networkingv1.PolicyTypeIngress, networkingv1.PolicyTypeEgress},
		Ingress:     []networkingv1.NetworkPolicyIngressRule{{From: own}},
		Egress:      []networkingv1.NetworkPolicyEgressRule{{To: own}},
	})
}

// networkPolicy returns a policy for all pods of the namespace.
func (b builder) networkPolicy(name string, spec networkingv1.NetworkPolicySpec) *networkingv1.NetworkPolicy {
	return &networkingv1.NetworkPolicy{
		TypeMeta:   metav1.TypeMeta{APIVersion: "networking.k8s.io/v1", Kind: "NetworkPolicy"},
		ObjectMeta: b.meta(name, nil),
		Spec:       spec,
	}
}

func (b builder) ciliumAllowDNS() *unstructured.Unstructured {
	if !isTrue(b.spec.NetworkPolicy.AllowDNS) || b.spec.NetworkPolicy.Dialect != dialectCilium {
		return nil
	}
	return cilium.Policy(b.meta(allowDNSName, nil), cilium.Spec{
		Egress: []cilium.EgressRule{{
			ToEndpoints: []cilium.Selector{{MatchLabels: map[string]string{
				cilium.NamespaceLabel: dnsNamespace,
				dnsLabel:              dnsApp,
			}}},
			ToPorts: []cilium.PortRule{{Ports: []cilium.Port{{Port: "53", Protocol: "UDP"}, {Port: "53", Protocol: "TCP"}}}},
		}},
	})
}

func (b builder) ciliumAllowSameNamespace() *unstructured.Unstructured {
	if !isTrue(b.spec.NetworkPolicy.AllowSameNamespace) || b.spec.NetworkPolicy.Dialect != dialectCilium {
		return nil
	}
	// An empty endpoint selector in a namespaced policy selects that namespace's pods only.
	return cilium.Policy(b.meta(allowSameNamespaceName, nil), cilium.Spec{
		Ingress: []cilium.IngressRule{{FromEndpoints: []cilium.Selector{{}}}},
		Egress:  []cilium.EgressRule{{ToEndpoints: []cilium.Selector{{}}}},
	})
}
