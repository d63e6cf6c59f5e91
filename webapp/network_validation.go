package webapp

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/objectmeta"
	"github.com/fivefold-dev/fivefold/internal/report"
)

func validateNetwork(r *report.Report, spec Spec) {
	n := spec.NetworkPolicy
	b := builder{name: r.Name, spec: spec}
	kubernetes := n.Dialect == dialectKubernetes
	r.CheckChoice("networkPolicy.dialect", n.Dialect, []string{dialectCilium, dialectKubernetes})
	if isVariable(n.Dialect) {
		r.Errorf("networkPolicy.dialect", "found %q; the kind of the policies is chosen before Flux substitutes: write Cilium or Kubernetes", n.Dialect)
	}
	if kubernetes && n.Gateway.Namespace == "" && (len(spec.Hostnames) > 0 || b.solvesHTTP()) {
		r.Errorf("networkPolicy.gateway.namespace", "not set, and under default deny the Gateway could not reach the app; "+
			"write the namespace of the Gateway's pods, or dialect: Cilium where Cilium is the Gateway")
	}
	if n.Gateway.Namespace != "" {
		validateNamespaceName(r, "networkPolicy.gateway.namespace", n.Gateway.Namespace)
	}
	if kubernetes && n.Gateway.Namespace == "kube-system" && len(spec.Hostnames) > 0 {
		r.Warnf("networkPolicy.gateway.namespace", "kube-system never matches Cilium's own Gateway, whose traffic comes from no pod; write dialect: Cilium, "+
			"if that is yours")
	}
	objectmeta.CheckLabels("networkPolicy.gateway.labels", n.Gateway.Labels, r.Errorf)
	objectmeta.CheckLabels("networkPolicy.dns.labels", n.DNS.Labels, r.Errorf)
	if n.DNS.Namespace != "" {
		validateNamespaceName(r, "networkPolicy.dns.namespace", n.DNS.Namespace)
	}
	if node := n.DNS.NodeLocal; node != "" && !isVariable(node) {
		if _, err := netip.ParseAddr(node); err != nil {
			r.Errorf("networkPolicy.dns.nodeLocal", "found %q; write an address such as 169.254.20.10", node)
		}
	}
	validateCIDRs(r, "networkPolicy.apiServer.cidrs", n.APIServer.CIDRs)
	var clients []string
	if isTrue(spec.Database.Enabled) {
		clients = append(clients, "the database")
	}
	if isTrue(spec.ExternalDNS.Enabled) {
		clients = append(clients, "external-dns")
	}
	if kubernetes && len(n.APIServer.CIDRs) == 0 && len(clients) > 0 {
		r.Warnf("networkPolicy.apiServer.cidrs", "not set: a NetworkPolicy has no other name for the API server, and lets %s reach every address on ports 443 "+
			"and 6443; write the API server's addresses, or dialect: Cilium", strings.Join(clients, " and "))
	}
	validateEgress(r, "networkPolicy.egress", n.Egress, kubernetes)
	for i, namespace := range n.Ingress.Namespaces {
		validateNamespaceName(r, fmt.Sprintf("networkPolicy.ingress.namespaces[%d]", i), namespace)
	}
	for _, name := range sortedKeys(n.Ingress.Rules) {
		rule := n.Ingress.Rules[name]
		validatePeer(r, fieldpath.Key("networkPolicy.ingress.rules", name), EgressRule{
			Namespaces: rule.Namespaces, Labels: rule.Labels, CIDRs: rule.CIDRs, Except: rule.Except, Entities: rule.Entities, Ports: rule.Ports,
		}, kubernetes, "namespaces, labels, cidrs and entities")
	}
}

func validateEgress(r *report.Report, at string, egress Egress, kubernetes bool) {
	validateFQDNs(r, at+".fqdns", egress.FQDNs, kubernetes)
	validateCIDRs(r, at+".cidrs", egress.CIDRs)
	for i, namespace := range egress.Namespaces {
		validateNamespaceName(r, fmt.Sprintf("%s.namespaces[%d]", at, i), namespace)
	}
	for _, name := range sortedKeys(egress.Rules) {
		validatePeer(r, fieldpath.Key(at+".rules", name), egress.Rules[name], kubernetes, "fqdns, namespaces, labels, cidrs and entities")
	}
}

