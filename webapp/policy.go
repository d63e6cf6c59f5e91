package webapp

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/fivefold-dev/fivefold/internal/cnpg"
)

// policy is a network policy in neither dialect. Both directions are closed to all that no rule allows.
type policy struct {
	name     string
	selector map[string]string
	ingress  []rule
	egress   []rule
}

// rule allows traffic with one kind of peer.
type rule struct {
	peer
	ports []port
}

// peer is whom a rule is about: the first field that is set says in which way. The zero peer is all pods of the
// namespace.
type peer struct {
	gateway    *Gateway
	apiServer  *APIServer
	fqdns      []string
	cidrs      []string
	except     []string
	entities   []string
	node       string // the address of a name server on the pod's node
	namespaces []string
	labels     map[string]string
	dns        bool // Cilium's proxy has to see the names
}

type port struct {
	number, end int32
	protocol    corev1.Protocol
}

func tcp(numbers ...int32) []port {
	ports := make([]port, len(numbers))
	for i, number := range numbers {
		ports[i] = port{number: number, protocol: corev1.ProtocolTCP}
	}
	return ports
}

// httpsPort is what the short form of a host name opens.
const httpsPort = 443

// appPolicy says whom the app's pods talk to. The Gateway stays admitted when requests come by the interceptor: while the
// one takes over from the other, the Gateway's own configuration lags behind.
func (b builder) appPolicy() *policy {
	n := b.spec.NetworkPolicy
	p := &policy{name: b.name, selector: b.policySelector()}
	app := tcp(value(b.spec.Port))
	if len(b.spec.Hostnames) > 0 {
		p.ingress = append(p.ingress, rule{peer{gateway: &n.Gateway}, tcp(b.routedPorts()...)})
	}
	if http := b.spec.Scaling.HTTP; isTrue(http.Enabled) {
		p.ingress = append(p.ingress, rule{peer{namespaces: []string{http.Interceptor.Namespace}}, app})
	}
	if m := b.spec.Metrics; isTrue(m.Enabled) && m.Namespace != "" {
		p.ingress = append(p.ingress, rule{peer{namespaces: []string{m.Namespace}}, tcp(b.metricsPort())})
	}
	if isTrue(n.AllowSameNamespace) {
		p.ingress = append(p.ingress, rule{})
		p.egress = append(p.egress, rule{})
	}
	p.ingress = append(p.ingress, ingressRules(n.Ingress)...)
	if isTrue(b.spec.Database.Enabled) {
		database := map[string]string{cnpg.ClusterLabel: b.databaseName()}
		p.egress = append(p.egress, rule{peer{labels: database}, tcp(cnpg.PostgresPort)})
	}
	p.egress = append(p.egress, egressRules(n.Egress)...)
	return b.withDNS(p, isTrue(n.AllowDNS))
}

// withDNS lets the pods of a policy ask the cluster's name server. Rules for host names need it: Cilium knows only the
// addresses that it has seen in answers, and it looks only at those that a rule of the same policy sends by its proxy.
func (b builder) withDNS(p *policy, allowed bool) *policy {
	names := false
	for _, r := range p.egress {
		names = names || len(r.fqdns) > 0
	}
	if !allowed && !names {
		return p
	}
	dns := b.spec.NetworkPolicy.DNS
	const number = 53
	ports := []port{{number: number, protocol: corev1.ProtocolUDP}, {number: number, protocol: corev1.ProtocolTCP}}
	first := []rule{{peer{namespaces: namespaces(dns.Namespace), labels: dns.Labels, dns: names}, ports}}
	if dns.NodeLocal != "" {
		first = append(first, rule{peer{node: dns.NodeLocal, dns: names}, ports})
	}
	p.egress = append(first, p.egress...)
	return p
}

func namespaces(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}

func ingressRules(in Ingress) []rule {
	var rules []rule
	if len(in.Namespaces) > 0 {
		rules = append(rules, rule{peer: peer{namespaces: in.Namespaces}})
	}
	for _, name := range sortedKeys(in.Rules) {
		r := in.Rules[name]
		rules = append(rules, rule{
			peer{cidrs: r.CIDRs, except: r.Except, entities: r.Entities, namespaces: r.Namespaces, labels: r.Labels},
			ports(r.Ports),
		})
	}
	return rules
}

func egressRules(out Egress) []rule {
	var rules []rule
	if len(out.FQDNs) > 0 {
		rules = append(rules, rule{peer{fqdns: out.FQDNs}, tcp(httpsPort)})
	}
	if len(out.Namespaces) > 0 {
		rules = append(rules, rule{peer: peer{namespaces: out.Namespaces}})
	}
	if len(out.CIDRs) > 0 {
		rules = append(rules, rule{peer: peer{cidrs: out.CIDRs}})
	}
	for _, name := range sortedKeys(out.Rules) {
		r := out.Rules[name]
		open := ports(r.Ports)
		if len(r.FQDNs) > 0 && len(open) == 0 {
			open = tcp(httpsPort)
		}
		rules = append(rules, rule{
			peer{
				fqdns: r.FQDNs, cidrs: r.CIDRs, except: r.Except, entities: r.Entities, namespaces: r.Namespaces,
				labels: r.Labels,
			},
			open,
		})
	}
	return rules
}

func ports(written []Port) []port {
	var all []port
	for _, w := range written {
		p := port{number: value(w.Port), end: value(w.EndPort), protocol: w.Protocol}
		if p.protocol == "" {
			p.protocol = corev1.ProtocolTCP
		}
		all = append(all, p)
	}
	return all
}
