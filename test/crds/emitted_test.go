package crds

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/document"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/randomspec"
	"github.com/fivefold-dev/fivefold/tenant"
	"github.com/fivefold-dev/fivefold/webapp"
)

const repository = "../.."

// TestMade judges whatever Fivefold makes.
func TestMade(t *testing.T) {
	t.Parallel()
	c := newChecker(t)
	for name, test := range map[string]func(*testing.T, checker){
		"golden files":      testGoldenFiles,
		"examples":          testExamples,
		"generated tenants": testGeneratedTenants,
		"generated apps":    testGeneratedWebApps,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, c)
		})
	}
}

// testGoldenFiles judges what the cases of the function and of its commands make.
func testGoldenFiles(t *testing.T, c checker) {
	t.Helper()
	seen, judged := map[string]bool{}, 0
	for _, pattern := range []string{"render/*/stdout.yaml", "function/*/stdout.yaml", "registrations/*/expected.yaml", "kpt/second-run/*-objects.yaml"} {
		files, err := filepath.Glob(filepath.Join(repository, "krmfn/testdata", pattern))
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 0 {
			t.Errorf("no files %s", pattern)
		}
		for _, file := range files {
			warnings := ""
			if written, err := os.ReadFile(filepath.Join(filepath.Dir(file), "stderr.txt")); err == nil {
				warnings = string(written)
			}
			passedThrough := inputs(t, filepath.Dir(file))
			for _, text := range objects(t, readFile(t, file)) {
				if passedThrough[identity(t, text)] {
					continue
				}
				judged++
				kind, faults := c.check(text)
				report(t, seen, file, text, kind, withoutExperimental(faults, warnings))
			}
		}
	}
	t.Logf("%d objects", judged)
}

// inputs returns what of a case's output can come from its input.
func inputs(t *testing.T, folder string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, pattern := range []string{"input.yaml", "input/*", "input/*/*"} {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if info, err := os.Stat(file); err != nil || info.IsDir() {
				continue
			}
			for _, text := range objects(t, readFile(t, file)) {
				all[identity(t, text)] = true
			}
		}
	}
	return all
}

// testExamples judges what each folder of examples/ makes, and what passes through beside it.
func testExamples(t *testing.T, c checker) {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "fivefold")
	build := exec.Command("go", "build", "-o", binary, "./krmfn")
	build.Dir = repository
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s\n%s", err, output)
	}
	folders, err := filepath.Glob(filepath.Join(repository, "examples/*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(folders) == 0 {
		t.Fatal("no examples")
	}
	for _, folder := range folders {
		if _, err := os.Stat(filepath.Join(folder, "Dockerfile")); err == nil {
			continue // it has a Platform, and nothing of which it is one
		}
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			render := exec.Command(binary, "render", folder)
			render.Env = append(os.Environ(), "FIVEFOLD_PLATFORM=")
			var stderr bytes.Buffer
			render.Stderr = &stderr
			output, err := render.Output()
			if err != nil {
				t.Fatalf("%s\n%s", err, stderr.String())
			}
			made := objects(t, output)
			if len(made) == 0 {
				t.Error("makes nothing")
			}
			for _, text := range made {
				kind, faults := c.check(text)
				report(t, map[string]bool{}, folder, text, kind, faults)
			}
		})
	}
}

// graph is what both kinds of declarations build to.
type graph interface {
	JSON() ([]json.RawMessage, error)
}

// testGeneratedTenants judges what generated tenants make.
func testGeneratedTenants(t *testing.T, c checker) {
	t.Helper()
	testGenerated(t, c, reflect.TypeFor[tenant.Graph](), 5_000, func(random *rand.Rand) (graph, fivefold.Findings, error) {
		g := randomspec.ForTenant(random)
		spec := reflect.TypeFor[tenant.Spec]()
		declared := g.Tenant(spec)
		setDeep(g, declared, map[string]reflect.Type{
			"pullSecret":                 reflect.TypeFor[tenant.PullSecret](),
			"secretStore.provider.vault": reflect.TypeFor[esv1.VaultProvider](),
			"secrets[0]":                 reflect.TypeFor[esv1.ExternalSecretSpec](),
			"source":                     reflect.TypeFor[tenant.Source](),
			"sync":                       reflect.TypeFor[tenant.Sync](),
		})
		object := tenant.Tenant{ObjectMeta: metav1.ObjectMeta{Name: g.TenantName()}, Spec: randomspec.Decode[tenant.Spec](declared)}
		made, err := tenant.Build(object, randomspec.Decode[tenant.Spec](g.TenantPlatform(spec)))
		if err != nil {
			return nil, nil, err
		}
		return made, made.Warnings, nil
	})
}

