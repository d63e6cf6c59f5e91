package webapp

import "testing"

func TestRoutes(t *testing.T) {
	t.Parallel()
	const (
		parent = "parentRefs: [{name: shared, namespace: kube-system, sectionName: https}]"
		hosts  = "hostnames: [shop.example.org]\n"
	)
	testObjects(t, []objectTest{
		{"route", hosts + "route: {" + parent + "}", "HTTPRoute shop", "spec",
			"{hostnames: [shop.example.org], parentRefs: [{name: shared, namespace: kube-system, sectionName: https}], " +
				"rules: [{backendRefs: [{name: shop, port: 80}]}]}"},
		{"no hostnames", "route: {" + parent + ", rules: [{}]}", "HTTPRoute shop", "spec", absent},
		{"rule without a backend", hosts + "route: {rules: [{matches: [{path: {value: /a}}]}]}", "HTTPRoute shop", "spec.rules",
			"[{backendRefs: [{name: shop, port: 80}], matches: [{path: {value: /a}}]}]"},
		{"rule that redirects", hosts + "route: {rules: [{filters: [{type: RequestRedirect, requestRedirect: {scheme: https}}]}]}",
			"HTTPRoute shop", "spec.rules[0].backendRefs", absent},
		{"annotations", hosts + "annotations: {a: b}\nroute: {annotations: {c: d}}", "HTTPRoute shop", "metadata.annotations", "{a: b, c: d}"},
		{"redirect", hosts + "route: {" + parent + ", redirects: [{from: www.example.org, to: shop.example.org}]}",
			"HTTPRoute shop-redirect-www.example.org", "spec",
			"{hostnames: [www.example.org], parentRefs: [{name: shared, namespace: kube-system, sectionName: https}], " +
				"rules: [{filters: [{requestRedirect: {hostname: shop.example.org, statusCode: 301}, type: RequestRedirect}]}]}"},
		{"redirect by another listener", hosts + "route: {" + parent + ", redirects: [{from: a.b, to: c.d, statusCode: 308, parentRefs: [{name: x}]}]}",
			"HTTPRoute shop-redirect-a.b", "spec.parentRefs", "[{name: x}]"},
	})
}

func TestService(t *testing.T) {
	t.Parallel()
	testObjects(t, []objectTest{
		{"service", "", "Service shop", "spec",
			"{ports: [{name: http, port: 80, targetPort: http}], selector: {app.kubernetes.io/name: shop}}"},
		{"service carries the label", "labels: {app.kubernetes.io/name: other}", "Service shop", "metadata.labels", "{app.kubernetes.io/name: shop}"},
		{"budget", "", "PodDisruptionBudget shop", "spec", "{maxUnavailable: 1, selector: {matchLabels: {app.kubernetes.io/name: shop}}}"},
		{"budget's policy", "podDisruptionBudget: {unhealthyPodEvictionPolicy: AlwaysAllow}", "PodDisruptionBudget shop", "spec",
			"{maxUnavailable: 1, selector: {matchLabels: {app.kubernetes.io/name: shop}}, unhealthyPodEvictionPolicy: AlwaysAllow}"},
		{"no budget", "podDisruptionBudget: null", "PodDisruptionBudget shop", "spec", absent},
		{"monitor", "metrics: {enabled: true}", "ServiceMonitor shop", "spec",
			"{endpoints: [{interval: 30s, path: /metrics, port: http}], selector: {matchLabels: {app.kubernetes.io/name: shop}}}"},
		{"monitor of another port", "metrics: {enabled: true, port: 9090}", "ServiceMonitor shop", "spec.endpoints[0].port", "metrics"},
		{"another port in the Service", "metrics: {enabled: true, port: 9090}", "Service shop", "spec.ports[1]",
			"{name: metrics, port: 9090, targetPort: metrics}"},
		{"scraper is admitted", "metrics: {enabled: true, port: 9090, namespace: monitoring}", "NetworkPolicy shop", "spec.ingress",
			"[{from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}}], ports: [{port: 9090, protocol: TCP}]}]"},
	})
}
