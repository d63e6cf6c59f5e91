package tenant

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/fivefold-dev/fivefold"
)

const identity = `
      matchOIDCIdentity:
      - issuer: ^https://token\.actions\.githubusercontent\.com$
        subject: ^https://github\.com/acme/ci/\.github/workflows/publish\.yaml@[0-9a-f]{40}$
`

const shop = `
apiVersion: fivefold.dev/v1alpha1
kind: Tenant
metadata:
  name: shop
spec:
  source:
    url: oci://registry.example.org/acme/shop
    ref: {semver: ">=1.0.0"}
    verify:` + identity

func parse(t testing.TB, text string) Tenant {
	t.Helper()
	var tenant Tenant
	if err := yaml.Unmarshal([]byte(text), &tenant); err != nil {
		t.Fatal(err)
	}
	return tenant
}

func parseSpec(t testing.TB, text string) Spec {
	t.Helper()
	var spec Spec
	if err := yaml.Unmarshal([]byte(text), &spec); err != nil {
		t.Fatal(err)
	}
	return spec
}

func build(t testing.TB, tenant Tenant, platform Spec) *Graph {
	t.Helper()
	graph, err := Build(tenant, platform)
	if err != nil {
		t.Fatal(err)
	}
	return graph
}

func yamlOf(t testing.TB, graph *Graph) string {
	t.Helper()
	text, err := graph.YAML()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestBuildIsPure(t *testing.T) {
	tenant := parse(t, shop+`
  labels: {team: shop}
  secrets:
  - name: app
    secretStoreRef: {kind: ClusterSecretStore, name: vault}
    dataFrom: [{extract: {key: apps/shop}}]
  sync: {timeout: 90s, force: null}
`)
	platform := parseSpec(t, `{labels: {owner: "{name}"}, rbac: {clusterRole: tenant-edit}, sync: {force: true, interval: 60s}}`)
	tenantBefore, platformBefore := snapshot(t, tenant), snapshot(t, platform)
	first := build(t, tenant, platform)
	first.Namespace.Labels["changed"] = "by the caller"
	first.Kustomization.Spec.Timeout.Duration = time.Hour
	second := yamlOf(t, build(t, tenant, platform))
	for range 10 {
		if again := yamlOf(t, build(t, tenant, platform)); again != second {
			t.Fatalf("two builds differ:\n%s\n%s", again, second)
		}
	}
	if strings.Contains(second, "changed") || !strings.Contains(second, "timeout: 90s") {
		t.Errorf("a change to one graph shows in another:\n%s", second)
	}
	if snapshot(t, tenant) != tenantBefore || snapshot(t, platform) != platformBefore {
		t.Error("Build changes its arguments")
	}
}

func snapshot(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestObjectsShareNothing changes each object's labels and annotations and looks at all others.
func TestObjectsShareNothing(t *testing.T) {
	graph := build(t, parse(t, shop+"  labels: {a: b}\n  annotations: {c: d}\n  externalDNS: {enabled: true}\n"), Spec{})
	for i, object := range graph.Objects() {
		object.GetLabels()["mark"] = "x"
		object.GetAnnotations()["mark"] = "x"
		for j, other := range graph.Objects() {
			if _, marked := other.GetLabels()["mark"]; marked != (j <= i) {
				t.Fatalf("objects %d and %d share labels", i, j)
			}
			if _, marked := other.GetAnnotations()["mark"]; marked != (j <= i) {
				t.Fatalf("objects %d and %d share annotations", i, j)
			}
		}
	}
}

// TestGraphTakesChanges checks that what a caller assigns comes out, and that texts are kept only where they still say
// the same.
func TestGraphTakesChanges(t *testing.T) {
	graph := build(t, parse(t, shop+"  sync: {timeout: 90s, retryInterval: 120s, prune: true, force: false}\n"), Spec{})
	graph.Kustomization.Spec.Timeout = &metav1.Duration{Duration: 10 * time.Minute}
	graph.Kustomization.Spec.Prune = false
	graph.Kustomization.Spec.Wait = false
	graph.DefaultDeny = nil
	graph.Extra = append(graph.Extra, graph.Namespace.DeepCopy())
	text := yamlOf(t, graph)
	for _, want := range []string{"timeout: 10m\n", "retryInterval: 120s\n", "prune: false\n", "force: false\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	for _, unwanted := range []string{"wait:", "default-deny"} {
		if strings.Contains(text, unwanted) {
			t.Errorf("%q in:\n%s", unwanted, text)
		}
	}
	if n := strings.Count(text, "kind: Namespace"); n != 2 {
		t.Errorf("%d namespaces, want 2", n)
	}
}

// TestTypedAndWrittenSpecsAgree builds one tenant from Go values and from YAML.
func TestTypedAndWrittenSpecsAgree(t *testing.T) {
	yes := true
	typed := Tenant{
		ObjectMeta: metav1.ObjectMeta{Name: "shop"},
		Spec: Spec{
			PruneProtection: &yes,
			Source: Source{
				URL: "oci://registry.example.org/acme/shop",
				Ref: &SourceRef{Tag: "1.0.0"},
			},
			Sync: Sync{Interval: &metav1.Duration{Duration: time.Minute}},
			Null: []string{"source.verify", "rbac.clusterRole"},
		},
	}
	written := parse(t, `
metadata: {name: shop}
spec:
  pruneProtection: true
  source: {url: "oci://registry.example.org/acme/shop", ref: {tag: 1.0.0}, verify: null}
  sync: {interval: 1m}
  rbac: {clusterRole: null}
`)
	platform := parseSpec(t, `{source: {verify: {secretRef: {name: keys}}}, rbac: {clusterRole: tenant-edit}}`)
	a, b := build(t, typed, platform), build(t, written, platform)
	if x, y := yamlOf(t, a), yamlOf(t, b); x != y {
		t.Errorf("from Go:\n%s\nfrom YAML:\n%s", x, y)
	}
	if !reflect.DeepEqual(messages(a.Warnings), messages(b.Warnings)) {
		t.Errorf("from Go: %v, from YAML: %v", a.Warnings, b.Warnings)
	}
}

func messages(findings fivefold.Findings) []string {
	var list []string
	for _, f := range findings {
		list = append(list, f.String())
	}
	return list
}

// TestValuesReplaceNulls sets a field that the spec was read with as null: the source must not stay unverified.
func TestValuesReplaceNulls(t *testing.T) {
	tenant := parse(t, `
metadata: {name: shop}
spec: {source: {url: "oci://registry.example.org/acme/shop", ref: {tag: 1.0.0}, verify: null}}
`)
	tenant.Spec.Source.Verify = parse(t, shop).Spec.Source.Verify
	if graph := build(t, tenant, Spec{}); graph.OCIRepository.Spec.Verify == nil {
		t.Error("the source is not verified")
	}
}

// TestZeroesOfGoAreNotSet merges a layer that was marshalled from Go values over another.
func TestZeroesOfGoAreNotSet(t *testing.T) {
	tenant := parse(t, shop)
	platform := parseSpec(t, `{sync: {interval: 1m, path: ./deploy}, networkPolicy: {allowDNS: true}}`)
	want := yamlOf(t, build(t, tenant, platform))
	data, err := json.Marshal(tenant)
	if err != nil {
		t.Fatal(err)
	}
	var again Tenant
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	if got := yamlOf(t, build(t, again, platform)); got != want {
		t.Errorf("after a round trip:\n%s\nwant\n%s", got, want)
	}
}

// TestErrorsAreFindings checks the contract of Build's error.
func TestErrorsAreFindings(t *testing.T) {
	_, err := Build(Tenant{}, Spec{})
	var findings fivefold.Findings
	if !errors.As(err, &findings) || !findings.HasErrors() {
		t.Fatalf("got %v, want findings with errors", err)
	}
	fields := map[string]bool{}
	for _, f := range findings {
		fields[f.Field] = true
	}
	for _, want := range []string{"metadata.name", "spec.source.url"} {
		if !fields[want] {
			t.Errorf("no finding for %s in %v", want, findings)
		}
	}
}
