package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A source is what a Go file declares.
type source struct {
	imports map[string]string // the path of each package by its name in the file
	structs map[string]structure
	merging map[string]*ast.SelectorExpr // the upstream type that each type is whose fields merge
	rivals  map[string]string            // for the path of a field, the path of its alternative
}

type structure struct {
	doc    string
	fields []field
}

type field struct {
	goName  string // empty for an embedded struct
	name    string // in JSON
	typ     ast.Expr
	doc     string // without markers
	markers []string
	replace bool // layers replace it whole although its type is Fivefold's own
}

func (f field) required() bool {
	return slices.Contains(f.markers, "+required")
}

func parse(kind string, text []byte) (source, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "types.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return source{}, err
	}
	s := source{imports: map[string]string{}, structs: map[string]structure{}, merging: map[string]*ast.SelectorExpr{}}
	for _, spec := range file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return source{}, err
		}
		name := path.Base(importPath)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		s.imports[name] = importPath
	}
	for _, declaration := range file.Decls {
		types, ok := declaration.(*ast.GenDecl)
		if !ok || types.Tok != token.TYPE {
			continue
		}
		for _, spec := range types.Specs {
			named, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			if upstream, ok := named.Type.(*ast.SelectorExpr); ok {
				s.merging[named.Name.Name] = upstream
			}
			declared, ok := named.Type.(*ast.StructType)
			if !ok {
				continue
			}
			fields, err := fieldsOf(declared)
			if err != nil {
				return source{}, fmt.Errorf("%s: %w", named.Name.Name, err)
			}
			doc := named.Doc
			if doc == nil {
				doc = types.Doc
			}
			text, _ := split(doc)
			s.structs[named.Name.Name] = structure{text, fields}
		}
	}
	for _, name := range []string{kind, "Spec"} {
		if _, ok := s.structs[name]; !ok {
			return source{}, fmt.Errorf("declares no struct %s", name)
		}
	}
	return s, nil
}

// alternatives returns the pairs of paths that the function of that name lists, if there is one.
func alternatives(text []byte) (map[string]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "layers.go", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	rivals := map[string]string{}
	declared := false
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Name.Name != "alternatives" {
			continue
		}
		declared = true
		ast.Inspect(function, func(n ast.Node) bool {
			row, ok := n.(*ast.CompositeLit)
			if !ok || len(row.Elts) != 2 {
				return true
			}
			a, okA := row.Elts[0].(*ast.BasicLit)
			b, okB := row.Elts[1].(*ast.BasicLit)
			if okA && okB {
				first, second := "spec."+strings.Trim(a.Value, `"`), "spec."+strings.Trim(b.Value, `"`)
				rivals[first], rivals[second] = second, first
			}
			return true
		})
	}
	if declared && len(rivals) == 0 {
		return nil, fmt.Errorf("layers.go lists no alternatives")
	}
	return rivals, nil
}

// fieldsOf returns the fields of a struct that are in its JSON.
func fieldsOf(declared *ast.StructType) ([]field, error) {
	var fields []field
	for _, f := range declared.Fields.List {
		if f.Tag == nil {
			continue // unexported
		}
		text, err := strconv.Unquote(f.Tag.Value)
		if err != nil {
			return nil, err
		}
		tag := reflect.StructTag(text)
		name, _, _ := strings.Cut(tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		doc, markers := split(f.Doc)
		made := field{name: name, typ: f.Type, doc: doc, markers: markers, replace: tag.Get("layer") == "replace"}
		switch {
		case len(f.Names) == 1:
			made.goName = f.Names[0].Name
		case len(f.Names) > 1 || name != "" && made.goName != "":
			return nil, fmt.Errorf("%s: several fields share a tag", name)
		}
		fields = append(fields, made)
	}
	return fields, nil
}

// split returns the text of a comment in one line, and the markers among its lines.
func split(group *ast.CommentGroup) (doc string, markers []string) {
	var kept []string
	for line := range strings.Lines(group.Text()) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "+") {
			markers = append(markers, line)
		} else if line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, " "), markers
}

var (
	docLink = regexp.MustCompile(`\[(\w+)\.(\w+)\]`)
	address = regexp.MustCompile(`https://\w\S*[^\s.,;]`)
	word    = regexp.MustCompile(`[A-Za-z]+`)
	camel   = regexp.MustCompile(`[a-z][A-Z]`)
)

// prose turns a Go comment into Markdown. Names of fields among siblings become their names in YAML; the first word,
// which Go comments begin with, only where it cannot be read as a word of English.
func (s source) prose(doc string, siblings []field) string {
	names := map[string]string{}
	for _, f := range siblings {
		if f.goName != "" {
			names[f.goName] = "`" + f.name + "`"
		}
	}
	var b strings.Builder
	first := true
	plain := func(text string) {
		text = strings.NewReplacer("*", `\*`, "|", `\|`, "[", "", "]", "").Replace(text)
		b.WriteString(word.ReplaceAllStringFunc(text, func(w string) string {
			skip := first && !camel.MatchString(w)
			first = false
			if name, ok := names[w]; ok && !skip {
				return name
			}
			return w
		}))
	}
	for doc != "" {
		link, url := docLink.FindStringSubmatchIndex(doc), address.FindStringIndex(doc)
		switch {
		case link != nil && (url == nil || link[0] < url[0]):
			plain(doc[:link[0]])
			b.WriteString(s.link(doc[link[2]:link[3]], doc[link[4]:link[5]]))
			doc = doc[link[1]:]
		case url != nil:
			plain(doc[:url[0]])
			b.WriteString("<" + doc[url[0]:url[1]] + ">")
			doc = doc[url[1]:]
		default:
			plain(doc)
			doc = ""
		}
	}
	return b.String()
}

// link names a type of another package and leads to its documentation.
func (s source) link(pkg, name string) string {
	return fmt.Sprintf("[%s](https://pkg.go.dev/%s#%s)", name, s.imports[pkg], name)
}
