package crds

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/fivefold-dev/fivefold/internal/cnpg"
)

// TestCheckerSpeaksUp holds the checker to its word: one fault of each sort in an object that is right without it.
func TestCheckerSpeaksUp(t *testing.T) {
	t.Parallel()
	c := newChecker(t)
	const (
		cluster = "apiVersion: postgresql.cnpg.io/v1\nkind: Cluster\nmetadata: {name: db}\nspec: {instances: 1, storage: {size: 1Gi}, "
		route   = "apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: shop}\nspec: {"
		account = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: shop"
		reader  = "apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: {name: a}\nspec: {"
	)
	for _, test := range []struct{ name, object, want string }{
		{"right", cluster + "logLevel: debug}", ""},
		{"unknown field", cluster + "logLevels: debug}", "spec.logLevels: Forbidden: unknown field"},
		{"unknown field far below", cluster + "bootstrap: {initdb: {databases: a}}}", "spec.bootstrap.initdb.databases: Forbidden: unknown field"},
		{"unknown field of the metadata", "apiVersion: cert-manager.io/v1\nkind: Issuer\nmetadata: {name: a, nam: b}\nspec: {selfSigned: {}}", "metadata.nam: Forbidden: unknown field"},
		{"not in the enumeration", cluster + "logLevel: loud}", `spec.logLevel: Unsupported value: "loud"`},
		{"wrong type", cluster + "enablePDB: 1}", `spec.enablePDB: Invalid value: "integer"`},
		{"below the minimum", strings.Replace(cluster, "instances: 1", "instances: 0", 1) + "logLevel: debug}", "spec.instances: Invalid value: 0"},
		{"required field", "apiVersion: http.keda.sh/v1beta1\nkind: InterceptorRoute\nmetadata: {name: a}\nspec: {target: {service: a, port: 80}}", "spec.scalingMetric: Required value"},
		{"pattern", reader + "secretStoreRef: {name: A B}, data: [{secretKey: a, remoteRef: {key: a}}]}", `spec.secretStoreRef.name: Invalid value: "A B"`},
		{"variable", reader + `secretStoreRef: {name: "${STORE}"}, data: [{secretKey: a, remoteRef: {key: a}}]}`, ""},
		{"rule", route + "rules: [{filters: [{type: CORS}]}]}", "spec.rules[0].filters[0]: Invalid value: filter.cors must be specified"},
		{"rule that defaults obey", route + "rules: [{matches: [{path: {}}]}]}", ""},
		{"twice in a map", route + "rules: [{name: a, matches: [{headers: [{name: a, value: b}, {name: a, value: c}]}]}]}", "spec.rules[0].matches[0].headers[1]: Duplicate value"},
		{"name of an object", strings.Replace(cluster, "db", "D B", 1) + "logLevel: debug}", `metadata.name: Invalid value: "D B"`},
		{"label", "apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: a, labels: {a: b c}}\nspec: {scaleTargetRef: {name: a}, triggers: [{type: cpu, metadata: {value: '70'}}]}", `metadata.labels: Invalid value: "b c"`},
		{"native", account + "}", ""},
		{"unknown field of a native kind", account + "}\nsecret: []", `unknown field "secret"`},
		{"name of a native object", account + ".}", "metadata.name: Invalid value"},
		{"no kind", "apiVersion: example.org/v1\nkind: Widget\nmetadata: {name: a}", "kind: Invalid value: null: neither native nor"},
		{"version that is not served", strings.Replace(cluster, "cnpg.io/v1", "cnpg.io/v1beta1", 1) + "logLevel: debug}", "kind: Invalid value: null: neither native nor"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text, err := yaml.YAMLToJSON([]byte(test.object))
			if err != nil {
				t.Fatal(err)
			}
			_, faults := c.check(text)
			switch {
			case test.want == "" && len(faults) > 0:
				t.Errorf("refuses what is right: %v", faults)
			case test.want != "" && (len(faults) != 1 || !strings.Contains(faults[0].Error(), test.want)):
				t.Errorf("got %v\nwant %s", faults, test.want)
			}
		})
	}
}

// TestBackupPlugin holds what a Cluster says of the Barman Cloud plugin, which no definition knows, to the plugin's code.
func TestBackupPlugin(t *testing.T) {
	t.Parallel()
	folder := moduleFolders(t)["github.com/cloudnative-pg/plugin-barman-cloud"]
	for file, want := range map[string]string{
		"internal/cnpgi/metadata/constants.go":     `"` + cnpg.BackupPlugin + `"`,
		"internal/cnpgi/operator/config/config.go": `Parameters["barmanObjectName"]`,
	} {
		source, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(source), want) {
			t.Errorf("%s does not mention %s", file, want)
		}
	}
}
