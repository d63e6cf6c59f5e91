package webapp

import "testing"

func TestExternalDNS(t *testing.T) {
	t.Parallel()
	const (
		deployment = "Deployment shop-external-dns"
		webhook    = "webhook: {name: hook, image: h:1, ports: [{name: hook, containerPort: 9999}]}"
	)
	with := func(text string) string {
		return "networkPolicy: {dialect: Cilium}\nreplicaFloor: {exemptLabels: {floor: exempt}}\n" +
			"externalDNS: {enabled: true, image: e:1, domains: [example.org], apiFQDNs: [api.dns.example.com]" + text + "}"
	}
	testObjects(t, []objectTest{
		{"one writer", with(""), deployment, "spec.strategy", "{type: Recreate}"},
		{"one pod", with(""), deployment, "spec.replicas", "1"},
		{"exempt of the floor", with(""), deployment, "metadata.labels", "{floor: exempt}"},
		{"arguments", with(", " + webhook), deployment, container + ".args",
			"[--source=gateway-httproute, --namespace=acme, --gateway-namespace=kube-system, --registry=txt, --txt-owner-id=acme, " +
				"--domain-filter=example.org, --provider=webhook, --webhook-provider-url=http://localhost:9999]"},
		{"own arguments once", with(", args: [--txt-owner-id=old, --policy=upsert-only]"), deployment, container + ".args",
			"[--source=gateway-httproute, --namespace=acme, --gateway-namespace=kube-system, --registry=txt, --domain-filter=example.org, " +
				"--txt-owner-id=old, --policy=upsert-only]"},
		{"hardened", with(""), deployment, container + ".securityContext", hardening},
		{"webhook is hardened", with(", " + webhook), deployment, pod + ".containers[1].securityContext", hardening},
		{"token in this pod only", with(""), deployment, pod + ".automountServiceAccountToken", "true"},
		{"token by no other way", with(""), "ServiceAccount external-dns", "automountServiceAccountToken", "false"},
		{"no pod of the app", with(""), deployment, "spec.template.metadata.labels", "{app.kubernetes.io/name: shop.external-dns}"},
		{"nobody reaches it", with(""), "CiliumNetworkPolicy shop-external-dns", "spec.ingress", "[{}]"},
		{"API server", with(""), "CiliumNetworkPolicy shop-external-dns", "spec.egress[1]", "{toEntities: [kube-apiserver]}"},
		{"its provider only", with(""), "CiliumNetworkPolicy shop-external-dns", "spec.egress[2]",
			"{toFQDNs: [{matchName: api.dns.example.com}], toPorts: [{ports: [{port: '443', protocol: TCP}]}]}"},
		{"name server without names of a provider", "externalDNS: {enabled: true, image: e:1, domains: [example.org]}", "NetworkPolicy shop-external-dns",
			"spec.egress[0].ports", "[{port: 53, protocol: UDP}, {port: 53, protocol: TCP}]"},
		{"proxy sees the names", with(""), "CiliumNetworkPolicy shop-external-dns", "spec.egress[0].toPorts[0].rules", "{dns: [{matchPattern: '*'}]}"},
		{"no budget", with(""), "PodDisruptionBudget shop-external-dns", "spec", absent},
		{"none by default", "", deployment, "spec", absent},
	})
}