// testGeneratedWebApps judges what generated apps make.
func testGeneratedWebApps(t *testing.T, c checker) {
	t.Helper()
	testGenerated(t, c, reflect.TypeFor[webapp.Graph](), 5_000, func(random *rand.Rand) (graph, fivefold.Findings, error) {
		g := randomspec.ForWebApp(random)
		g.Objects = untyped()
		spec := reflect.TypeFor[webapp.Spec]()
		declared := g.WebApp(spec)
		if route, ok := declared["route"].(map[string]any); ok && g.Random.IntN(4) == 0 {
			route["rules"] = []any{g.Choose(
				map[string]any{"matches": []any{map[string]any{"path": map[string]any{"value": "/shop"}}}},
				map[string]any{"filters": []any{map[string]any{"type": "RequestHeaderModifier", "requestHeaderModifier": map[string]any{"remove": []any{"X-A"}}}}},
				map[string]any{"filters": []any{map[string]any{"type": "URLRewrite", "urlRewrite": map[string]any{"hostname": "a.example.org"}}}},
				map[string]any{"filters": []any{map[string]any{"type": "CORS", "cors": map[string]any{"allowOrigins": []any{"*"}}}}},
				map[string]any{"filters": []any{map[string]any{"type": "RequestMirror", "requestMirror": map[string]any{"backendRef": map[string]any{"name": "a", "port": 80}}}}},
			)}
		}
		setDeep(g, declared, map[string]reflect.Type{
			"certificate.issuer.acme":    reflect.TypeFor[webapp.ACMEIssuer](),
			"database":                   reflect.TypeFor[webapp.Database](),
			"externalDNS":                reflect.TypeFor[webapp.ExternalDNS](),
			"generatedSecrets[0]":        reflect.TypeFor[webapp.GeneratedSecret](),
			"metrics":                    reflect.TypeFor[webapp.Metrics](),
			"networkPolicy":              reflect.TypeFor[webapp.NetworkPolicy](),
			"route.parentRefs[0]":        reflect.TypeFor[gatewayv1.ParentReference](),
			"route.rules[0]":             reflect.TypeFor[gatewayv1.HTTPRouteRule](),
			"route.rules[0].matches[0]":  reflect.TypeFor[gatewayv1.HTTPRouteMatch](),
			"route.rules[0].filters[0]":  reflect.TypeFor[gatewayv1.HTTPRouteFilter](),
			"scaling.http":               reflect.TypeFor[webapp.HTTPScaling](),
			"secretStore.provider.vault": reflect.TypeFor[esv1.VaultProvider](),
			"secrets[0]":                 reflect.TypeFor[esv1.ExternalSecretSpec](),
		})
		object := webapp.WebApp{
			ObjectMeta: metav1.ObjectMeta{Name: g.WebAppName(), Namespace: g.Pick("", "shop")},
			Spec:       randomspec.Decode[webapp.Spec](declared),
		}
		platform := map[string]any{}
		for range random.IntN(3) {
			g.SetField(platform, spec)
		}
		made, err := webapp.Build(object, randomspec.Decode[webapp.Spec](platform))
		if err != nil {
			return nil, nil, err
		}
		return made, made.Warnings, nil
	})
}

// setDeep sets some random fields of the objects at paths that a spec has, which are of the types beside them.
func setDeep(g randomspec.Generator, spec map[string]any, at map[string]reflect.Type) {
	paths := slices.Sorted(maps.Keys(at))
	for range g.Random.IntN(6) {
		path := g.Pick(paths...)
		found, _ := fieldpath.Get(spec, path)
		if object, ok := found.(map[string]any); ok {
			g.SetField(object, at[path])
		}
	}
}

