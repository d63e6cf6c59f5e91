// Command generate writes the table of package upstream: it reads the kubebuilder markers of the Go API packages of
// Flux, of External Secrets and of the Gateway API, at the versions that go.mod names, and prints them as Go.
//
// It follows controller-gen, which makes the custom resource definitions out of the same markers, and fails on what it
// does not know, so that an update of a module cannot silently lose a rule.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() {
	output := flag.String("o", "zz_generated.go", "the file to write")
	flag.Parse()
	if err := generate(*output); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate(output string) error {
	packages, err := list(
		"github.com/fluxcd/source-controller/api/v1",
		"github.com/fluxcd/kustomize-controller/api/v1",
		"github.com/fluxcd/pkg/apis/kustomize",
		"github.com/fluxcd/pkg/apis/meta",
		"github.com/external-secrets/external-secrets/apis/externalsecrets/v1",
		"github.com/external-secrets/external-secrets/apis/generators/v1alpha1",
		"github.com/external-secrets/external-secrets/apis/meta/v1",
		"sigs.k8s.io/gateway-api/apis/v1",
	)
	if err != nil {
		return err
	}
	var all table
	for _, p := range packages {
		for _, name := range p.GoFiles {
			t, err := readFile(p.ImportPath, filepath.Join(p.Dir, name))
			if err != nil {
				return err
			}
			all.fields = append(all.fields, t.fields...)
			all.types = append(all.types, t.types...)
			all.derived = append(all.derived, t.derived...)
		}
	}
	all.inherit()
	source, err := render(all)
	if err != nil {
		return err
	}
	return os.WriteFile(output, source, 0o644)
}

// A goPackage is what the go command says about a package.
type goPackage struct {
	ImportPath string
	Dir        string
	GoFiles    []string // without tests
}

// list asks the go command for packages.
func list(paths ...string) ([]goPackage, error) {
	command := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,GoFiles"}, paths...)...)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []goPackage
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var p goPackage
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages, nil
		}
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}

// A table holds the rules of fields and of named types.
type table struct {
	fields, types []entry
	derived       []derivation
}

// A derivation is a named type without markers of its own whose declaration names another type of the package.
type derivation struct{ key, from string }

// inherit gives derived types the rules of those that they are derived from, as controller-gen does.
func (t *table) inherit() {
	rules := map[string]rule{}
	for _, e := range t.types {
		rules[e.key] = e.rule
	}
	from := map[string]string{}
	for _, d := range t.derived {
		from[d.key] = d.from
	}
	for _, d := range t.derived {
		for ancestor := d.from; ancestor != ""; ancestor = from[ancestor] {
			if r, ok := rules[ancestor]; ok {
				t.types = append(t.types, entry{d.key, r})
				break
			}
		}
	}
}

type entry struct {
	key  string
	rule rule
}

// A rule is a value of the type Rule of package upstream as source text: the literals by the names of its fields. The
// command does not use the type itself, because it has to run when the file that it writes is missing or broken.
type rule map[string]string

// readFile returns the rules of the types that a file declares.
func readFile(importPath, path string) (table, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return table{}, err
	}
	var t table
	read := map[*ast.CommentGroup]bool{}
	for _, declaration := range file.Decls {
		types, ok := declaration.(*ast.GenDecl)
		if !ok || types.Tok != token.TYPE {
			continue
		}
		for _, spec := range types.Specs {
			spec, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			doc := spec.Doc
			if !types.Lparen.IsValid() {
				doc = types.Doc
			}
			read[doc] = true
			key := importPath + "." + spec.Name.Name
			r, err := newRule(markers(doc))
			if err != nil {
				return table{}, fmt.Errorf("%s: %s: %w", files.Position(spec.Pos()), key, err)
			}
			t.types = appendRule(t.types, key, r)
			if other, ok := spec.Type.(*ast.Ident); ok && len(r) == 0 {
				t.derived = append(t.derived, derivation{key, importPath + "." + other.Name})
			}

			structure, ok := spec.Type.(*ast.StructType)
			if !ok {
				continue
			}
			for _, f := range structure.Fields.List {
				read[f.Doc] = true
			}
			if isList(structure) {
				continue
			}
			for _, f := range structure.Fields.List {
				name, omitted := jsonTag(f)
				if name == "" {
					continue
				}
				found := markers(f.Doc)
				r, err := newRule(found)
				if err != nil {
					return table{}, fmt.Errorf("%s: %s.%s: %w", files.Position(f.Pos()), key, name, err)
				}
				if isRequired(found, omitted) {
					r["Required"] = "true"
				}
				t.fields = appendRule(t.fields, key+"."+name, r)
			}
		}
	}

	// A marker that belongs to nothing above could mean anything, for example that all fields of the package are
	// optional unless marked otherwise.
	for _, comment := range file.Comments {
		for _, m := range markers(comment) {
			if !read[comment] && demands(m) {
				return table{}, fmt.Errorf("%s: stray marker +%s", files.Position(comment.Pos()), m.name)
			}
		}
	}
	return t, nil
}

