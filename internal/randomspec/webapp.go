package randomspec

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
)

// Canary is a secret by its form: no declaration that holds it may be accepted, and no message may repeat it.
const Canary = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"

// ForWebApp returns a generator with texts for the fields of a WebApp.
func ForWebApp(random *rand.Rand) Generator {
	return Generator{
		Random: random,
		Any: []string{"x", "shop", "{name}", "{namespace}-x", "${X}", "", "a b", "-----BEGIN PRIVATE KEY-----", Canary, "1", "ä\u2028",
			"REPLACE_ME", "/data", "../x"},
		Meant: map[string][]string{
			"accessModes":        {"ReadWriteOnce", "ReadWriteMany", "ReadWriteTwice"},
			"add":                {"NET_BIND_SERVICE", "NET_ADMIN"},
			"appProtocol":        {"kubernetes.io/h2c", "http"},
			"args":               {"serve", "--policy=sync", "--provider=exampledns", "--txt-owner-id=x"},
			"cidrs":              {"10.0.0.0/8", "10.0.0.1/8", "fd00::/8", "10.0.0.1"},
			"command":            {"/app/run", "sh"},
			"concurrencyPolicy":  {"Forbid", "Allow"},
			"database":           {"shop", "postgres"},
			"dialect":            {"Kubernetes", "Cilium"},
			"dnsNames":           {"shop.example.org", "*.example.org"},
			"domains":            {"example.org"},
			"drop":               {"ALL", "NET_RAW"},
			"entities":           {"world", "kube-apiserver", "host"},
			"except":             {"10.1.0.0/16", "10.0.0.0/8", "fd00::/16"},
			"fqdns":              {"api.example.org", "*.example.org", "*"},
			"from":               {"www.example.org", "old.example.org"},
			"to":                 {"shop.example.org"},
			"host":               {"", "10.0.0.1"},
			"hostnames":          {"shop.example.org", "www.example.org", "*.example.org", "https://x"},
			"image":              {"registry.example.org/shop:1.4.2", "registry.example.org/proxy:1.0.0", "shop", "registry.example.org/Shop"},
			"imagePullPolicy":    {"Always", "IfNotPresent", "always"},
			"interval":           {"30s", "1m"},
			"key":                {"apps/shop/a", "apps/other/a", "team", "a.example/b", "KEY", "app.kubernetes.io/name", "on", "/etc/a.conf", "/etc", "!"},
			"kind":               {"SecretStore", "ClusterSecretStore", "Issuer", "ClusterIssuer", "Gateway", "Service", "Password"},
			"medium":             {"", "Memory"},
			"mountPath":          {"/data", "/tmp", "/var/lib", "/"},
			"name":               {"shop", "app", "data", "tmp", "proxy", "API_TOKEN", "MODE", "Not A Name"},
			"namespace":          {"shop", "kube-system", "monitoring"},
			"namespaces":         {"monitoring", "keda"},
			"operator":           {"In", "Exists", "Equal"},
			"path":               {"/tmp", "/var/cache", "/healthz", "x", "/"},
			"protocol":           {"TCP", "UDP"},
			"procMount":          {"Default", "Unmasked"},
			"remoteKey":          {"apps/shop/a", "apps/shop/b", "apps/other/a"},
			"restartPolicy":      {"Always", "Never", "OnFailure"},
			"schedule":           {"0 3 * * *", "0 0 3 * * *", "@daily", "61 * * * *"},
			"secretKey":          {"a", "b"},
			"secretPath":         {"apps/shop/", "apps/", ""},
			"sectionName":        {"https", "http"},
			"server":             {"https://acme.example.com/directory"},
			"serviceAccountName": {"shop", "default"},
			"size":               {"1Gi", "2048Mi", "0", "x"},
			"storageClassName":   {"fast"},
			"tenant":             {"shop", "lab"},
			"type":               {"RuntimeDefault", "Localhost", "Unconfined", "Recreate", "RollingUpdate", "PathPrefix", "RequestRedirect"},
			"value":              {"on", "https://$(HOST)/", "1", "/", "postgres://u:hunter2@db/x"},
			"whenUnsatisfiable":  {"ScheduleAnyway", "DoNotSchedule"},
		},
	}
}

