// Package architecture holds no code. Its tests say which package of the module may import what, and that a user can
// name every type that a public package shows.
package architecture

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/fivefold-dev/fivefold"

// rule says what packages must not import. A pattern is an import path; with /... at the end, so is all below it.
type rule struct {
	packages  []string
	except    []string
	forbidden []string
	why       string
}

// importRules are about what a package's own files import.
func importRules() []rule {
	all, krmfn := module+"/...", module+"/krmfn/..."
	tenant, webapp := module+"/tenant/...", module+"/webapp/..."
	return []rule{
		{
			packages:  []string{module},
			forbidden: []string{tenant, webapp, krmfn},
			why:       "the root package is what the builders stand on",
		},
		{
			packages:  []string{module + "/internal/..."},
			forbidden: []string{tenant, webapp, krmfn},
			why:       "what the builders share knows none of them",
		},
		{
			packages:  []string{tenant},
			forbidden: []string{webapp, krmfn},
			why:       "a builder knows neither another builder nor who calls it",
		},
		{
			packages:  []string{webapp},
			forbidden: []string{tenant, krmfn},
			why:       "a builder knows neither another builder nor who calls it",
		},
		{
			packages:  []string{tenant, webapp},
			forbidden: []string{"crypto/rand", "io/fs", "log/...", "math/rand/...", "net", "net/http/...", "os/..."},
			why:       "a builder is pure: no environment, file, network or randomness",
		},
		{
			packages:  []string{all},
			except:    []string{krmfn, module + "/internal/document"},
			forbidden: []string{"sigs.k8s.io/kustomize/..."},
			why:       "only what reads and writes resource lists has to do with kustomize",
		},
		{
			packages:  []string{all},
			forbidden: []string{"k8s.io/client-go/...", "sigs.k8s.io/controller-runtime/..."},
			why:       "Fivefold builds; it talks to no cluster",
		},
	}
}

// testDependencies belong to the modules under test/, so that they never reach a user's go.sum.
func testDependencies() rule {
	return rule{
		packages: []string{module + "/..."},
		forbidden: []string{
			"github.com/google/go-cmp/...", "github.com/rogpeppe/go-internal/...", "github.com/stretchr/testify/...",
			"k8s.io/pod-security-admission/...", "sigs.k8s.io/controller-runtime/...", "sigs.k8s.io/kustomize/api/...", "sigs.k8s.io/kustomize/kustomize/...",
		},
		why: "tests that need it go into a module under test/",
	}
}

// shippedDependencies must not be reached by any way.
func shippedDependencies() rule {
	return rule{
		packages:  []string{module + "/..."},
		forbidden: []string{"github.com/google/go-cmp/...", "github.com/rogpeppe/go-internal/...", "github.com/stretchr/testify/...", "testing/..."},
		why:       "it is for tests",
	}
}

func TestImports(t *testing.T) {
	var checked []string
	for _, p := range list(t) {
		if p.DepOnly {
			continue
		}
		checked = append(checked, p.ImportPath)
		for _, r := range importRules() {
			for _, fault := range r.violations(p.ImportPath, p.Imports) {
				t.Error(fault)
			}
		}
		for _, fault := range testDependencies().violations(p.ImportPath, slices.Concat(p.TestImports, p.XTestImports)) {
			t.Error(fault)
		}
		for _, fault := range shippedDependencies().violations(p.ImportPath, p.Deps) {
			t.Error(fault)
		}
	}
	for _, want := range []string{module, module + "/tenant", module + "/webapp", module + "/krmfn", module + "/internal/schema"} {
		if !slices.Contains(checked, want) {
			t.Errorf("package %s was not checked", want)
		}
	}
}

// violations returns what a package must not import of what it imports.
func (r rule) violations(path string, imports []string) []string {
	if !matchesAny(r.packages, path) || matchesAny(r.except, path) {
		return nil
	}
	var faults []string
	for _, imported := range imports {
		if matchesAny(r.forbidden, imported) {
			faults = append(faults, fmt.Sprintf("%s imports %s: %s", path, imported, r.why))
		}
	}
	return faults
}

func matchesAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		prefix, tree := strings.CutSuffix(pattern, "/...")
		return path == prefix || tree && strings.HasPrefix(path, prefix+"/")
	})
}

// TestViolations holds the check itself to its word.
func TestViolations(t *testing.T) {
	r := rule{
		packages:  []string{"m/tenant/..."},
		except:    []string{"m/tenant/own"},
		forbidden: []string{"m/krmfn", "kyaml/..."},
		why:       "reason",
	}
	imports := []string{"fmt", "kyaml", "kyaml/yaml", "kyamlish", "m/krmfn", "m/krmfn/sub"}
	faults := func(path string) []string {
		return []string{path + " imports kyaml: reason", path + " imports kyaml/yaml: reason", path + " imports m/krmfn: reason"}
	}
	for path, want := range map[string][]string{
		"m/tenant":       faults("m/tenant"),
		"m/tenant/inner": faults("m/tenant/inner"),
		"m/tenant/own":   nil,
		"m/tenants":      nil,
	} {
		if got := r.violations(path, imports); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

// TestExportedTypes checks that nothing that a public package exports mentions a type that its users cannot import.
func TestExportedTypes(t *testing.T) {
	packages := list(t)
	exports := map[string]string{}
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
	}
	gc := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	var checked []string
	for _, p := range packages {
		if p.DepOnly || p.Name == "main" || isInternal(p.ImportPath) {
			continue
		}
		checked = append(checked, p.ImportPath)
		pkg, err := gc.Import(p.ImportPath)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range leaks(pkg) {
			t.Error(fault)
		}
	}
	for _, want := range []string{module, module + "/tenant", module + "/webapp"} {
		if !slices.Contains(checked, want) {
			t.Errorf("package %s was not checked", want)
		}
	}
}

// leaks returns what a package exports of internal types.
func leaks(pkg *types.Package) []string {
	var faults []string
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		s := shown{pkg: pkg, seen: map[types.Type]bool{}, report: func(internal *types.TypeName) {
			faults = append(faults, fmt.Sprintf("%s.%s mentions %s.%s, which users cannot import",
				pkg.Path(), name, internal.Pkg().Path(), internal.Name()))
		}}
		s.visit(object.Type())
	}
	return faults
}

