package tenant

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fluxcd/pkg/apis/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
	"github.com/fivefold-dev/fivefold/internal/randomspec"
)

// TestProperties builds generated tenants, most of them valid but for a few fields, and checks what must hold of every
// one that is accepted.
func TestProperties(t *testing.T) {
	accepted := 0
	const runs = 3_000
	for seed := range uint64(runs) {
		if checkGenerated(t, rand.New(rand.NewPCG(seed, 0))) {
			accepted++
		}
	}
	t.Logf("%d of %d generated tenants are accepted", accepted, runs)
	if accepted < runs/20 {
		t.Errorf("only %d of %d generated tenants are accepted: the generator proves little", accepted, runs)
	}
}

// FuzzBuild lets the fuzzer choose what the generator draws.
func FuzzBuild(f *testing.F) {
	f.Add([]byte("seed"))
	f.Add([]byte{0xff, 0, 0xff, 0, 1, 2, 3, 4, 5, 6, 7, 8})
	f.Fuzz(func(t *testing.T, choices []byte) {
		checkGenerated(t, rand.New(randomspec.NewSource(choices)))
	})
}

// checkGenerated builds one generated tenant, and tells whether it was accepted.
func checkGenerated(t *testing.T, random *rand.Rand) bool {
	g := randomspec.ForTenant(random)
	tenant := Tenant{
		ObjectMeta: metav1.ObjectMeta{Name: g.TenantName()},
		Spec:       randomspec.Decode[Spec](g.Tenant(reflect.TypeFor[Spec]())),
	}
	platform := randomspec.Decode[Spec](g.TenantPlatform(reflect.TypeFor[Spec]()))
	graph, err := Build(tenant, platform)
	if err != nil {
		var findings fivefold.Findings
		if !errors.As(err, &findings) || !findings.HasErrors() || graph != nil {
			t.Fatalf("got %v and %v, want findings with errors and no graph", graph, err)
		}
		for _, f := range findings {
			if strings.Contains(f.String(), randomspec.Canary) || strings.Contains(f.String(), "hunter2") {
				t.Fatalf("a finding repeats a secret: %s", f)
			}
			if f.Severity == fivefold.Error && f.Message() == "" {
				t.Fatalf("a finding without a message: %#v", f)
			}
		}
		return false
	}
	checkGraph(t, tenant, graph)
	again := build(t, tenant, platform)
	if yamlOf(t, graph) != yamlOf(t, again) {
		t.Fatal("two builds differ")
	}
	return true
}

// checkGraph checks what must always hold.
func checkGraph(t *testing.T, tenant Tenant, graph *Graph) {
	t.Helper()
	namespace := graph.Namespace.Name
	seen := map[string]bool{}
	for _, object := range graph.Objects() {
		kind := object.GetObjectKind().GroupVersionKind()
		id := kind.GroupKind().String() + "/" + object.GetNamespace() + "/" + object.GetName()
		if seen[id] {
			t.Fatalf("two objects %s", id)
		}
		seen[id] = true
		switch {
		case object == Object(graph.ExternalDNSGatewayRoleBinding):
			if !strings.HasPrefix(object.GetName(), tenant.Name+"-") {
				t.Fatalf("%s does not carry the name of %s", id, tenant.Name)
			}
		case object.GetNamespace() == "":
			if kind.Kind != "Namespace" && !strings.HasPrefix(object.GetName(), tenant.Name+"-") {
				t.Fatalf("%s does not carry the name of %s", id, tenant.Name)
			}
		case object.GetNamespace() != namespace:
			t.Fatalf("%s lies outside of namespace %s", id, namespace)
		}
	}
	if strings.HasPrefix(namespace, "kube-") || namespace == "flux-system" {
		t.Fatalf("a tenant in %s", namespace)
	}
	sync := graph.Kustomization.Spec
	if sync.ServiceAccountName != graph.ServiceAccount.Name || sync.ServiceAccountName == "" || sync.TargetNamespace != namespace ||
		sync.SourceRef.Namespace != "" || sync.KubeConfig != nil {
		t.Fatalf("the Kustomization leaves the tenant: %+v", sync)
	}
	checkSource(t, graph)
	for _, binding := range append(graph.AdditionalRoleBindings, graph.RoleBinding, graph.ExternalDNSRoleBinding, graph.ExternalDNSGatewayRoleBinding) {
		if binding != nil && binding.RoleRef.Name == "cluster-admin" {
			t.Fatalf("%s binds cluster-admin", binding.Name)
		}
	}
	checkReach(t, graph)
	checkText(t, graph)
}