// appendRule appends a rule that says something.
func appendRule(entries []entry, key string, r rule) []entry {
	if len(r) == 0 {
		return entries
	}
	return append(entries, entry{key, r})
}

// isList reports whether a struct is the list of a kind, such as GitRepositoryList. No definition describes a list.
func isList(s *ast.StructType) bool {
	return slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool {
		selector, ok := f.Type.(*ast.SelectorExpr)
		return ok && len(f.Names) == 0 && selector.Sel.Name == "ListMeta"
	})
}

// jsonTag returns the name of a field in JSON and whether it is left out when it is empty. The name is empty if the
// field is not in JSON or is embedded, so that only its own fields are.
func jsonTag(f *ast.Field) (name string, omitted bool) {
	if f.Tag == nil {
		return "", false
	}
	tag, err := strconv.Unquote(f.Tag.Value)
	if err != nil {
		return "", false
	}
	value := reflect.StructTag(tag).Get("json")
	if value == "-" {
		return "", false
	}
	name, rest, _ := strings.Cut(value, ",")
	options := strings.Split(rest, ",")
	return name, slices.Contains(options, "omitempty") || slices.Contains(options, "omitzero")
}

// A marker is a comment of the form +name, +name=value or +name:=value.
type marker struct {
	name, value string
}

const validation = "kubebuilder:validation:"

// markers returns the markers of a comment. As in controller-gen, all that comes before "=" is the name, so that
// "+optional, default GET" is not the marker "+optional" and means nothing.
func markers(comment *ast.CommentGroup) []marker {
	if comment == nil {
		return nil
	}
	var found []marker
	for _, line := range comment.List {
		text, ok := strings.CutPrefix(line.Text, "//")
		if !ok {
			continue
		}
		text, ok = strings.CutPrefix(strings.TrimSpace(text), "+")
		if !ok {
			continue
		}
		name, value, _ := strings.Cut(text, "=")
		found = append(found, marker{strings.TrimSuffix(name, ":"), value})
	}
	return found
}

// demands reports whether a marker matters to isRequired or newRule.
func demands(m marker) bool {
	switch m.name {
	case "required", "k8s:required", "optional", "k8s:optional", "default", "kubebuilder:default":
		return true
	}
	return strings.HasPrefix(m.name, validation)
}

// isRequired reports whether a field must be present. The order of the cases is that of controller-gen.
func isRequired(found []marker, omitted bool) bool {
	has := func(names ...string) bool {
		return slices.ContainsFunc(found, func(m marker) bool { return slices.Contains(names, m.name) })
	}
	switch {
	case has("kubebuilder:default", "default"):
		return false // the API server fills in defaults before it validates
	case has(validation + "Optional"):
		return false
	case has(validation + "Required"):
		return true
	case has("optional", "k8s:optional"):
		return false
	case has("required", "k8s:required"):
		return true
	}
	return !omitted
}