// shown walks the types that a user of an object sees.
type shown struct {
	pkg    *types.Package
	seen   map[types.Type]bool
	report func(*types.TypeName)
}

func (s shown) visit(t types.Type) {
	if s.seen[t] {
		return
	}
	s.seen[t] = true
	switch t := t.(type) {
	case *types.Alias:
		s.name(t.Obj())
		s.visit(types.Unalias(t))
	case *types.Named:
		s.named(t)
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels and maps
		s.visit(t.Elem())
		if m, ok := t.(*types.Map); ok {
			s.visit(m.Key())
		}
	case *types.Signature:
		for v := range t.Params().Variables() {
			s.visit(v.Type())
		}
		for v := range t.Results().Variables() {
			s.visit(v.Type())
		}
		for p := range t.TypeParams().TypeParams() {
			s.visit(p.Constraint())
		}
	case *types.Struct:
		for field := range t.Fields() {
			if field.Exported() || field.Embedded() {
				s.visit(field.Type())
			}
		}
	case *types.Interface:
		for method := range t.Methods() {
			if method.Exported() {
				s.visit(method.Type())
			}
		}
		for embedded := range t.EmbeddedTypes() {
			s.visit(embedded)
		}
	case *types.Union:
		for term := range t.Terms() {
			s.visit(term.Type())
		}
	}
}

// named visits a declared type, and what is declared about it if that is of the same package.
func (s shown) named(t *types.Named) {
	s.name(t.Obj())
	for argument := range t.TypeArgs().Types() {
		s.visit(argument)
	}
	if t.Obj().Pkg() != s.pkg {
		return
	}
	for p := range t.TypeParams().TypeParams() {
		s.visit(p.Constraint())
	}
	s.visit(t.Underlying())
	for method := range t.Methods() {
		if method.Exported() {
			s.visit(method.Type())
		}
	}
}

func (s shown) name(n *types.TypeName) {
	if n.Pkg() != nil && isInternal(n.Pkg().Path()) {
		s.report(n)
	}
}

func isInternal(path string) bool {
	return slices.Contains(strings.Split(path, "/"), "internal")
}

// TestLeaks holds the check itself to its word.
func TestLeaks(t *testing.T) {
	const source = `package p

import "m/internal/x"

type (
	Field     struct{ F map[string][]*x.T }
	Key       struct{ F map[x.T]int }
	Embedded  struct{ x.T }
	Alias     = x.T
	Inner     struct{ F inner }
	Interface interface{ M(x.T) }
	Generic[P interface{ x.T | int }] struct{}
	Argument  struct{ F generic[x.T] }
	Method    struct{}

	FineField     struct{ f x.T }
	FineMethod    struct{}
	FineInterface interface{ m(x.T) }

	inner      struct{ F x.T }
	generic[P any] struct{}
	fine       struct{ F x.T }
)

func (*Method) M() x.T    { return x.T{} }
func (FineMethod) m() x.T { return x.T{} }

func Parameter(func(x.T)) {}
func Result() (int, chan x.T) { return 0, nil }
func Constraint[P x.I]() {}
func Fine() error { var t x.T; _ = t; return nil }

var Inferred = x.T{}
var fineVariable = x.T{}
`
	internal := check(t, "m/internal/x", "package x\ntype T struct{}\ntype I interface{ M() }\n", nil)
	pkg := check(t, "m/p", source, internal)
	var got []string
	for _, fault := range leaks(pkg) {
		name, _, _ := strings.Cut(strings.TrimPrefix(fault, "m/p."), " ")
		got = append(got, name)
	}
	want := []string{
		"Alias", "Argument", "Constraint", "Embedded", "Field", "Generic", "Inferred", "Inner", "Interface", "Key", "Method",
		"Parameter", "Result",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// check returns the package of a source that imports nothing but another package.
func check(t *testing.T, path, source string, imported *types.Package) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path+".go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: onlyImporter{imported}}
	pkg, err := config.Check(path, fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// onlyImporter imports one package, whatever it is asked for.
type onlyImporter struct{ pkg *types.Package }

func (i onlyImporter) Import(string) (*types.Package, error) { return i.pkg, nil }

// listed is what go list says about a package.
type listed struct {
	ImportPath, Name, Export                 string
	Imports, Deps, TestImports, XTestImports []string
	DepOnly                                  bool // not of this module
}

// list returns the packages of the module and all that they depend on.
func list(t *testing.T) []listed {
	t.Helper()
	watch(t)
	command := exec.Command("go", "list", "-deps", "-export",
		"-json=ImportPath,Name,Export,Imports,Deps,TestImports,XTestImports,DepOnly", module+"/...")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %s\n%s", err, stderr.String())
	}
	var packages []listed
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var p listed
		switch err := decoder.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages
		case err != nil:
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

// watch opens the folders of the module. A test that passed is not run again before a file changes that it opened or
// that lies in a folder that it opened, and go test does not see what go list opens.
func watch(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir("../..", func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "bin") {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