// untyped are values of the fields that Fivefold passes on as they are: only their definitions know what they may hold.
func untyped() map[string][]any {
	object := func(key string, value any) map[string]any { return map[string]any{key: value} }
	reference := map[string]any{"name": "shop", "key": "token"}
	return map[string][]any{
		"cluster": {
			object("logLevel", "debug"),
			object("plugins", []any{object("name", "x.example.org")}),
			object("bootstrap", object("recovery", object("source", "old"))),
			map[string]any{"resources": object("requests", object("memory", "1Gi")), "enablePDB": nil, "storage": object("size", "3Gi")},
		},
		"ca":                     {object("secretName", "ca")},
		"selfSigned":             {map[string]any{}, object("crlDistributionPoints", []any{"https://crl.example.org"})},
		"vault":                  {map[string]any{"server": "https://vault.example.org", "path": "pki/sign/shop", "auth": object("tokenSecretRef", reference)}},
		"venafi":                 {map[string]any{"zone": "shop", "cloud": object("apiTokenSecretRef", reference)}},
		"externalAccountBinding": {map[string]any{"keyID": "x", "keySecretRef": reference}},
		"selector":               {object("dnsZones", []any{"example.org"})},
		"http01":                 {object("gatewayHTTPRoute", object("parentRefs", []any{object("name", "shared")})), object("ingress", object("ingressClassName", "x"))},
		"dns01":                  {object("cloudflare", object("apiTokenSecretRef", reference)), object("webhook", map[string]any{"groupName": "x.example.org", "solverName": "x"})},
	}
}

// testGenerated judges generated graphs, and sees to it that every field of their type has been met.
func testGenerated(t *testing.T, c checker, graphType reflect.Type, runs int, generate func(*rand.Rand) (graph, fivefold.Findings, error)) {
	t.Helper()
	seen, met := map[string]bool{}, map[string]int{}
	accepted, judged := 0, 0
	for seed := range runs {
		made, warnings, err := generate(rand.New(rand.NewPCG(uint64(seed), 2)))
		if err != nil {
			continue
		}
		accepted++
		v := reflect.ValueOf(made).Elem()
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				met[graphType.Field(i).Name]++
			}
		}
		texts, err := made.JSON()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			judged++
			kind, faults := c.check(text)
			report(t, seen, "seed "+strconv.Itoa(seed), text, kind, withoutExperimental(faults, warnings.Error()))
		}
	}
	const want = 300
	if accepted < want {
		t.Errorf("%d of %d generated specs are accepted, want %d", accepted, runs, want)
	}
	t.Logf("%d of %d generated specs are accepted, with %d objects", accepted, runs, judged)
	for _, f := range reflect.VisibleFields(graphType) {
		if f.IsExported() && f.Name != "Extra" && f.Name != "Warnings" && met[f.Name] == 0 {
			t.Errorf("no generated spec makes %s", f.Name)
		}
	}
}

// withoutExperimental drops fields of the experimental channel of the Gateway API that Fivefold warns of: which channel a
// cluster has is not for it to know.
func withoutExperimental(faults field.ErrorList, warnings string) field.ErrorList {
	return slices.DeleteFunc(faults, func(fault *field.Error) bool {
		return strings.Contains(warnings, "spec.route."+strings.TrimPrefix(fault.Field, "spec.")+": is of the experimental channel")
	})
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// objects returns the objects of a YAML stream as JSON, and those in a list instead of the list.
func objects(t *testing.T, stream []byte) [][]byte {
	t.Helper()
	docs, _ := document.Parse("", stream)
	all := make([][]byte, len(docs))
	for i, doc := range docs {
		text, err := json.Marshal(doc.Value)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = text
	}
	return all
}

// identity is what tells the objects of a cluster apart.
func identity(t *testing.T, text []byte) string {
	t.Helper()
	var object metav1.PartialObjectMetadata
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatal(err)
	}
	return strings.Join([]string{object.APIVersion, object.Kind, object.Namespace, object.Name}, "\n")
}