// newRule returns what the validation markers of a field or of a type demand, except whether the field is required.
func newRule(found []marker) (rule, error) {
	r, items := rule{}, rule{}
	for _, m := range found {
		name, ok := strings.CutPrefix(m.name, validation)
		if !ok {
			continue
		}
		target := r
		if strings.HasPrefix(name, "Items:") {
			continue // is no marker to controller-gen, which writes it in lower case
		}
		if rest, ok := strings.CutPrefix(name, "items:"); ok {
			name, target = rest, items
		}
		switch {
		case name == "Required" || name == "Optional":
			continue // see isRequired
		case name == "Type":
			continue // says how a type with its own JSON, such as a duration, is written
		case strings.HasPrefix(name, "XValidation:"):
			continue // would need an interpreter of the Common Expression Language
		case strings.HasPrefix(name, "Min") && m.value == "0" && name != "Minimum":
			continue // no limit
		}
		text, err := literal(name, m.value)
		if err != nil {
			return nil, fmt.Errorf("+%s=%s: %w", m.name, m.value, err)
		}
		if _, ok := target[name]; ok {
			return nil, fmt.Errorf("+%s appears twice", m.name)
		}
		target[name] = text
	}
	if len(items) > 0 {
		r["Items"] = "&" + items.String()
	}
	return r, nil
}

// literal returns the value of a marker as the literal of the field of the same name.
func literal(name, value string) (string, error) {
	switch name {
	case "Enum":
		values, err := unquoteList(value)
		return fmt.Sprintf("%#v", values), err
	case "Pattern":
		pattern, err := unquote(value)
		if err != nil {
			return "", err
		}
		// The API server uses the same package, so a pattern that does not compile is an error in the module.
		if _, err := regexp.Compile(pattern); err != nil {
			return "", err
		}
		if strconv.CanBackquote(pattern) {
			return "`" + pattern + "`", nil
		}
		return strconv.Quote(pattern), nil
	case "MinLength", "MaxLength", "MinItems", "MaxItems", "MinProperties", "MaxProperties":
		n, err := strconv.Atoi(value)
		if err != nil {
			return "", err
		}
		if n <= 0 {
			return "", errors.New("zero stands for no limit in the table")
		}
		return strconv.Itoa(n), nil
	case "Minimum", "Maximum":
		n, err := strconv.ParseFloat(value, 64)
		return fmt.Sprintf("new(float64(%v))", n), err
	}
	return "", errors.New("unknown marker")
}

// unquoteList returns the values of a list such as a;"b";c.
func unquoteList(list string) ([]string, error) {
	var values []string
	for item := range strings.SplitSeq(list, ";") {
		value, err := unquote(strings.TrimSpace(item))
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

// unquote returns the string that a marker writes with double quotes, with backquotes or bare.
func unquote(value string) (string, error) {
	if strings.HasPrefix(value, `"`) || strings.HasPrefix(value, "`") {
		return strconv.Unquote(value)
	}
	// A bare string ends at a separator. Every marker of today ends at the end of the line.
	if value == "" || strings.ContainsAny(value, ",;:{}") {
		return "", errors.New("a bare value must not be empty or contain a separator")
	}
	return value, nil
}

// String returns the rule as a composite literal.
func (r rule) String() string {
	var fields []string
	for _, name := range []string{
		"Required", "Enum", "Pattern", "MinLength", "MaxLength", "MinItems", "MaxItems", "MinProperties", "MaxProperties",
		"Minimum", "Maximum", "Items",
	} {
		if text, ok := r[name]; ok {
			fields = append(fields, name+": "+text)
		}
	}
	return "Rule{" + strings.Join(fields, ", ") + "}"
}

// render returns the source of the generated file. The table is code rather than a map, so that it costs nothing when a
// program starts and nobody can change it.
func render(t table) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("// Code generated by internal/upstream/generate; DO NOT EDIT.\n\npackage upstream\n\n")
	b.WriteString("// field returns the rule of a field, by the import path, the type and the JSON name.\n")
	renderFunc(&b, "field", t.fields)
	b.WriteString("\n// named returns the rule of a named type, by the import path and the type.\n")
	renderFunc(&b, "named", t.types)
	return format.Source(b.Bytes())
}

func renderFunc(b *bytes.Buffer, name string, entries []entry) {
	slices.SortFunc(entries, func(x, y entry) int { return cmp.Compare(x.key, y.key) })
	fmt.Fprintf(b, "func %s(key string) (Rule, bool) {\nswitch key {\n", name)
	for _, e := range entries {
		fmt.Fprintf(b, "case %q:\nreturn %v, true\n", e.key, e.rule)
	}
	b.WriteString("}\nreturn Rule{}, false\n}\n")
}
