package webapp

import "testing"

func TestSecrets(t *testing.T) {
	t.Parallel()
	const (
		generated = "generatedSecrets: [{name: admin, key: code, remoteKey: apps/acme/admin, password: {length: 32}}]"
		several   = "generatedSecrets: [{name: admin, data: [{key: a, remoteKey: apps/acme/a}, {key: b, remoteKey: apps/acme/b, property: p}]}]"
		read      = "secrets: [{name: smtp, data: [{secretKey: password, remoteRef: {key: apps/acme/smtp}}]}]"
	)
	testObjects(t, []objectTest{
		{"external secret", read, "ExternalSecret smtp", "spec",
			"{data: [{remoteRef: {key: apps/acme/smtp}, secretKey: password}], refreshInterval: 1h, " +
				"secretStoreRef: {kind: SecretStore, name: tenant}, target: {creationPolicy: Owner, name: smtp}}"},
		{"generator needs no store", "secrets: [{name: a, dataFrom: [{sourceRef: {generatorRef: {kind: Password, name: a}}}]}]",
			"ExternalSecret a", "spec.secretStoreRef", absent},
		{"store logs in as the tenant",
			"tenant: acme-shop\nsecretStore: {enabled: true, provider: {vault: {server: 'https://bao.example.org', auth: {kubernetes: {mountPath: k, role: r}}}}}",
			"SecretStore tenant", "spec.provider.vault.auth.kubernetes.serviceAccountRef", "{name: acme-shop}"},
		{"no store", "", "SecretStore tenant", "spec", absent},
		{"password", generated, "Password admin", "spec.length", "32"},
		{"password by default", several, "Password admin", "spec.length", "24"},
		{"written once", generated, "PushSecret admin", "spec",
			"{data: [{match: {remoteRef: {property: code, remoteKey: apps/acme/admin}, secretKey: password}}], refreshInterval: '0', " +
				"secretStoreRefs: [{kind: SecretStore, name: tenant}], selector: {generatorRef: " +
				"{apiVersion: generators.external-secrets.io/v1alpha1, kind: Password, name: admin}}, updatePolicy: IfNotExists}"},
		{"own key of the generator", "generatedSecrets: [{name: admin, key: c, remoteKey: r, password: {secretKeys: [k]}}]", "PushSecret admin",
			"spec.data[0].match.secretKey", "k"},
		{"read back", generated, "ExternalSecret admin", "spec.data", "[{remoteRef: {key: apps/acme/admin, property: code}, secretKey: code}]"},
		{"read back from the store", generated, "ExternalSecret admin", "spec.secretStoreRef", "{kind: SecretStore, name: tenant}"},
		{"several places", several, "PushSecret admin", "spec.data",
			"[{match: {remoteRef: {property: a, remoteKey: apps/acme/a}, secretKey: password}}, " +
				"{match: {remoteRef: {property: p, remoteKey: apps/acme/b}, secretKey: password}}]"},
		{"several keys", several, "ExternalSecret admin", "spec.data",
			"[{remoteRef: {key: apps/acme/a, property: a}, secretKey: a}, {remoteRef: {key: apps/acme/b, property: p}, secretKey: b}]"},
	})
}
