// Package declaration reads Tenants and WebApps strictly, and turns the typed specs of both into JSON and back.
package declaration

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
	"github.com/fivefold-dev/fivefold/internal/manifest"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

// Declaration is what is written in a file, as far as it fits.
type Declaration struct {
	APIVersion string   `json:"apiVersion,omitempty"`
	Kind       string   `json:"kind,omitempty"`
	Metadata   Metadata `json:"metadata,omitzero"`
	// Spec is the JSON of the spec, which fits its type.
	Spec any `json:"spec,omitempty"`
	// Title is the name as it is written, for messages, also where it is wrong.
	Title string `json:"-"`
}

// Metadata are the fields that mean something; others would be lost, and are unknown.
type Metadata struct {
	Name        string            `json:"name,omitempty"`
	Namespace   string            `json:"namespace,omitempty"`
	Labels      map[string]string `json:"labels,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// Read decodes a declaration against the type of its spec. What does not fit is a problem, and is left out.
func Read(data []byte, spec reflect.Type, exceptions schema.Exceptions) (Declaration, []schema.Problem, error) {
	tree, err := manifest.Decode(data)
	if err != nil {
		return Declaration{}, nil, err
	}
	problems := schema.Types(tree, reflect.TypeFor[Declaration](), "", schema.Exceptions{})
	if object, ok := tree.(map[string]any); ok && object["spec"] != nil {
		problems = append(problems, schema.Types(object["spec"], spec, "spec", exceptions)...)
	}
	title, _ := fieldpath.Get(tree, "metadata.name")
	var d Declaration
	if object, ok := without(tree, problems).(map[string]any); ok {
		written := object["spec"]
		delete(object, "spec")
		if err := Convert(object, &d); err != nil {
			return Declaration{}, nil, err
		}
		d.Spec = written
	}
	d.Title, _ = title.(string)
	return d, problems, nil
}

// ReadSpec decodes one layer of a spec, as it stands at a path of a Platform.
func ReadSpec(data []byte, spec reflect.Type, path string, exceptions schema.Exceptions) (any, []schema.Problem, error) {
	tree, err := manifest.Decode(data)
	if err != nil {
		return nil, nil, err
	}
	problems := schema.Types(tree, spec, path, exceptions)
	around := map[string]any{}
	SetDefault(around, fieldpath.Split(path), tree)
	fitting, _ := fieldpath.Get(without(around, problems), path)
	return fitting, problems, nil
}

// Fill decodes JSON that fits its type into a spec without methods of its own. It returns the JSON, which keeps the texts
// that Go's types change, and the paths of what is null.
func Fill(written, into any) (object map[string]any, null []string, err error) {
	if err := Convert(layer.WithoutNulls(written), into); err != nil {
		return nil, nil, err
	}
	object, _ = written.(map[string]any)
	return object, nulls(object, ""), nil
}

// Tree is the opposite of [Fill]: the JSON of a spec, with the texts that it was written in where they still say the same,
// and null where it removes a field.
func Tree(spec any, written map[string]any, null []string) (map[string]any, error) {
	encoded, err := manifest.Encode(spec)
	if err != nil {
		return nil, err
	}
	object, ok := manifest.Restore(encoded, written).(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	for _, path := range null {
		// A value that a caller has set since the spec was read is meant.
		SetDefault(object, fieldpath.Split(path), nil)
	}
	return object, nil
}

// Convert decodes a tree into a typed value.
func Convert(tree, into any) error {
	data, err := manifest.JSON(tree)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// SetDefault sets the value at a path where there is none.
func SetDefault(object map[string]any, path []string, value any) {
	for len(path) > 1 {
		inner, ok := object[path[0]].(map[string]any)
		if !ok {
			inner = map[string]any{}
			object[path[0]] = inner
		}
		object, path = inner, path[1:]
	}
	if len(path) == 0 {
		return
	}
	if _, set := object[path[0]]; !set {
		object[path[0]] = value
	}
}

// nulls returns the paths of the fields that are written as null. Within lists, which layers replace whole, null means
// nothing.
func nulls(object map[string]any, path string) []string {
	var paths []string
	for _, key := range slices.Sorted(maps.Keys(object)) {
		at := fieldpath.Key(path, key)
		switch v := object[key].(type) {
		case nil:
			paths = append(paths, at)
		case map[string]any:
			paths = append(paths, nulls(v, at)...)
		}
	}
	return paths
}

// without returns value without the fields at the problems' paths.
func without(value any, problems []schema.Problem) any {
	for _, p := range problems {
		value = remove(value, fieldpath.Split(p.Path))
	}
	return value
}

func remove(value any, path []string) any {
	if len(path) == 0 {
		return nil
	}
	switch v := value.(type) {
	case map[string]any:
		if inner, ok := v[path[0]]; ok {
			if len(path) == 1 {
				delete(v, path[0])
			} else {
				v[path[0]] = remove(inner, path[1:])
			}
		}
	case []any:
		// Dropping an item would shift those behind it; dropping the list would hide their faults.
		for i := range v {
			if fmt.Sprint(i) != path[0] {
				continue
			}
			if len(path) == 1 {
				v[i] = nil // the zero value of whatever type the items have
			} else {
				v[i] = remove(v[i], path[1:])
			}
		}
	}
	return value
}
