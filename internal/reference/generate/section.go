package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// A section is the reference of one struct at its place in the spec.
type section struct {
	path string
	doc  string
	rows []row
}

type row struct {
	path, typ, value, layers, doc string
}

func (s section) write(page *bytes.Buffer) {
	fmt.Fprintf(page, "\n## %s\n\n%s\n\n", s.path, s.doc)
	page.WriteString("| Field | Type | Default | Layers | Description |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range s.rows {
		fmt.Fprintf(page, "| `%s` | %s | %s | %s | %s |\n", r.path, r.typ, r.value, r.layers, r.doc)
	}
}

func parseDefaults(text []byte) (map[string]any, error) {
	data, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return nil, fmt.Errorf("reading the defaults: %w", err)
	}
	var tree map[string]any
	if err := json.Unmarshal(data, &tree); err != nil {
		return nil, fmt.Errorf("reading the defaults: %w", err)
	}
	return tree, nil
}

// flow returns a value as one line of YAML.
func flow(value any) string {
	switch v := value.(type) {
	case map[string]any:
		var fields []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			fields = append(fields, key+": "+flow(v[key]))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = flow(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	default:
		return fmt.Sprint(v)
	}
}

// sections returns one section for the spec and one for each struct of Fivefold's own in it, in the order of the source.
func (s source) sections(defaults map[string]any) ([]section, error) {
	return s.walk("Spec", "spec", "", defaults)
}

// walk returns the section of a struct and, after it, those of the structs in it. Within is the path of what the struct
// is replaced together with, or "".
func (s source) walk(name, path, within string, defaults map[string]any) ([]section, error) {
	declared := s.structs[name]
	this := section{path: path, doc: s.prose(declared.doc, declared.fields)}
	var inner []section
	rest := maps.Clone(defaults)
	for _, f := range declared.fields {
		if f.goName == "" {
			text, err := s.typeName(f.typ, path)
			if err != nil {
				return nil, err
			}
			this.rows = append(this.rows, row{path + ".…", text, "-", s.layers(f, path, within), "All fields of that type, by their names."})
			continue
		}
		at := path + "." + f.name
		own, each := s.own(f.typ)
		at += each
		text, err := s.typeName(f.typ, at)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		fallback, found := rest[f.name]
		delete(rest, f.name)
		var deeperDefaults map[string]any
		if fields, ok := fallback.(map[string]any); ok && own != "" && each == "" {
			deeperDefaults, found = fields, false // which the section of that struct shows
		}
		value := "-"
		switch {
		case found:
			value = "`" + flow(fallback) + "`"
		case f.required():
			value = "required"
		}
		this.rows = append(this.rows, row{
			path: at, typ: text, value: value, doc: s.prose(f.doc, declared.fields), layers: s.layers(f, at, within),
		})
		if own == "" {
			continue
		}
		whole := within
		if whole == "" && s.layers(f, at, within) != "merged" {
			whole = strings.TrimSuffix(at, each)
		}
		deeper, err := s.walk(own, at, whole, deeperDefaults)
		if err != nil {
			return nil, err
		}
		inner = append(inner, deeper...)
	}
	for _, key := range slices.Sorted(maps.Keys(rest)) {
		return nil, fmt.Errorf("the default of %s.%s belongs to no field", path, key)
	}
	return append([]section{this}, inner...), nil
}

// layers says how a field behaves when layers merge.
func (s source) layers(f field, path, within string) string {
	own, each := s.own(f.typ)
	rival := s.rivals[path]
	switch {
	case within != "":
		return "with `" + within + "`"
	case rival != "":
		return "over `" + rival + "`"
	case f.replace, !isMap(f.typ) && !s.isMerging(f.typ) && (own == "" || each != ""):
		return "replaced"
	default:
		return "merged"
	}
}

// own returns the name of the struct of Fivefold's own that a type is made of, or "", and what a path to it has behind the
// field: nothing, [] for a list of them, .NAME for a map to them.
func (s source) own(typ ast.Expr) (name, each string) {
	switch t := typ.(type) {
	case *ast.StarExpr:
		return s.own(t.X)
	case *ast.ArrayType:
		if name, _ = s.own(t.Elt); name != "" {
			return name, "[]"
		}
	case *ast.MapType:
		if name, _ = s.own(t.Value); name != "" {
			return name, ".NAME"
		}
	case *ast.Ident:
		if _, ok := s.structs[t.Name]; ok {
			return t.Name, ""
		}
	}
	return "", ""
}

// isMerging tells whether a type is an upstream struct whose fields merge.
func (s source) isMerging(typ ast.Expr) bool {
	name, ok := typ.(*ast.Ident)
	return ok && s.merging[name.Name] != nil
}

func isMap(typ ast.Expr) bool {
	_, ok := typ.(*ast.MapType)
	return ok
}

// typeName names a type for a reader of YAML. At is the path of the field, whose section an own struct links to.
func (s source) typeName(typ ast.Expr, at string) (string, error) {
	switch t := typ.(type) {
	case *ast.StarExpr:
		return s.typeName(t.X, at)
	case *ast.ArrayType:
		if element, ok := t.Elt.(*ast.Ident); ok && element.Name == "byte" {
			return "string in base64", nil
		}
		element, err := s.typeName(t.Elt, at)
		return "list of " + element, err
	case *ast.MapType:
		element, err := s.typeName(t.Value, at)
		return "map to " + element, err
	case *ast.SelectorExpr:
		pkg, ok := t.X.(*ast.Ident)
		if !ok || s.imports[pkg.Name] == "" {
			return "", fmt.Errorf("unknown package of %s", t.Sel.Name)
		}
		return s.link(pkg.Name, t.Sel.Name), nil
	case *ast.Ident:
		if _, ok := s.structs[t.Name]; ok {
			return fmt.Sprintf("[mapping](#%s)", anchor(at)), nil
		}
		if upstream, ok := s.merging[t.Name]; ok {
			return s.typeName(upstream, at)
		}
		switch t.Name {
		case "string", "bool", "int":
			return t.Name, nil
		case "int32", "int64":
			return "int", nil
		case "any":
			return "anything", nil
		}
	}
	return "", fmt.Errorf("unknown type %T", typ)
}

// anchor is the fragment that a heading gets.
func anchor(heading string) string {
	return strings.ToLower(strings.NewReplacer(".", "", "[", "", "]", "").Replace(heading))
}
