package webapp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fivefold-dev/fivefold/internal/report"
)

func validateExternalDNS(r *report.Report, spec Spec) {
	dns := spec.ExternalDNS
	if !isTrue(dns.Enabled) {
		return
	}
	if len(dns.Domains) == 0 {
		r.OwnErrorf("externalDNS.domains", "not set; without any it would own all records of the account: write the domains that are the tenant's")
	}
	for i, domain := range dns.Domains {
		validateHost(r, fmt.Sprintf("externalDNS.domains[%d]", i), domain, false)
	}
	if dns.OwnerID == "" {
		r.Errorf("externalDNS.ownerId", "not set; two with one id delete each other's records: write the tenant's name")
	} else if strings.ContainsAny(dns.OwnerID, " \t\n,\"=") {
		r.Errorf("externalDNS.ownerId", "found %q; it stands in a DNS record: write it without blanks, commas, quotes and =", dns.OwnerID)
	}
	validateImage(r, "externalDNS.image", dns.Image)
	validateObjectName(r, "externalDNS.serviceAccountName", dns.ServiceAccountName)
	validateNamespaceName(r, "externalDNS.gatewayNamespace", dns.GatewayNamespace)
	validateEnv(r, "externalDNS.env", dns.Env, nil)
	validateResources(r, "externalDNS.resources", value(dns.Resources))
	validateFQDNs(r, "externalDNS.apiFQDNs", dns.APIFQDNs, false)
	if len(dns.APIFQDNs) == 0 {
		r.Warnf("externalDNS.apiFQDNs", "not set: its network policy lets it reach no DNS provider; write the host names of the provider's API")
	}
	if len(dns.APIFQDNs) > 0 && spec.NetworkPolicy.Dialect == dialectKubernetes {
		r.Warnf("externalDNS.apiFQDNs", "a NetworkPolicy knows addresses only, and lets external-dns reach every address on port 443; write dialect: Cilium to pin it to "+
			"these names")
	}
	validateExternalDNSArgs(r, dns)
	for i, hostname := range spec.Hostnames {
		within := func(domain string) bool { return hostname == domain || strings.HasSuffix(hostname, "."+domain) }
		if len(dns.Domains) > 0 && !slices.ContainsFunc(dns.Domains, within) {
			r.Warnf(fmt.Sprintf("hostnames[%d]", i), "%q is in none of spec.externalDNS.domains, and gets no record; add its domain there", hostname)
		}
	}
}

// validateExternalDNSArgs looks at arguments that undo what the fields say.
func validateExternalDNSArgs(r *report.Report, dns ExternalDNS) {
	providers := dns.Webhook != nil
	const domains = "the domains are those of externalDNS.domains"
	instead := map[string]string{
		"--namespace":           "the namespace is the app's own",
		"--gateway-namespace":   "the Gateway's namespace is externalDNS.gatewayNamespace",
		"--domain-filter":       domains,
		"--regex-domain-filter": domains, // external-dns then ignores --domain-filter
	}
	for i, arg := range dns.Args {
		at := fmt.Sprintf("externalDNS.args[%d]", i)
		name, text, _ := strings.Cut(arg, "=")
		switch {
		case !strings.HasPrefix(arg, "--"):
			r.Errorf(at, "found %q; write --name=value in one", arg)
		case name == "--txt-owner-id" && text != dns.OwnerID:
			r.Warnf(at, "takes the place of ownerId %q: records that carry another id are left alone from then on", dns.OwnerID)
		case instead[name] != "":
			r.Errorf(at, "%s would let it touch what is not the tenant's; drop it: %s", name, instead[name])
		case name == "--registry" && text == "noop":
			r.Errorf(at, "without a registry it takes every record of the domains for its own, and deletes those of others; drop it")
		case name == "--provider":
			if dns.Webhook != nil && text != "webhook" {
				r.Errorf(at, "found %q beside externalDNS.webhook; keep one of the two", arg)
			}
			providers = true
		}
	}
	if !providers {
		r.Warnf("externalDNS.args", "name no provider, and external-dns does not start without one; write --provider=…, or externalDNS.webhook")
	}
}
