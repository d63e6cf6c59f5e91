package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "../../.."

func kinds() []string { return []string{"Tenant", "WebApp"} }

// TestReferenceIsCurrent fails when the types or defaults have changed and go generate has not run.
func TestReferenceIsCurrent(t *testing.T) {
	for _, kind := range kinds() {
		t.Run(kind, func(t *testing.T) {
			output := filepath.Join(t.TempDir(), "page.md")
			if err := run(kind, module, output); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(output)
			if err != nil {
				t.Fatal(err)
			}
			committed := filepath.Join(module, "docs/reference", packageOf(kind)+".md")
			want, err := os.ReadFile(committed)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != string(want) {
				t.Errorf("%s is not what the types say; run go generate ./internal/reference", committed)
			}
		})
	}
}

// TestEveryFieldIsDocumented holds the API to its rule: a sentence, and whether it has to be set.
func TestEveryFieldIsDocumented(t *testing.T) {
	for _, kind := range kinds() {
		t.Run(kind, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(module, packageOf(kind), "types.go"))
			if err != nil {
				t.Fatal(err)
			}
			s, err := parse(kind, text)
			if err != nil {
				t.Fatal(err)
			}
			seen := 0
			for name, declared := range s.structs {
				for _, f := range declared.fields {
					if name == kind || f.goName == "" {
						continue
					}
					seen++
					if f.doc == "" {
						t.Errorf("%s.%s has no sentence", name, f.goName)
					}
					if !slices.Contains(f.markers, "+optional") && !slices.Contains(f.markers, "+required") {
						t.Errorf("%s.%s is marked neither +optional nor +required", name, f.goName)
					}
				}
			}
			if seen == 0 {
				t.Error("found no fields")
			}
		})
	}
}

const types = `package tenant

import "example.org/upstream"

// Tenant is a tenant.
type Tenant struct {
	Spec Spec ` + "`json:\"spec\"`" + `
}

// Spec is all. See https://example.org/spec.
type Spec struct {
	// Inner is merged, and goes with Other.
	// +optional
	Inner Inner ` + "`json:\"inner,omitzero\"`" + `
	// Other is replaced, as [upstream.Thing] is.
	// +required
	Other *Inner ` + "`json:\"other,omitempty\" layer:\"replace\"`" + `
	// Things of others.
	// +optional
	Things []upstream.Thing ` + "`json:\"things,omitempty\"`" + `
	// Context is merged although it is an upstream type's.
	// +optional
	Context Context ` + "`json:\"context,omitzero\"`" + `
	// Rules have names.
	// +optional
	Rules map[string]Rule ` + "`json:\"rules,omitempty\"`" + `

	hidden int
}

// Context is a [upstream.Context] whose fields merge.
type Context upstream.Context

// Rule is a rule.
type Rule struct {
	// Port is a number.
	// +optional
	Port *int32 ` + "`json:\"port,omitempty\"`" + `
	// Key is bytes.
	// +optional
	Key []byte ` + "`json:\"key,omitempty\"`" + `
	// Rest is free.
	// +optional
	Rest map[string]any ` + "`json:\"rest,omitempty\"`" + `
}

// Inner is a struct.
type Inner struct {
	// Labels are labels.
	// +optional
	Labels map[string]string ` + "`json:\"labels,omitempty\"`" + `
	// Name is a name.
	// +optional
	Name string ` + "`json:\"name,omitempty\"`" + `
}
`

const layersGo = `package tenant

func alternatives() [][]string { return [][]string{{"inner.name", "inner.labels"}} }
`

func TestGenerate(t *testing.T) {
	page, err := generate("Tenant", []byte(types), []byte(layersGo), []byte("inner: {name: x}\ncontext: {user: 1, drop: [ALL]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(string(page), "checked against it.\n")
	want := "\nTenant is a tenant.\n" +
		"\n## spec\n\nSpec is all. See <https://example.org/spec>.\n" +
		"\n| Field | Type | Default | Layers | Description |\n| --- | --- | --- | --- | --- |\n" +
		"| `spec.inner` | [mapping](#specinner) | - | merged | Inner is merged, and goes with `other`. |\n" +
		"| `spec.other` | [mapping](#specother) | required | replaced | Other is replaced, as [Thing](https://pkg.go.dev/example.org/upstream#Thing) is. |\n" +
		"| `spec.things` | list of [Thing](https://pkg.go.dev/example.org/upstream#Thing) | - | replaced | Things of others. |\n" +
		"| `spec.context` | [Context](https://pkg.go.dev/example.org/upstream#Context) | `{drop: [ALL], user: 1}` | merged | Context is merged although it is an upstream type's. |\n" +
		"| `spec.rules.NAME` | map to [mapping](#specrulesname) | - | merged | Rules have names. |\n" +
		"\n## spec.inner\n\nInner is a struct.\n" +
		"\n| Field | Type | Default | Layers | Description |\n| --- | --- | --- | --- | --- |\n" +
		"| `spec.inner.labels` | map to string | - | over `spec.inner.name` | Labels are labels. |\n" +
		"| `spec.inner.name` | string | `x` | over `spec.inner.labels` | Name is a name. |\n" +
		"\n## spec.other\n\nInner is a struct.\n" +
		"\n| Field | Type | Default | Layers | Description |\n| --- | --- | --- | --- | --- |\n" +
		"| `spec.other.labels` | map to string | - | with `spec.other` | Labels are labels. |\n" +
		"| `spec.other.name` | string | - | with `spec.other` | Name is a name. |\n" +
		"\n## spec.rules.NAME\n\nRule is a rule.\n" +
		"\n| Field | Type | Default | Layers | Description |\n| --- | --- | --- | --- | --- |\n" +
		"| `spec.rules.NAME.port` | int | - | replaced | Port is a number. |\n" +
		"| `spec.rules.NAME.key` | string in base64 | - | replaced | Key is bytes. |\n" +
		"| `spec.rules.NAME.rest` | map to anything | - | merged | Rest is free. |\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestGenerateRefuses(t *testing.T) {
	for name, test := range map[string]struct{ types, layers, defaults, want string }{
		"a default of no field":             {types, layersGo, "iner: {name: x}\n", "the default of spec.iner belongs to no field"},
		"a default of no field of a struct": {types, layersGo, "inner: {nam: x}\n", "the default of spec.inner.nam belongs to no field"},
		"no alternatives":                   {types, strings.Replace(layersGo, `{"inner.name", "inner.labels"}`, "", 1), "", "layers.go lists no alternatives"},
		"no spec":                           {"package tenant\n", layersGo, "", "declares no struct Tenant"},
		"an unknown type": {strings.Replace(types, "Name string", "Name chan int", 1), layersGo, "",
			"spec.inner.name: unknown type *ast.ChanType"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := generate("Tenant", []byte(test.types), []byte(test.layers), []byte(test.defaults))
			if err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}
