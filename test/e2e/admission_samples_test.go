package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fluxcd/pkg/envsubst"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/fivefold-dev/fivefold/internal/document"
	"github.com/fivefold-dev/fivefold/internal/randomspec"
	"github.com/fivefold-dev/fivefold/tenant"
	"github.com/fivefold-dev/fivefold/webapp"
)

// exampleSamples returns what the examples become by the commands in their README.
func exampleSamples(ctx context.Context, t *testing.T, env *environment) []sample {
	t.Helper()
	root := filepath.Join(env.dir, "examples")
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	// An image cannot run here. All that it has beside the binary is the Platform.
	image := filepath.Join(root, "platform-image", "kustomization.yaml")
	write(t, strings.ReplaceAll(read(t, image), `"container: {image: registry.example.org/acme/fivefold:1.0.0}"`, `"exec: {path: ../../bin/fivefold}"`), image)
	var samples []sample
	for _, folder := range folders {
		commands := 0
		for line := range strings.Lines(read(t, root, folder.Name(), "README.md")) {
			before, arguments, ok := strings.Cut(line, "kustomize build ")
			if !ok {
				continue
			}
			commands++
			words := strings.Fields(arguments)
			dir := words[len(words)-1]
			variables := strings.Fields(strings.TrimSuffix(before, "bin/"))
			if folder.Name() == "platform-image" {
				variables = []string{"FIVEFOLD_PLATFORM=platform.yaml"}
			}
			manifests, err := env.expand(ctx, filepath.Join(env.dir, dir), variables...)
			if err != nil {
				t.Error(err)
				continue
			}
			made := parse(t, manifests)
			if len(made) == 0 {
				t.Errorf("%s makes nothing", dir)
			}
			for _, object := range made {
				samples = append(samples, sample{from: dir, object: object})
			}
		}
		if commands == 0 {
			t.Errorf("no command in the README of examples/%s", folder.Name())
		}
	}
	return samples
}

// goldenSamples returns what the cases of the function and of its commands make, without what passes through them.
func goldenSamples(_ context.Context, t *testing.T, _ *environment) []sample {
	t.Helper()
	var samples []sample
	passed, experimental := 0, 0
	for _, pattern := range []string{"render/*/stdout.yaml", "function/*/stdout.yaml", "registrations/*/expected.yaml", "kpt/second-run/*-objects.yaml"} {
		files, err := filepath.Glob(filepath.Join(repository, "krmfn", "testdata", pattern))
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 0 {
			t.Errorf("no files %s", pattern)
		}
		for _, file := range files {
			given := inputs(t, filepath.Dir(file))
			manifests, err := substitute(read(t, file))
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			for _, object := range parse(t, manifests) {
				if given[textOf(t, object)] || object.GroupVersionKind().Group == "fivefold.dev" {
					passed++
					continue
				}
				experimental += leaveOutExperimental(object)
				samples = append(samples, sample{from: strings.TrimPrefix(file, repository+"/"), object: object})
			}
		}
	}
	t.Logf("%d objects pass through and are not judged; %d experimental fields are left out", passed, experimental)
	return samples
}

// inputs returns the objects that a case is given.
func inputs(t *testing.T, dir string) map[string]bool {
	t.Helper()
	given := map[string]bool{}
	for _, pattern := range []string{"input.yaml", "input/*", "input/*/*"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if info, err := os.Stat(file); err != nil || info.IsDir() {
				continue
			}
			for _, object := range parse(t, read(t, file)) {
				given[textOf(t, object)] = true
			}
		}
	}
	return given
}

// substitute does what Flux does with variables before it applies.
func substitute(manifests string) (string, error) {
	if !strings.Contains(manifests, "${") {
		return manifests, nil
	}
	var unknown []error
	text, err := envsubst.Eval(manifests, func(name string) (string, bool) {
		value, ok := variables()[name]
		if !ok {
			unknown = append(unknown, fmt.Errorf("nobody knows a value for the variable %s", name))
		}
		return value, ok
	})
	return text, errors.Join(append(unknown, err)...)
}

// variables returns values for the variables in the cases.
func variables() map[string]string {
	return map[string]string{
		"ACCOUNT":      "deployer",
		"CLUSTER":      "north",
		"CLUSTER_NAME": "north",
		"DB_PASSWORD":  "x",
		"DELETION":     "Orphan",
		"ISSUER":       "^https://ci\\.example\\.org$",
		"KEY":          "user",
		"KIND":         "ClusterSecretStore",
		"ORG":          "acme",
		"PATCH":        `'[{"op": "remove", "path": "/spec/replicas"}]'`, // where there are no quotes
		"PATH":         "platform",
		"POLICY":       "OnChange",
		"PREFIX":       "north",
		"REGISTRY":     "registry.example.org",
		"SECRET":       "registry-auth",
		"TAG":          "1.0.0",
		"VARIABLE":     "x",
		"X":            "x",
		"name":         "shop",
		"nmae":         "shop", //nolint:misspell // the case is about a placeholder that is misspelt
	}
}