// validatePeer checks a rule: it says whom it is about, in one way.
func validatePeer(r *report.Report, at string, rule EgressRule, kubernetes bool, ways string) {
	var set []string
	for _, way := range []struct {
		field string
		set   bool
	}{
		{"fqdns", len(rule.FQDNs) > 0}, {"namespaces", len(rule.Namespaces) > 0}, {"cidrs", len(rule.CIDRs) > 0}, {"entities", len(rule.Entities) > 0},
	} {
		if way.set {
			set = append(set, way.field)
		}
	}
	labels := len(rule.Labels) > 0
	switch {
	case len(set) == 0 && !labels:
		r.Errorf(at, "names nobody; write one of %s", ways)
	case len(set) > 1:
		r.Errorf(at, "%s; a rule is about one kind of peer: write a rule for each", strings.Join(set, " and "))
	case labels && len(set) == 1 && set[0] != "namespaces":
		r.Errorf(at+".labels", "select pods, and %s are none; drop them", set[0])
	}
	validateFQDNs(r, at+".fqdns", rule.FQDNs, kubernetes)
	validateCIDRs(r, at+".cidrs", rule.CIDRs)
	for i, namespace := range rule.Namespaces {
		validateNamespaceName(r, fmt.Sprintf("%s.namespaces[%d]", at, i), namespace)
	}
	objectmeta.CheckLabels(at+".labels", rule.Labels, r.Errorf)
	if len(rule.Except) > 0 && len(rule.CIDRs) == 0 {
		r.Errorf(at+".except", "needs cidrs to be within; drop it")
	} else {
		validateExcept(r, at, rule)
	}
	if kubernetes && len(rule.Entities) > 0 {
		r.Errorf(at+".entities", "are Cilium's; write dialect: Cilium, or cidrs")
	}
	entities := []string{"all", "cluster", "health", "host", "ingress", "init", "kube-apiserver", "none", "remote-node", "unmanaged", "world", "world-ipv4", "world-ipv6"}
	for i, entity := range rule.Entities {
		r.CheckChoice(fmt.Sprintf("%s.entities[%d]", at, i), entity, entities)
	}
	for i, port := range rule.Ports {
		at := fmt.Sprintf("%s.ports[%d]", at, i)
		validatePortNumber(r, at+".port", port.Port)
		if port.EndPort == nil {
			continue
		}
		if end := *port.EndPort; end < value(port.Port) || end > 65535 {
			r.Errorf(at+".endPort", "found %d; write a port between %d and 65535", end, value(port.Port))
		}
	}
}

func validateExcept(r *report.Report, at string, rule EgressRule) {
	validateCIDRs(r, at+".except", rule.Except)
	for i, text := range rule.Except {
		inner, err := netip.ParsePrefix(text)
		if err != nil {
			continue
		}
		holds := func(outer string) bool {
			whole, err := netip.ParsePrefix(outer)
			return err != nil || whole.Bits() < inner.Bits() && whole.Contains(inner.Addr())
		}
		if !slices.ContainsFunc(rule.CIDRs, holds) {
			r.Errorf(fmt.Sprintf("%s.except[%d]", at, i), "found %q, which is no part of the cidrs, %s; drop it", text, strings.Join(rule.CIDRs, ", "))
		}
	}
}

func validateCIDRs(r *report.Report, at string, cidrs []string) {
	for i, text := range cidrs {
		if isVariable(text) {
			continue
		}
		path := fmt.Sprintf("%s[%d]", at, i)
		prefix, err := netip.ParsePrefix(text)
		switch address, addressErr := netip.ParseAddr(text); {
		case err != nil && addressErr == nil:
			r.Errorf(path, "found %q, an address; write %s/%d", text, text, address.BitLen())
		case err != nil:
			r.Errorf(path, "found %q; write an address range such as 10.0.0.0/8", text)
		case prefix.Masked() != prefix:
			r.Errorf(path, "found %q, which has bits outside of its range; write %s", text, prefix.Masked())
		}
	}
}

// validateFQDNs checks host names of a policy.
func validateFQDNs(r *report.Report, at string, names []string, kubernetes bool) {
	if kubernetes && len(names) > 0 {
		r.Errorf(at, "need networkPolicy.dialect: Cilium; a NetworkPolicy knows addresses only: write cidrs")
	}
	for i, name := range names {
		path := fmt.Sprintf("%s[%d]", at, i)
		plain := strings.ReplaceAll(name, "*", "x")
		switch {
		case isVariable(name):
		case name == "":
			r.Errorf(path, "not set; write a host name such as api.example.org")
		case strings.Trim(name, "*.") == "":
			r.Errorf(path, "found %q, which is every host of the Internet; write the host names", name)
		case len(validation.IsDNS1123Subdomain(plain)) > 0:
			if fault := hostFault(plain); fault != "" && !strings.Contains(name, "*") {
				r.Errorf(path, "found %q: %s", name, fault)
			} else {
				r.Errorf(path, "found %q; write a host name such as api.example.org or *.example.org", name)
			}
		}
	}
}
