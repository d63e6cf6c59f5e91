package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
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

// defaults are the values of fields by their paths.
type defaults map[string]string

func parseDefaults(text []byte) (defaults, error) {
	data, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return nil, fmt.Errorf("reading the defaults: %w", err)
	}
	var tree map[string]any
	if err := json.Unmarshal(data, &tree); err != nil {
		return nil, fmt.Errorf("reading the defaults: %w", err)
	}
	found := defaults{}
	found.collect("spec", tree)
	return found, nil
}

func (d defaults) collect(path string, value any) {
	if fields, ok := value.(map[string]any); ok {
		for key, inner := range fields {
			d.collect(path+"."+key, inner)
		}
		return
	}
	d[path] = fmt.Sprint(value)
}

// sections returns one section for the spec and one for each struct of Fivefold's own in it, in the order of the source.
func (s source) sections(d defaults) ([]section, error) {
	used := map[string]bool{}
	found, err := s.walk("Spec", "spec", "", func(f field, path string) string {
		value, ok := d[path]
		switch {
		case ok:
			used[path] = true
			return "`" + value + "`"
		case f.required():
			return "required"
		default:
			return "-"
		}
	})
	if err != nil {
		return nil, err
	}
	for path := range d {
		if !used[path] {
			return nil, fmt.Errorf("the default of %s belongs to no field", path)
		}
	}
	return found, nil
}

// walk returns the section of a struct and, after it, those of the structs in it. Within is the path of what the struct
// is replaced together with, or "".
func (s source) walk(name, path, within string, value func(field, string) string) ([]section, error) {
	declared := s.structs[name]
	this := section{path: path, doc: s.prose(declared.doc, declared.fields)}
	var inner []section
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
		own, isList := s.own(f.typ)
		if isList {
			at += "[]"
		}
		text, err := s.typeName(f.typ, at)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		this.rows = append(this.rows, row{
			path: at, typ: text, value: value(f, at), doc: s.prose(f.doc, declared.fields),
			layers: s.layers(f, at, within),
		})
		if own == "" {
			continue
		}
		whole := within
		if whole == "" && s.layers(f, at, within) != "merged" {
			whole = strings.TrimSuffix(at, "[]")
		}
		deeper, err := s.walk(own, at, whole, value)
		if err != nil {
			return nil, err
		}
		inner = append(inner, deeper...)
	}
	return append([]section{this}, inner...), nil
}

// layers says how a field behaves when layers merge.
func (s source) layers(f field, path, within string) string {
	own, isList := s.own(f.typ)
	rival := s.rivals[path]
	switch {
	case within != "":
		return "with `" + within + "`"
	case rival != "":
		return "over `" + rival + "`"
	case f.replace, !isMap(f.typ) && (own == "" || isList):
		return "replaced"
	default:
		return "merged"
	}
}

// own returns the name of the struct of Fivefold's own that a type is made of, or "", and whether it is a list of them.
func (s source) own(typ ast.Expr) (name string, isList bool) {
	switch t := typ.(type) {
	case *ast.StarExpr:
		return s.own(t.X)
	case *ast.ArrayType:
		name, _ = s.own(t.Elt)
		return name, name != ""
	case *ast.Ident:
		if _, ok := s.structs[t.Name]; ok {
			return t.Name, false
		}
	}
	return "", false
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
		switch t.Name {
		case "string", "bool", "int":
			return t.Name, nil
		}
	}
	return "", fmt.Errorf("unknown type %T", typ)
}

// anchor is the fragment that a heading gets.
func anchor(heading string) string {
	return strings.ToLower(strings.NewReplacer(".", "", "[", "", "]", "").Replace(heading))
}
