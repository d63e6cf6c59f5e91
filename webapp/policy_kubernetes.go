package webapp

import (
	"net/netip"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// The dialects of network policies.
const (
	dialectKubernetes = "Kubernetes"
	dialectCilium     = "Cilium"
)

// apiServerPorts are those of the Service kubernetes and of the API server behind it: network plugins differ in which of
// the two they see.
func apiServerPorts() []port {
	return tcp(443, 6443)
}

// kubernetesPolicy returns a policy as a NetworkPolicy, in that dialect.
func (b builder) kubernetesPolicy(p *policy) *networkingv1.NetworkPolicy {
	if p == nil || b.spec.NetworkPolicy.Dialect != dialectKubernetes {
		return nil
	}
	spec := networkingv1.NetworkPolicySpec{
		PodSelector: metav1.LabelSelector{MatchLabels: p.selector},
		PolicyTypes: []networkingv1.PolicyType{networkingv1.PolicyTypeIngress, networkingv1.PolicyTypeEgress},
	}
	for _, r := range p.ingress {
		spec.Ingress = append(spec.Ingress, networkingv1.NetworkPolicyIngressRule{From: kubernetesPeers(r.peer), Ports: kubernetesPorts(r)})
	}
	for _, r := range p.egress {
		spec.Egress = append(spec.Egress, networkingv1.NetworkPolicyEgressRule{To: kubernetesPeers(r.peer), Ports: kubernetesPorts(r)})
	}
	return (&networkingv1.NetworkPolicy{
		TypeMeta:   metav1.TypeMeta{APIVersion: "networking.k8s.io/v1", Kind: "NetworkPolicy"},
		ObjectMeta: b.meta(p.name, nil),
		Spec:       spec,
	}).DeepCopy()
}

// kubernetesPeers returns the peers of a rule. None means anybody: that is left for what the dialect has no name for, an
// API server without addresses and the host names of external-dns, and their ports are limited.
func kubernetesPeers(p peer) []networkingv1.NetworkPolicyPeer {
	switch {
	case p.gateway != nil:
		return podPeers(namespaces(p.gateway.Namespace), p.gateway.Labels)
	case p.apiServer != nil:
		return rangePeers(p.apiServer.CIDRs, nil)
	case len(p.fqdns) > 0:
		return nil
	case p.node != "":
		return rangePeers([]string{single(p.node)}, nil)
	case len(p.cidrs) > 0:
		return rangePeers(p.cidrs, p.except)
	default:
		return podPeers(p.namespaces, p.labels)
	}
}

// podPeers selects pods by namespace and labels at once. Two entries of the list would mean one or the other.
func podPeers(names []string, labels map[string]string) []networkingv1.NetworkPolicyPeer {
	pods := &metav1.LabelSelector{MatchLabels: labels}
	if len(names) == 0 {
		return []networkingv1.NetworkPolicyPeer{{PodSelector: pods}}
	}
	if len(labels) == 0 {
		pods = nil
	}
	var peers []networkingv1.NetworkPolicyPeer
	for _, name := range names {
		peers = append(peers, networkingv1.NetworkPolicyPeer{
			NamespaceSelector: &metav1.LabelSelector{MatchLabels: map[string]string{corev1.LabelMetadataName: name}},
			PodSelector:       pods,
		})
	}
	return peers
}

func rangePeers(cidrs, except []string) []networkingv1.NetworkPolicyPeer {
	var peers []networkingv1.NetworkPolicyPeer
	for _, cidr := range cidrs {
		peers = append(peers, networkingv1.NetworkPolicyPeer{
			IPBlock: &networkingv1.IPBlock{CIDR: cidr, Except: within(cidr, except)},
		})
	}
	return peers
}

// within returns the ranges that lie in cidr: the API server refuses others.
func within(cidr string, ranges []string) []string {
	outer, err := netip.ParsePrefix(cidr)
	if err != nil {
		return ranges // a text that Flux substitutes
	}
	var inner []string
	for _, text := range ranges {
		r, err := netip.ParsePrefix(text)
		if err != nil || outer.Contains(r.Addr()) && outer.Bits() < r.Bits() {
			inner = append(inner, text)
		}
	}
	return inner
}

// single returns the range of one address.
func single(address string) string {
	addr, err := netip.ParseAddr(address)
	if err != nil {
		return address + "/32" // a text that Flux substitutes
	}
	return netip.PrefixFrom(addr, addr.BitLen()).String()
}

func kubernetesPorts(r rule) []networkingv1.NetworkPolicyPort {
	open := r.ports
	if r.apiServer != nil {
		open = apiServerPorts()
	}
	var ports []networkingv1.NetworkPolicyPort
	for _, p := range open {
		entry := networkingv1.NetworkPolicyPort{Protocol: new(p.protocol), Port: new(intstr.FromInt32(p.number))}
		if p.end != 0 {
			entry.EndPort = new(p.end)
		}
		ports = append(ports, entry)
	}
	return ports
}
