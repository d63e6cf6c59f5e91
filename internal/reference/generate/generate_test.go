package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestReferenceIsCurrent fails when the types or defaults have changed and go generate has not run.
func TestReferenceIsCurrent(t *testing.T) {
	output := filepath.Join(t.TempDir(), "tenant.md")
	if err := run("../../../tenant", output); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../../docs/reference/tenant.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("docs/reference/tenant.md is not what the types say; run go generate ./internal/reference")
	}
}

// TestEveryFieldIsDocumented holds the API to its rule: a sentence, and whether it has to be set.
func TestEveryFieldIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../tenant/types.go")
	if err != nil {
		t.Fatal(err)
	}
	s, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for name, declared := range s.structs {
		for _, f := range declared.fields {
			if name == "Tenant" || f.goName == "" {
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

	hidden int
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
	page, err := generate([]byte(types), []byte(layersGo), []byte("inner: {name: x}\n"))
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
		"\n## spec.inner\n\nInner is a struct.\n" +
		"\n| Field | Type | Default | Layers | Description |\n| --- | --- | --- | --- | --- |\n" +
		"| `spec.inner.labels` | map to string | - | over `spec.inner.name` | Labels are labels. |\n" +
		"| `spec.inner.name` | string | `x` | over `spec.inner.labels` | Name is a name. |\n" +
		"\n## spec.other\n\nInner is a struct.\n" +
		"\n| Field | Type | Default | Layers | Description |\n| --- | --- | --- | --- | --- |\n" +
		"| `spec.other.labels` | map to string | - | with `spec.other` | Labels are labels. |\n" +
		"| `spec.other.name` | string | - | with `spec.other` | Name is a name. |\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestGenerateRefuses(t *testing.T) {
	for name, test := range map[string]struct{ types, layers, defaults, want string }{
		"a default of no field": {types, layersGo, "iner: {name: x}\n", "the default of spec.iner.name belongs to no field"},
		"no alternatives":       {types, "package tenant\n", "", "layers.go lists no alternatives"},
		"no spec":               {"package tenant\n", layersGo, "", "declares no struct Tenant"},
		"an unknown type": {strings.Replace(types, "Name string", "Name chan int", 1), layersGo, "",
			"spec.inner.name: unknown type *ast.ChanType"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := generate([]byte(test.types), []byte(test.layers), []byte(test.defaults))
			if err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}