// WebApp returns the spec of a web application, of type t: a valid one, of which a few fields are random.
func (g Generator) WebApp(t reflect.Type) map[string]any {
	object := map[string]any{
		"image":         "registry.example.org/shop:1.4.2",
		"route":         map[string]any{"parentRefs": []any{map[string]any{"name": "shared", "namespace": "kube-system", "sectionName": "https"}}},
		"networkPolicy": map[string]any{"dialect": g.Pick("Kubernetes", "Cilium"), "gateway": map[string]any{"namespace": "gateway-system"}},
	}
	features := map[string]any{
		"hostnames": []any{"shop.example.org"},
		"database": g.Choose(
			map[string]any{"enabled": true, "size": "2048Mi"},
			map[string]any{"enabled": true, "parameters": map[string]any{"max_connections": "50"}, "cluster": map[string]any{"logLevel": "debug"},
				"backup": map[string]any{"schedule": "0 0 3 * * *", "objectStore": "backup"}},
		),
		"scaling": g.Choose(
			map[string]any{"maxReplicas": 4, "cpuUtilization": 70},
			map[string]any{"maxReplicas": 4, "http": map[string]any{"enabled": true}},
		),
		"storage": []any{map[string]any{"name": "data", "mountPath": "/data", "size": "5Gi", "accessModes": []any{"ReadWriteMany"}}},
		"sidecars": []any{map[string]any{"name": "proxy", "image": "registry.example.org/proxy:1.0.0",
			"resources":       map[string]any{"requests": map[string]any{"cpu": "10m"}},
			"securityContext": map[string]any{"runAsUser": 101}}},
		"initContainers": []any{map[string]any{"name": "migrate", "command": []any{"/app/migrate"}}},
		"cronJobs":       []any{map[string]any{"name": "report", "schedule": "0 3 * * *", "command": []any{"/app/report"}}},
		"certificate": map[string]any{"enabled": true, "dnsNames": []any{"shop.example.org"}, "issuer": g.Choose(
			map[string]any{"issuerRef": map[string]any{"name": "ca"}},
			map[string]any{"selfSigned": map[string]any{}},
			map[string]any{"acme": map[string]any{
				"server": "https://acme.example.com/directory", "privateKeySecretRef": map[string]any{"name": "account"},
				"solvers": []any{map[string]any{"http01": map[string]any{"gatewayHTTPRoute": map[string]any{"parentRefs": []any{map[string]any{"name": "shared"}}}}}},
			}},
		)},
		"externalDNS": map[string]any{"enabled": true, "domains": []any{"example.org"}, "image": "registry.example.org/external-dns:v0.21.0",
			"webhook": map[string]any{"name": "webhook", "image": "registry.example.org/webhook:1.0.0"}},
		"secrets": []any{map[string]any{"name": "mail", "data": []any{map[string]any{
			"secretKey": "user", "remoteRef": map[string]any{"key": "apps/shop/mail", "property": "user"}}}}},
		"secretStore":      map[string]any{"enabled": true, "provider": vault()},
		"generatedSecrets": []any{map[string]any{"name": "admin", "key": "code", "remoteKey": "apps/shop/admin"}},
		"configFiles":      map[string]any{"/etc/shop/app.yaml": "level: info\n"},
		"metrics":          map[string]any{"enabled": true, "port": 9090, "namespace": "monitoring"},
	}
	for _, name := range slices.Sorted(maps.Keys(features)) {
		if g.Random.IntN(3) == 0 {
			object[name] = features[name]
		}
	}
	if route, ok := object["route"].(map[string]any); ok && g.Random.IntN(4) == 0 {
		route["redirects"] = []any{map[string]any{"from": "www.example.org", "to": "shop.example.org"}}
	}
	for range g.Random.IntN(4) {
		g.SetField(object, t)
	}
	return object
}

// vault is the provider of a store.
func vault() map[string]any {
	return map[string]any{"vault": map[string]any{
		"server": "https://vault.example.org", "path": "secret",
		"auth": map[string]any{"kubernetes": map[string]any{"mountPath": "kubernetes", "role": "shop"}},
	}}
}

// WebAppName draws the name of an application.
func (g Generator) WebAppName() string {
	return g.Pick("shop", "shop", "shop", "shop", "a", "Shop", "9shop", "", strings.Repeat("a", 63), strings.Repeat("a", 64))
}
