package webapp

import (
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold/internal/cilium"
	"github.com/fivefold-dev/fivefold/internal/objectmeta"
)

// ciliumPolicy returns a policy as a CiliumNetworkPolicy, in that dialect. A direction without rules gets an empty one,
// which closes it.
func (b builder) ciliumPolicy(p *policy) *unstructured.Unstructured {
	if p == nil || b.spec.NetworkPolicy.Dialect != dialectCilium {
		return nil
	}
	spec := cilium.Spec{EndpointSelector: cilium.Selector{MatchLabels: p.selector}}
	for _, r := range p.ingress {
		spec.Ingress = append(spec.Ingress, ciliumIngress(r))
	}
	for _, r := range p.egress {
		spec.Egress = append(spec.Egress, ciliumEgress(r)...)
	}
	if len(spec.Ingress) == 0 {
		spec.Ingress = []cilium.IngressRule{{}}
	}
	if len(spec.Egress) == 0 {
		spec.Egress = []cilium.EgressRule{{}}
	}
	return cilium.Policy(b.meta(p.name, nil), spec)
}

// ciliumIngress returns a rule for what comes in. The Gateway of Cilium is no pod of any namespace: its traffic has the
// identity ingress.
func ciliumIngress(r rule) cilium.IngressRule {
	c := cilium.IngressRule{ToPorts: ciliumPorts(r)}
	switch {
	case r.gateway != nil:
		c.FromEntities = []string{cilium.Ingress}
	case len(r.cidrs) > 0:
		c.FromCIDRSet = ciliumRanges(r.cidrs, r.except)
	case len(r.entities) > 0:
		c.FromEntities = r.entities
	default:
		c.FromEndpoints = ciliumSelectors(r.peer)
	}
	return c
}

func ciliumEgress(r rule) []cilium.EgressRule {
	c := cilium.EgressRule{ToPorts: ciliumPorts(r)}
	switch {
	case r.apiServer != nil:
		c.ToEntities = []string{cilium.KubeServer}
	case len(r.fqdns) > 0:
		c.ToFQDNs = ciliumNames(r.fqdns)
	case r.node != "":
		// The address is the node's own, which Cilium knows as the entity host, or a pod's behind a redirect.
		host := cilium.EgressRule{ToEntities: []string{cilium.Host}, ToPorts: c.ToPorts}
		c.ToCIDRSet = ciliumRanges([]string{single(r.node)}, nil)
		return []cilium.EgressRule{c, host}
	case len(r.cidrs) > 0:
		c.ToCIDRSet = ciliumRanges(r.cidrs, r.except)
	case len(r.entities) > 0:
		c.ToEntities = r.entities
	default:
		c.ToEndpoints = ciliumSelectors(r.peer)
	}
	return []cilium.EgressRule{c}
}

// ciliumSelectors returns the selectors of pods. Without a namespace's label they mean the policy's own namespace.
func ciliumSelectors(p peer) []cilium.Selector {
	if len(p.namespaces) == 0 {
		return []cilium.Selector{{MatchLabels: p.labels}}
	}
	var selectors []cilium.Selector
	for _, name := range p.namespaces {
		own := map[string]string{cilium.NamespaceLabel: name}
		selectors = append(selectors, cilium.Selector{MatchLabels: objectmeta.Union(p.labels, own)})
	}
	return selectors
}

func ciliumRanges(cidrs, except []string) []cilium.CIDR {
	var ranges []cilium.CIDR
	for _, cidr := range cidrs {
		ranges = append(ranges, cilium.CIDR{CIDR: cidr, Except: within(cidr, except)})
	}
	return ranges
}

// ciliumNames returns the matches of host names: a name with a star is a pattern.
func ciliumNames(fqdns []string) []cilium.FQDN {
	var names []cilium.FQDN
	for _, fqdn := range fqdns {
		if strings.Contains(fqdn, "*") {
			names = append(names, cilium.FQDN{MatchPattern: fqdn})
		} else {
			names = append(names, cilium.FQDN{MatchName: fqdn})
		}
	}
	return names
}

func ciliumPorts(r rule) []cilium.PortRule {
	if len(r.ports) == 0 {
		return nil
	}
	var rule cilium.PortRule
	for _, p := range r.ports {
		rule.Ports = append(rule.Ports, cilium.Port{
			Port: strconv.Itoa(int(p.number)), EndPort: p.end, Protocol: string(p.protocol),
		})
	}
	if r.dns {
		rule.Rules = &cilium.L7Rules{DNS: []cilium.FQDN{{MatchPattern: "*"}}}
	}
	return []cilium.PortRule{rule}
}
