package webapp

import "testing"

func TestNetworkPolicy(t *testing.T) {
	t.Parallel()
	const object = "NetworkPolicy shop"
	testObjects(t, []objectTest{
		{"closed but for the name server", "", object, "spec",
			"{egress: [{ports: [{port: 53, protocol: UDP}, {port: 53, protocol: TCP}], to: [{namespaceSelector: {matchLabels: " +
				"{kubernetes.io/metadata.name: kube-system}}, podSelector: {matchLabels: {k8s-app: kube-dns}}}]}], " +
				"podSelector: {matchLabels: {app.kubernetes.io/part-of: shop}}, policyTypes: [Ingress, Egress]}"},
		{"gateway is one peer", "hostnames: [a.b]\nnetworkPolicy: {gateway: {namespace: gw, labels: {app: envoy}}}", object, "spec.ingress",
			"[{from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: gw}}, podSelector: {matchLabels: {app: envoy}}}], " +
				"ports: [{port: 8080, protocol: TCP}]}]"},
		{"gateway reaches what a rule names", "hostnames: [a.b]\nnetworkPolicy: {gateway: {namespace: gw}}\nsidecars: [{name: s, image: s:1, ports: [{name: feed, " +
			"containerPort: 9001}]}]\nservice: {extraPorts: [{name: feed, port: 81, targetPort: feed}, {name: raw, port: 82}, {name: number, port: 83, targetPort: 9003}, " +
			"{name: unused, port: 84}]}\nroute: {rules: [{backendRefs: [{name: shop, port: 80}, {name: shop, port: 81}, {name: shop, port: 82}, {name: shop, port: 83}, " +
			"{name: other, port: 84}]}]}", object, "spec.ingress[0].ports",
			"[{port: 8080, protocol: TCP}, {port: 9001, protocol: TCP}, {port: 82, protocol: TCP}, {port: 9003, protocol: TCP}]"},
		{"gateway reaches the metrics if a rule names them", "hostnames: [a.b]\nmetrics: {enabled: true, port: 9100}\nroute: {rules: [{backendRefs: [{name: shop, port: 9100}]}]}",
			object, "spec.ingress[0].ports", "[{port: 8080, protocol: TCP}, {port: 9100, protocol: TCP}]"},
		{"no route, no gateway", "networkPolicy: {gateway: {namespace: gw}}", object, "spec.ingress", absent},
		{"no name server", "networkPolicy: {allowDNS: false}", object, "spec.egress", absent},
		{"name server on the node", "networkPolicy: {dns: {nodeLocal: 169.254.20.10}}", object, "spec.egress[1].to",
			"[{ipBlock: {cidr: 169.254.20.10/32}}]"},
		{"same namespace", "networkPolicy: {allowSameNamespace: true}", object, "spec.ingress", "[{from: [{podSelector: {}}]}]"},
		{"namespace", "networkPolicy: {egress: {namespaces: [other]}}", object, "spec.egress[1]",
			"{to: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: other}}}]}"},
		{"exceptions lie within", "networkPolicy: {egress: {rules: {out: {cidrs: [0.0.0.0/0, '::/0'], except: [10.0.0.0/8], ports: [{port: 25}]}}}}",
			object, "spec.egress[1]",
			"{ports: [{port: 25, protocol: TCP}], to: [{ipBlock: {cidr: 0.0.0.0/0, except: [10.0.0.0/8]}}, {ipBlock: {cidr: '::/0'}}]}"},
		{"rules by name", "networkPolicy: {ingress: {rules: {b: {namespaces: [other]}, a: {labels: {x: z}, ports: [{port: 1, endPort: 9, protocol: UDP}]}}}}",
			object, "spec.ingress",
			"[{from: [{podSelector: {matchLabels: {x: z}}}], ports: [{endPort: 9, port: 1, protocol: UDP}]}, " +
				"{from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: other}}}]}]"},
		{"database", "database: {enabled: true}", object, "spec.egress[1]",
			"{ports: [{port: 5432, protocol: TCP}], to: [{podSelector: {matchLabels: {cnpg.io/cluster: shop-db}}}]}"},
		{"other dialect", "", "CiliumNetworkPolicy shop", "spec", absent},
	})
}

