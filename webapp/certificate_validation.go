package webapp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/report"
)

func validateCertificate(r *report.Report, spec Spec) {
	c := spec.Certificate
	if !isTrue(c.Enabled) {
		return
	}
	b := builder{name: r.Name, spec: spec}
	for i, name := range c.DNSNames {
		validateHost(r, fmt.Sprintf("certificate.dnsNames[%d]", i), name, true)
	}
	if len(b.dnsNames()) == 0 {
		r.OwnErrorf("certificate.dnsNames", "not set, and there are no hostnames; write the names of the certificate")
	}
	validateNamespaceName(r, "certificate.gatewayNamespace", c.GatewayNamespace)
	if c.Issuer == nil {
		r.Errorf("certificate.issuer", "not set; write issuerRef: {name: …} for an Issuer of the namespace, or what signs, as in acme: {…}")
		return
	}
	issuer, _ := fieldpath.Get(r.Layers.Merged, "certificate.issuer")
	fields, _ := issuer.(map[string]any)
	if names := slices.Sorted(maps.Keys(fields)); len(names) > 1 {
		r.Errorf("certificate.issuer", "found %s; one signs: keep one", strings.Join(names, " and "))
	}
	if ref := c.Issuer.IssuerRef; ref != nil {
		validateObjectName(r, "certificate.issuer.issuerRef.name", ref.Name)
		if strings.HasSuffix(ref.Kind, "ClusterIssuer") { // those of external issuers, too
			r.Errorf("certificate.issuer.issuerRef.kind", "found %s, which acts for all tenants; write the name of an Issuer of the namespace, or an acme issuer here", ref.Kind)
		}
	}
	if acme := c.Issuer.ACME; acme != nil {
		validateACME(r, "certificate.issuer.acme", *acme, b.dnsNames())
	}
	if len(fields) == 0 {
		r.Errorf("certificate.issuer", "empty; write issuerRef: {name: …} for an Issuer of the namespace, or what signs, as in acme: {…}")
	}
}

// https://cert-manager.io/docs/configuration/acme/
func validateACME(r *report.Report, at string, acme ACMEIssuer, names []string) {
	switch {
	case acme.Server == "":
		r.Errorf(at+".server", "not set; write the URL of the ACME directory")
	case !strings.HasPrefix(acme.Server, "https://") && !isVariable(acme.Server):
		r.Errorf(at+".server", "found %q; write the URL of the ACME directory, https://…", acme.Server)
	}
	if key := acme.PrivateKeySecretRef; key == nil || key.Name == "" {
		r.Errorf(at+".privateKeySecretRef.name", "not set; write the name of the Secret that cert-manager keeps the account's key in")
	}
	if len(acme.Solvers) == 0 {
		r.Errorf(at+".solvers", "not set; write how to prove the names, as in [{http01: {gatewayHTTPRoute: {parentRefs: [{name: …, namespace: …}]}}}]")
	}
	dns := false
	for i, solver := range acme.Solvers {
		dns = dns || solver.DNS01 != nil
		if (solver.DNS01 == nil) == (solver.HTTP01 == nil) {
			r.Errorf(fmt.Sprintf("%s.solvers[%d]", at, i), "wants one of dns01 and http01; write one")
		}
	}
	for _, name := range names {
		if strings.HasPrefix(name, "*.") && !dns && len(acme.Solvers) > 0 {
			r.Errorf(at+".solvers", "HTTP-01 cannot prove the wildcard %q; write a dns01 solver, or host names without a star", name)
		}
	}
}