// checkReach checks the bindings that hold outside of the tenant's namespace.
func checkReach(t *testing.T, graph *Graph) {
	t.Helper()
	var roles []string
	if binding := graph.ExternalDNSClusterRoleBinding; binding != nil {
		roles = append(roles, binding.RoleRef.Name)
	}
	if binding := graph.ExternalDNSGatewayRoleBinding; binding != nil {
		roles = append(roles, binding.RoleRef.Name)
	}
	for _, role := range roles {
		if slices.Contains([]string{"admin", "cluster-admin", "edit", "view"}, role) {
			t.Fatalf("%s reaches out of the tenant's namespace", role)
		}
	}
}

func checkSource(t *testing.T, graph *Graph) {
	t.Helper()
	verified, name := false, ""
	switch {
	case graph.OCIRepository != nil && graph.GitRepository == nil:
		verified, name = graph.OCIRepository.Spec.Verify != nil, graph.OCIRepository.Name
		if verify := graph.OCIRepository.Spec.Verify; verify != nil && verify.SecretRef == nil && len(verify.MatchOIDCIdentity) != 1 {
			t.Fatalf("a verification that accepts anybody: %+v", verify)
		}
	case graph.GitRepository != nil && graph.OCIRepository == nil:
		verified, name = graph.GitRepository.Spec.Verification != nil, graph.GitRepository.Name
	default:
		t.Fatal("not exactly one source")
	}
	if graph.Kustomization.Spec.SourceRef.Name != name {
		t.Fatalf("the Kustomization reads %s, not %s", graph.Kustomization.Spec.SourceRef.Name, name)
	}
	warned := false
	for _, warning := range graph.Warnings {
		warned = warned || strings.HasSuffix(warning.Field, "source.verify")
	}
	if !verified && !warned {
		t.Fatal("an unverified source without a warning")
	}
}

// checkText checks the encoded objects: nothing that only Go put there, and no secret.
func checkText(t *testing.T, graph *Graph) {
	t.Helper()
	texts, err := graph.JSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		var tree map[string]any
		if err := json.Unmarshal(text, &tree); err != nil {
			t.Fatalf("not JSON: %s: %s", err, text)
		}
		if _, ok := tree["status"]; ok {
			t.Fatalf("a status in %s", text)
		}
		if _, ok := fieldpath.Get(tree, "metadata.creationTimestamp"); ok || strings.Contains(string(text), ":null") {
			t.Fatalf("Go's noise in %s", text)
		}
		if strings.Contains(string(text), randomspec.Canary) {
			t.Fatalf("a secret in %s", text)
		}
	}
	var documents []any
	for document := range strings.SplitSeq(yamlOf(t, graph), "\n---\n") {
		var tree any
		if err := yaml.Unmarshal([]byte(document), &tree); err != nil {
			t.Fatalf("not YAML: %s", err)
		}
		documents = append(documents, tree)
	}
	var trees []any
	for _, text := range texts {
		var tree any
		if err := json.Unmarshal(text, &tree); err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	if len(documents) == len(trees) && !reflect.DeepEqual(documents, trees) {
		t.Fatal("YAML and JSON differ")
	}
}

// TestLayersNeverWidenTheSource pins that a union of one layer does not mix with that of another.
func TestLayersNeverWidenTheSource(t *testing.T) {
	platform := parseSpec(t, `{source: {ref: {semver: ">=1.0.0"}, verify: {secretRef: {name: keys}}}}`)
	tenant := parse(t, shop)
	tenant.Spec.Source.Ref = &SourceRef{Tag: "1.0.0"}
	graph := build(t, tenant, platform)
	if ref := graph.OCIRepository.Spec.Reference; ref.SemVer != "" || ref.Tag != "1.0.0" {
		t.Errorf("ref is %+v", ref)
	}
	if verify := graph.OCIRepository.Spec.Verify; verify.SecretRef != (*meta.LocalObjectReference)(nil) {
		t.Errorf("verify is %+v", verify)
	}
	if got := layer.Substitute("{name}", "a", "b"); got != "a" {
		t.Errorf("got %v", got)
	}
}