// generated is how many declarations of each kind are drawn, of those that Fivefold accepts.
const generated = 500

// generatedTenants returns what drawn tenants become.
func generatedTenants(_ context.Context, t *testing.T, _ *environment) []sample {
	t.Helper()
	spec := reflect.TypeFor[tenant.Spec]()
	return generate(t, func(random *rand.Rand) (graph, bool) {
		g := withoutVariables(randomspec.ForTenant(random))
		declared := tenant.Tenant{ObjectMeta: metav1.ObjectMeta{Name: g.TenantName()}, Spec: randomspec.Decode[tenant.Spec](g.Tenant(spec))}
		built, err := tenant.Build(declared, randomspec.Decode[tenant.Spec](g.TenantPlatform(spec)))
		return built, err == nil
	})
}

// generatedApps returns what drawn apps become.
func generatedApps(_ context.Context, t *testing.T, _ *environment) []sample {
	t.Helper()
	spec := reflect.TypeFor[webapp.Spec]()
	return generate(t, func(random *rand.Rand) (graph, bool) {
		g := withoutVariables(randomspec.ForWebApp(random))
		declared := webapp.WebApp{
			ObjectMeta: metav1.ObjectMeta{Name: g.WebAppName(), Namespace: "shop"},
			Spec:       randomspec.Decode[webapp.Spec](g.WebApp(spec)),
		}
		fields := map[string]any{}
		for range random.IntN(3) {
			g.SetField(fields, spec)
		}
		platform := randomspec.Decode[webapp.Spec](fields)
		for _, lifecycle := range []*corev1.Lifecycle{declared.Spec.Container.Lifecycle, platform.Container.Lifecycle} {
			if lifecycle != nil {
				lifecycle.StopSignal = nil // behind a feature gate, as a warning says
			}
		}
		built, err := webapp.Build(declared, platform)
		return built, err == nil
	})
}

// withoutVariables keeps a generator from drawing variables of Flux, of which nobody knows what they stand for.
func withoutVariables(g randomspec.Generator) randomspec.Generator {
	var texts []string
	for _, text := range g.Any {
		if !strings.Contains(text, "${") {
			texts = append(texts, text)
		}
	}
	g.Any = texts
	return g
}

// A graph is what both kinds of declarations build to.
type graph interface {
	JSON() ([]json.RawMessage, error)
}

// generate returns the objects of as many drawn declarations as there should be, without those that Fivefold refuses.
func generate(t *testing.T, draw func(*rand.Rand) (graph, bool)) []sample {
	t.Helper()
	var samples []sample
	skipped, experimental, seed := 0, 0, uint64(0)
	for accepted := 0; accepted < generated; seed++ {
		built, ok := draw(rand.New(rand.NewPCG(seed, 3)))
		if !ok {
			continue
		}
		accepted++
		texts, err := built.JSON()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			// Durations are drawn as variables, too.
			if strings.Contains(string(text), "${") {
				skipped++
				continue
			}
			object := &unstructured.Unstructured{}
			if err := object.UnmarshalJSON(text); err != nil {
				t.Fatal(err)
			}
			experimental += leaveOutExperimental(object)
			samples = append(samples, sample{from: fmt.Sprintf("seed %d", seed), object: object})
		}
	}
	t.Logf("%d of %d are accepted; %d objects with variables are not judged; %d experimental fields are left out",
		generated, seed, skipped, experimental)
	return samples
}

// leaveOutExperimental takes out of a route what the definitions of the standard channel, which the cluster has, do not know. A
// warning says so to the author. It returns how many fields that were.
func leaveOutExperimental(object *unstructured.Unstructured) int {
	if object.GetKind() != "HTTPRoute" {
		return 0
	}
	count := 0
	rules, _, _ := unstructured.NestedSlice(object.Object, "spec", "rules")
	for _, rule := range rules {
		for _, field := range []string{"retry", "sessionPersistence"} {
			if fields, ok := rule.(map[string]any); ok && fields[field] != nil {
				delete(fields, field)
				count++
			}
		}
	}
	if spec, ok := object.Object["spec"].(map[string]any); ok && count > 0 {
		spec["rules"] = rules
	}
	return count
}

// parse returns the objects of YAML, and those in a list instead of the list.
func parse(t *testing.T, manifests string) []*unstructured.Unstructured {
	t.Helper()
	documents, _ := document.Parse("", []byte(manifests))
	var objects []*unstructured.Unstructured
	for _, d := range documents {
		text, err := json.Marshal(d.Value)
		if err != nil {
			t.Fatal(err)
		}
		object := &unstructured.Unstructured{}
		// As the client reads numbers. That every document is an object is not for certain: some pass through.
		if err := utiljson.Unmarshal(text, &object.Object); err != nil {
			t.Fatal(err)
		}
		objects = append(objects, object)
	}
	return objects
}

func textOf(t *testing.T, object *unstructured.Unstructured) string {
	t.Helper()
	text, err := json.Marshal(object.Object)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
