package webapp

import "testing"

func TestCertificate(t *testing.T) {
	t.Parallel()
	with := func(issuer string) string {
		return "hostnames: [shop.example.org]\nroute: {redirects: [{from: www.example.org, to: shop.example.org}]}\n" +
			"networkPolicy: {dialect: Cilium}\ncertificate: {enabled: true, issuer: " + issuer + "}"
	}
	const (
		http = "{acme: {privateKeySecretRef: {name: account}, server: 'https://acme.example.com', solvers: [{http01: {gatewayHTTPRoute: {}}}]}}"
		dns  = "{acme: {solvers: [{dns01: {webhook: {groupName: g}}}]}}"
		ref  = "{issuerRef: {name: letsencrypt}}"
	)
	testObjects(t, []objectTest{
		{"issuer", with(http), "Issuer shop", "spec", http},
		{"certificate", with(http), "Certificate shop", "spec",
			"{dnsNames: [shop.example.org, www.example.org], issuerRef: {group: cert-manager.io, kind: Issuer, name: shop}, secretName: shop-tls}"},
		{"grant", with(http), "ReferenceGrant shop-tls", "spec",
			"{from: [{group: gateway.networking.k8s.io, kind: Gateway, namespace: kube-system}], to: [{group: '', kind: Secret, name: shop-tls}]}"},
		{"grant lies where the Secret is", with(http), "ReferenceGrant shop-tls", "metadata.namespace", "acme"},
		{"solver is reached", with(http), "CiliumNetworkPolicy shop-acme-solver", "spec",
			"{egress: [{}], endpointSelector: {matchLabels: {acme.cert-manager.io/http01-solver: 'true'}}, " +
				"ingress: [{fromEntities: [ingress], toPorts: [{ports: [{port: '8089', protocol: TCP}]}]}]}"},
		{"no solver for DNS", with(dns), "CiliumNetworkPolicy shop-acme-solver", "spec", absent},
		{"issuer that may solve over HTTP", with(ref), "CiliumNetworkPolicy shop-acme-solver", "spec.endpointSelector",
			"{matchLabels: {acme.cert-manager.io/http01-solver: 'true'}}"},
		{"issuer of another group", with("{issuerRef: {name: ca, kind: StepIssuer, group: certmanager.step.sm}}"), "CiliumNetworkPolicy shop-acme-solver",
			"spec", absent},
		{"issuer that may solve, and no Gateway", "certificate: {enabled: true, dnsNames: [a.b], issuer: " + ref + "}", "NetworkPolicy shop-acme-solver",
			"spec", absent},
		{"grant in the Gateway's own namespace", "certificate: {enabled: true, gatewayNamespace: acme, dnsNames: [a.b], issuer: " + ref + "}",
			"ReferenceGrant shop-tls", "spec", absent},
		{"issuer that is there", with(ref), "Issuer shop", "spec", absent},
		{"reference", with(ref), "Certificate shop", "spec.issuerRef", "{group: cert-manager.io, kind: Issuer, name: letsencrypt}"},
		{"none by default", "hostnames: [a.b]", "Certificate shop", "spec", absent},
	})
}