func TestCiliumPolicy(t *testing.T) {
	t.Parallel()
	const (
		object = "CiliumNetworkPolicy shop"
		dns    = "toEndpoints: [{matchLabels: {'k8s:io.kubernetes.pod.namespace': kube-system, k8s-app: kube-dns}}], " +
			"toPorts: [{ports: [{port: '53', protocol: UDP}, {port: '53', protocol: TCP}]"
	)
	with := func(text string) string { return "hostnames: [a.b]\nnetworkPolicy: {dialect: Cilium" + text + "}" }
	testObjects(t, []objectTest{
		{"selector", with(""), object, "spec.endpointSelector", "{matchLabels: {app.kubernetes.io/part-of: shop}}"},
		{"gateway is the ingress entity", with(", gateway: {namespace: gw}"), object, "spec.ingress",
			"[{fromEntities: [ingress], toPorts: [{ports: [{port: '8080', protocol: TCP}]}]}]"},
		{"namespace by its label", with(", ingress: {namespaces: [monitoring]}"), object, "spec.ingress[1]",
			"{fromEndpoints: [{matchLabels: {'k8s:io.kubernetes.pod.namespace': monitoring}}]}"},
		{"own namespace", with(", allowSameNamespace: true"), object, "spec.ingress[1]", "{fromEndpoints: [{}]}"},
		{"name server", with(""), object, "spec.egress", "[{" + dns + "}]}]"},
		{"host names bring the proxy", with(", egress: {fqdns: [api.example.com, '*.storage.example.com']}"), object, "spec.egress",
			"[{" + dns + ", rules: {dns: [{matchPattern: '*'}]}}]}, {toFQDNs: [{matchName: api.example.com}, " +
				"{matchPattern: '*.storage.example.com'}], toPorts: [{ports: [{port: '443', protocol: TCP}]}]}]"},
		{"host names bring the proxy in any case", with(", allowDNS: false, egress: {rules: {a: {fqdns: [a.b]}}}"), object, "spec.egress[0]",
			"{" + dns + ", rules: {dns: [{matchPattern: '*'}]}}]}"},
		{"host names of a rule are asked for on the port of HTTPS", with(", egress: {rules: {a: {fqdns: [a.b]}}}"), object, "spec.egress[1].toPorts",
			"[{ports: [{port: '443', protocol: TCP}]}]"},
		{"name server on the node is seen by the proxy", with(", dns: {nodeLocal: 169.254.20.10}, egress: {fqdns: [a.b]}"), object, "spec.egress[1]",
			"{toCIDRSet: [{cidr: 169.254.20.10/32}], toPorts: [{ports: [{port: '53', protocol: UDP}, {port: '53', protocol: TCP}], " +
				"rules: {dns: [{matchPattern: '*'}]}}]}"},
		{"name server on the node is the host, too", with(", dns: {nodeLocal: 169.254.20.10}"), object, "spec.egress[2].toEntities", "[host]"},
		{"entities", with(", egress: {rules: {a: {entities: [kube-apiserver]}}}"), object, "spec.egress[1]", "{toEntities: [kube-apiserver]}"},
		{"who comes in by entity and by range", with(", ingress: {rules: {a: {entities: [world], ports: [{port: 8080}]}, b: {cidrs: [192.0.2.0/24], " +
			"except: [192.0.2.1/32]}}}"), object, "spec.ingress",
			"[{fromEntities: [ingress], toPorts: [{ports: [{port: '8080', protocol: TCP}]}]}, " +
				"{fromEntities: [world], toPorts: [{ports: [{port: '8080', protocol: TCP}]}]}, " +
				"{fromCIDRSet: [{cidr: 192.0.2.0/24, except: [192.0.2.1/32]}]}]"},
		{"pods of another namespace", with(", egress: {rules: {a: {namespaces: [other], labels: {app: ldap}}}}"), object, "spec.egress[1]",
			"{toEndpoints: [{matchLabels: {'k8s:io.kubernetes.pod.namespace': other, app: ldap}}]}"},
		{"ranges", with(", egress: {rules: {a: {cidrs: [10.0.0.0/8], except: [10.1.0.0/16]}}}"), object, "spec.egress[1]",
			"{toCIDRSet: [{cidr: 10.0.0.0/8, except: [10.1.0.0/16]}]}"},
		{"closed both ways", "networkPolicy: {dialect: Cilium, allowDNS: false}", object, "spec",
			"{egress: [{}], endpointSelector: {matchLabels: {app.kubernetes.io/part-of: shop}}, ingress: [{}]}"},
		{"other dialect", with(""), "NetworkPolicy shop", "spec", absent},
	})
}
