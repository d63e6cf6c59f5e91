package randomspec

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
)

// ForTenant returns a generator with texts for the fields of a Tenant.
func ForTenant(random *rand.Rand) Generator {
	return Generator{
		Random: random,
		Any: []string{
			"x", "shop", "{name}", "{namespace}-x", "${X}", "", "a b", "-----BEGIN PRIVATE KEY-----", Canary, "1", "ä\u2028",
		},
		Meant: map[string][]string{
			"namespace":          {"shop", "kube-system", "flux-system", "lab"},
			"url":                {"oci://registry.example.org/acme/{name}", "https://git.example.org/acme/shop", "ssh://git@git.example.org/a/b", "oci://user:hunter2@r.example.org/a"},
			"clusterRole":        {"edit", "admin", "cluster-admin"},
			"clusterRoleName":    {"view", "cluster-admin"},
			"globalClusterRole":  {"dns", "cluster-admin", "view"},
			"serviceAccountName": {"shop", "default", "flux"},
			"verbs":              {"get", "list", "*", "escalate", "create", "impersonate"},
			"resources":          {"pods", "*", "rolebindings", "serviceaccounts/token"},
			"apiGroups":          {"", "apps", "*", "rbac.authorization.k8s.io"},
			"kind":               {"Group", "User", "ServiceAccount", "ClusterSecretStore", "SecretStore", "Deployment"},
			"dialect":            {"Kubernetes", "Cilium"},
			"provider":           {"cosign", "notation", "generic", "aws"},
			"enforce":            {"restricted", "baseline"},
			"type":               {"Container", "Pod"},
			"semver":             {">=1.0.0", "1.x", "x.y.z!"},
			"issuer":             {`^https://token\.actions\.githubusercontent\.com$`, `.*`, `^.*$`, `^A|B$`, `(`},
			"subject":            {`^https://github\.com/acme/ci/.*@[0-9a-f]{40}$`, `.*`, `^.+$`, `(?m)^a$`},
			"patch":              {"- {op: remove, path: /spec/replicas}", "kind: Secret\nstringData: {password: hunter2}", "{", "x"},
			"current":            {"status.ready", "status.ready >"},
			"name":               {"shop", "app", "registry-auth", "default", "Not A Name"},
			"key":                {"team", "a.example/b", "pod-security.kubernetes.io/enforce", "kustomize.toolkit.fluxcd.io/name", "password", "on", "!"},
		},
	}
}

// Tenant returns the spec of a tenant, of type t: a valid one, of which a few fields are random.
func (g Generator) Tenant(t reflect.Type) map[string]any {
	object := map[string]any{
		"source": map[string]any{
			"url": g.Pick("oci://registry.example.org/acme/shop", "https://git.example.org/acme/shop", "oci://registry.example.org/acme/shop"),
			"verify": g.Choose(
				map[string]any{"matchOIDCIdentity": []any{map[string]any{
					"issuer":  `^https://token\.actions\.githubusercontent\.com$`,
					"subject": `^https://github\.com/acme/ci/\.github/workflows/publish\.yaml@[0-9a-f]{40}$`,
				}}},
				map[string]any{"secretRef": map[string]any{"name": "keys"}},
				nil,
			),
		},
	}
	features := map[string]any{
		"rbac": map[string]any{"role": map[string]any{"name": "deploy", "rules": []any{
			map[string]any{"apiGroups": []any{"apps"}, "resources": []any{"*"}, "verbs": []any{"get", "list", "watch", "create", "patch", "update", "delete"}},
		}}},
		"networkPolicy": map[string]any{"dialect": g.Pick("Kubernetes", "Cilium"), "allowDNS": true, "allowSameNamespace": true},
		"pullSecret": map[string]any{"enabled": true, "name": "registry",
			"secretStoreRef": map[string]any{"name": "shared", "kind": "ClusterSecretStore"}, "remoteRef": map[string]any{"key": "registry"}},
		"secretStore": map[string]any{"enabled": true, "provider": vault()},
		"secrets": []any{map[string]any{"name": "mail", "secretStoreRef": map[string]any{"name": "shop"},
			"data": []any{map[string]any{"secretKey": "user", "remoteRef": map[string]any{"key": "mail"}}}}},
	}
	for _, name := range slices.Sorted(maps.Keys(features)) {
		if g.Random.IntN(4) == 0 {
			object[name] = features[name]
		}
	}
	g.setFields(object, t)
	return object
}

// TenantPlatform returns what a platform sets for its tenants, which is nothing every other time.
func (g Generator) TenantPlatform(t reflect.Type) map[string]any {
	object := map[string]any{}
	if g.Random.IntN(2) == 0 {
		g.setFields(object, t)
	}
	return object
}

func (g Generator) setFields(object map[string]any, t reflect.Type) {
	for range g.Random.IntN(5) {
		g.SetField(object, t)
	}
}

// TenantName draws the name of a tenant.
func (g Generator) TenantName() string {
	return g.Pick("shop", "shop", "shop", "a", "kube-system", "Shop", "", strings.Repeat("a", 64))
}
