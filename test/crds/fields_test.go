package crds

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
)

var update = flag.Bool("update", false, "rewrite the generated files")

// fieldsOf are the parts of a definition that a declaration takes as a map, by the name of the type that says its fields.
type fieldsOf struct {
	file       string // of Go, in the repository
	definition string
	parts      []part
}

type part struct{ name, path string }

func generatedFields() []fieldsOf {
	return []fieldsOf{
		{"internal/cnpg/zz_generated.go", "clusters.postgresql.cnpg.io", []part{{"cluster", "spec"}}},
		{"internal/certmanager/zz_generated.go", "issuers.cert-manager.io", []part{
			{"ca", "spec.ca"},
			{"vault", "spec.vault"},
			{"selfSigned", "spec.selfSigned"},
			{"venafi", "spec.venafi"},
			{"externalAccountBinding", "spec.acme.externalAccountBinding"},
			{"selector", "spec.acme.solvers.selector"},
			{"http01", "spec.acme.solvers.http01"},
			{"dns01", "spec.acme.solvers.dns01"},
		}},
	}
}

// TestGeneratedFields checks that the types that say which fields a map may have are those of the definitions. They are written
// with -update.
func TestGeneratedFields(t *testing.T) {
	t.Parallel()
	crds := map[string]apiextensions.CustomResourceDefinition{}
	for _, crd := range definitions(t) {
		crds[crd.Name] = crd
	}
	for _, generated := range generatedFields() {
		crd, ok := crds[generated.definition]
		if !ok {
			t.Fatalf("no definition %s", generated.definition)
		}
		want, err := generated.source(crd)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(repository, filepath.FromSlash(generated.file))
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := readFile(t, file); !bytes.Equal(got, want) {
			t.Errorf("%s is not what the definition says; run go -C test/crds test -run TestGeneratedFields -update", generated.file)
		}
	}
}

func (f fieldsOf) source(crd apiextensions.CustomResourceDefinition) ([]byte, error) {
	version := crd.Spec.Versions[slices.IndexFunc(crd.Spec.Versions, func(v apiextensions.CustomResourceDefinitionVersion) bool { return v.Storage })]
	validation := version.Schema
	if validation == nil {
		validation = crd.Spec.Validation
	}
	g := generator{imports: map[string]bool{"reflect": true}}
	var body strings.Builder
	for _, p := range f.parts {
		schema, err := at(*validation.OpenAPIV3Schema, p.path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.definition, err)
		}
		function := strings.ToUpper(p.name[:1]) + p.name[1:]
		for _, initialism := range []string{"ca", "dns01", "http01"} {
			if p.name == initialism {
				function = strings.ToUpper(p.name)
			}
		}
		fmt.Fprintf(&body, "\n// %sFields is the type with the fields that %s of the kind %s has.\nfunc %sFields() reflect.Type { return reflect.TypeFor[%sFields]() }\n",
			function, p.path, crd.Spec.Names.Kind, function, p.name)
		fmt.Fprintf(&body, "\ntype %sFields %s\n", p.name, g.goType(schema))
	}
	var source bytes.Buffer
	fmt.Fprintf(&source, "// Code generated from the definition %s by a test in test/crds. DO NOT EDIT.\n\npackage %s\n\nimport (\n",
		f.definition, filepath.Base(filepath.Dir(f.file)))
	// Those of the standard library first.
	for _, path := range slices.SortedFunc(maps.Keys(g.imports), func(a, b string) int {
		return strings.Compare(fmt.Sprint(strings.Contains(a, "."), a), fmt.Sprint(strings.Contains(b, "."), b))
	}) {
		fmt.Fprintf(&source, "%q\n", path)
		if path == "reflect" {
			fmt.Fprintln(&source)
		}
	}
	fmt.Fprintf(&source, ")\n%s", body.String())
	return format.Source(source.Bytes())
}

// at returns the schema at a path, through lists.
func at(schema apiextensions.JSONSchemaProps, path string) (apiextensions.JSONSchemaProps, error) {
	for name := range strings.SplitSeq(path, ".") {
		if schema.Items != nil {
			schema = *schema.Items.Schema
		}
		field, ok := schema.Properties[name]
		if !ok {
			return schema, fmt.Errorf("no field %s in %s", name, path)
		}
		schema = field
	}
	return schema, nil
}

// generator writes schemas as Go types.
type generator struct{ imports map[string]bool }

func (g generator) goType(schema apiextensions.JSONSchemaProps) string {
	quantity := strings.Contains(schema.Pattern, "[KMGTPE]i")
	switch {
	case schema.XIntOrString && quantity:
		g.imports["github.com/fivefold-dev/fivefold/internal/schema"] = true
		return "schema.CustomQuantity"
	case schema.XIntOrString:
		g.imports["k8s.io/apimachinery/pkg/util/intstr"] = true
		return "intstr.IntOrString"
	case schema.XPreserveUnknownFields != nil && *schema.XPreserveUnknownFields:
		return "any"
	}
	switch schema.Type {
	case "string":
		return "string"
	case "boolean":
		return "bool"
	case "integer":
		if schema.Format == "int32" {
			return "int32"
		}
		return "int64"
	case "array":
		return "[]" + g.goType(*schema.Items.Schema)
	case "object":
		if additional := schema.AdditionalProperties; additional != nil && additional.Schema != nil {
			return "map[string]" + g.goType(*additional.Schema)
		}
		if len(schema.Properties) > 0 {
			return g.goStruct(schema)
		}
		return "struct{}"
	}
	return "any"
}

func (g generator) goStruct(schema apiextensions.JSONSchemaProps) string {
	var fields strings.Builder
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		fmt.Fprintf(&fields, "%s %s `json:%q`\n", strings.ToUpper(name[:1])+name[1:], g.goType(schema.Properties[name]), name)
	}
	return "struct {\n" + fields.String() + "}"
}
