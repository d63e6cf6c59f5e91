package upstream

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"testing"

	externalsecrets "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	kustomization "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/kustomize"
	"github.com/fluxcd/pkg/apis/meta"
	source "github.com/fluxcd/source-controller/api/v1"
)

func TestField(t *testing.T) {
	tests := []struct {
		structure reflect.Type
		name      string
		want      Rule
	}{
		{reflect.TypeFor[source.OCIRepositorySpec](), "timeout", Rule{Pattern: `^([0-9]+(\.[0-9]+)?(ms|s|m))+$`}},
		{reflect.TypeFor[source.OCIRepositorySpec](), "interval", Rule{
			Required: true, Pattern: `^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`,
		}},
		{reflect.TypeFor[source.OCIRepositorySpec](), "url", Rule{Required: true, Pattern: `^oci://.*$`}},
		{reflect.TypeFor[source.GitRepositoryVerification](), "mode", Rule{
			Enum: []string{"head", "HEAD", "Tag", "TagAndHEAD"},
		}},
		{reflect.TypeFor[source.GitRepositoryVerification](), "secretRef", Rule{Required: true}},
		{reflect.TypeFor[kustomization.KustomizationSpec](), "prune", Rule{Required: true}},
		{reflect.TypeFor[kustomization.KustomizationSpec](), "targetNamespace", Rule{MinLength: 1, MaxLength: 63}},
		{reflect.TypeFor[kustomization.Decryption](), "provider", Rule{Required: true, Enum: []string{"sops"}}},
		{reflect.TypeFor[kustomization.SubstituteReference](), "kind", Rule{
			Required: true, Enum: []string{"Secret", "ConfigMap"},
		}},
		{reflect.TypeFor[meta.LocalObjectReference](), "name", Rule{Required: true}},
		{reflect.TypeFor[externalsecrets.ExternalSecretData](), "secretKey", Rule{
			Required: true, Pattern: `^[-._a-zA-Z0-9]+$`, MinLength: 1, MaxLength: 253,
		}},
		{reflect.TypeFor[externalsecrets.VaultProvider](), "server", Rule{Required: true}},
		// The marker requires it, but there is a default.
		{reflect.TypeFor[externalsecrets.VaultProvider](), "version", Rule{Enum: []string{"v1", "v2"}}},
		{reflect.TypeFor[externalsecrets.CacheConfig](), "maxSize", Rule{Minimum: new(1.0)}},
		{reflect.TypeFor[externalsecrets.ClusterSecretStoreCondition](), "namespaces", Rule{Items: &Rule{
			Pattern: `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`, MinLength: 1, MaxLength: 63,
		}}},
		{reflect.TypeFor[kustomize.HealthCheckExpressions](), "current", Rule{Required: true}},
	}
	for _, test := range tests {
		got, ok := Field(test.structure, test.name)
		if !ok || !reflect.DeepEqual(got, test.want) {
			t.Errorf("Field(%v, %q) = %+v, %v, want %+v", test.structure, test.name, got, ok, test.want)
		}
	}
}

func TestFieldWithoutRule(t *testing.T) {
	tests := []struct {
		structure reflect.Type
		name      string
	}{
		{reflect.TypeFor[source.OCIRepositorySpec](), "suspend"},
		{reflect.TypeFor[source.OCIRepositorySpec](), "noSuchField"},
		{reflect.TypeFor[source.OCIRepositoryList](), "items"},
		// The rule of an enumeration is that of the type.
		{reflect.TypeFor[externalsecrets.ExternalSecretSpec](), "refreshPolicy"},
		{reflect.TypeFor[struct{ URL string }](), "url"},
		{reflect.TypeFor[string](), "url"},
	}
	for _, test := range tests {
		if got, ok := Field(test.structure, test.name); ok {
			t.Errorf("Field(%v, %q) = %+v, want none", test.structure, test.name, got)
		}
	}
}

func TestType(t *testing.T) {
	tests := []struct {
		named reflect.Type
		want  Rule
	}{
		{reflect.TypeFor[externalsecrets.ExternalSecretRefreshPolicy](), Rule{
			Enum: []string{"CreatedOnce", "Periodic", "OnChange"},
		}},
		{reflect.TypeFor[externalsecrets.OraclePrincipalType](), Rule{
			Enum: []string{"", "UserPrincipal", "InstancePrincipal", "Workload"},
		}},
		{reflect.TypeFor[externalsecrets.ExternalSecretRewrite](), Rule{MinProperties: 1, MaxProperties: 1}},
		{reflect.TypeFor[kustomization.BuildMetadataOption](), Rule{
			Enum: []string{"originAnnotations", "transformerAnnotations"},
		}},
	}
	for _, test := range tests {
		got, ok := Type(test.named)
		if !ok || !reflect.DeepEqual(got, test.want) {
			t.Errorf("Type(%v) = %+v, %v, want %+v", test.named, got, ok, test.want)
		}
	}
	for _, without := range []reflect.Type{
		reflect.TypeFor[string](),
		reflect.TypeFor[[]kustomization.BuildMetadataOption](),
		reflect.TypeFor[source.OCIRepositorySpec](),
	} {
		if got, ok := Type(without); ok {
			t.Errorf("Type(%v) = %+v, want none", without, got)
		}
	}
}

// TestEveryRule reads the keys in the source of the generated file, because the table cannot be iterated over.
func TestEveryRule(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "zz_generated.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, function := range []struct {
		name string
		find func(string) (Rule, bool)
	}{{"field", field}, {"named", named}} {
		keys := caseStrings(t, file, function.name)
		if len(keys) == 0 {
			t.Errorf("%s has no cases", function.name)
		}
		for _, key := range keys {
			rule, ok := function.find(key)
			if !ok || reflect.DeepEqual(rule, Rule{}) {
				t.Errorf("%s(%q) = %+v, %v, want a rule that says something", function.name, key, rule, ok)
			}
			patterns := []string{rule.Pattern}
			if rule.Items != nil {
				patterns = append(patterns, rule.Items.Pattern)
			}
			for _, pattern := range patterns {
				if _, err := regexp.Compile(pattern); err != nil {
					t.Errorf("%s(%q): %v", function.name, key, err)
				}
			}
		}
	}
}

// caseStrings returns the strings of the cases of the function with the given name.
func caseStrings(t *testing.T, file *ast.File, name string) []string {
	t.Helper()
	var found []string
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Name.Name != name {
			continue
		}
		ast.Inspect(function, func(n ast.Node) bool {
			clause, ok := n.(*ast.CaseClause)
			if !ok {
				return true
			}
			for _, expression := range clause.List {
				literal, ok := expression.(*ast.BasicLit)
				if !ok {
					t.Fatalf("%s has a case that is not a literal", name)
				}
				text, err := strconv.Unquote(literal.Value)
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, text)
			}
			return false
		})
	}
	return found
}

func TestGeneratedIsCurrent(t *testing.T) {
	// The go command runs a test again when a file changes that the test has looked at.
	if _, err := os.Stat(filepath.Join("generate", "main.go")); err != nil {
		t.Fatal(err)
	}
	output := filepath.Join(t.TempDir(), "generated.go")
	if message, err := exec.Command("go", "run", "./generate", "-o", output).CombinedOutput(); err != nil {
		t.Fatalf("go run ./generate: %v\n%s", err, message)
	}
	got, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("zz_generated.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("zz_generated.go is not what the generator writes; run go generate ./internal/upstream")
	}
}
