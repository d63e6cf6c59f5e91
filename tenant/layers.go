package tenant

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
)

// layers are the three layers of one tenant as JSON, and what they make together.
type layers struct {
	conventions map[string]any // the platform's layer as it was written
	platform    map[string]any // the same with its placeholders replaced
	own         map[string]any
	merged      map[string]any // null where a layer removed something
}

// alternatives are fields of which only one can hold: the highest layer that sets any of a row decides, and what lower
// layers say about the others is gone.
func alternatives() [][]string {
	return [][]string{
		{"rbac.clusterRole", "rbac.role"},
		{"pullSecret.remoteRef", "pullSecret.dataFrom"},
	}
}

func newLayers(t Tenant, platform Spec) (layers, error) {
	defaults, err := defaultsTree()
	if err != nil {
		return layers{}, err
	}
	conventions, err := platform.tree()
	if err != nil {
		return layers{}, err
	}
	own, err := t.Spec.tree()
	if err != nil {
		return layers{}, err
	}
	namespace := t.Name
	conventional, _ := fieldpath.Get(conventions, "namespace.name")
	if conventional != nil {
		namespace, _ = layer.Substitute(conventional, t.Name, t.Name).(string)
	}
	if name, ok := fieldpath.Get(own, "namespace.name"); ok {
		if namespace, ok = name.(string); !ok {
			namespace = t.Name
		}
	} else if whole, ok := own["namespace"]; ok && whole == nil {
		namespace = t.Name
	}
	l := layers{conventions: conventions, own: own}
	l.platform, _ = layer.Substitute(conventions, t.Name, namespace).(map[string]any)
	if fields, ok := l.platform["namespace"].(map[string]any); ok && conventional != nil {
		// The namespace's own name cannot hold itself; there, {namespace} is the tenant's name.
		fields["name"] = layer.Substitute(conventional, t.Name, t.Name)
	}
	merged := defaults
	for _, over := range []map[string]any{l.platform, l.own} {
		merged = layer.Merge(withoutAlternatives(merged, over), over, reflect.TypeFor[Spec]())
	}
	l.merged, _ = merged.(map[string]any)
	for _, path := range []string{"namespace.name", "serviceAccount.name", "source.name", "sync.name"} {
		setDefault(l.merged, path, t.Name)
	}
	return l, nil
}

// withoutAlternatives returns base without the fields whose alternative is set in the layer above.
func withoutAlternatives(base any, over map[string]any) any {
	for _, row := range alternatives() {
		set := func(path string) bool {
			value, _ := fieldpath.Get(over, path)
			return value != nil
		}
		if !slices.ContainsFunc(row, set) {
			continue
		}
		for _, path := range row {
			base = without(base, fieldpath.Split(path))
		}
	}
	return base
}

// without returns value without the field at path, sharing what it does not change.
func without(value any, path []string) any {
	object, ok := value.(map[string]any)
	if !ok {
		return value
	}
	inner, ok := object[path[0]]
	if !ok {
		return value
	}
	changed := maps.Clone(object)
	if len(path) == 1 {
		delete(changed, path[0])
	} else {
		changed[path[0]] = without(inner, path[1:])
	}
	return changed
}

// setDefault sets a text of the merged tree where no layer has. The tree's own maps are fresh where a layer has written
// to them, but not where only the defaults have, so the path is copied.
func setDefault(object map[string]any, path, value string) {
	outer, inner, _ := strings.Cut(path, ".")
	fields, _ := object[outer].(map[string]any)
	if fields[inner] != nil {
		return
	}
	changed := maps.Clone(fields)
	if changed == nil {
		changed = map[string]any{}
	}
	changed[inner] = value
	object[outer] = changed
}

// fromPlatform tells whether the value at a path of the merged tree is the platform's: the tenant says nothing about it
// and the platform does. A field that is missing within a value, such as a verification without a key, belongs to
// whoever wrote the value.
func (l layers) fromPlatform(path string) bool {
	parts := fieldpath.Split(path)
	for n := len(parts); n == len(parts) || n >= 2; n-- {
		if _, ok := fieldpath.Lookup(l.own, parts[:n]); ok {
			return false
		}
		if _, ok := fieldpath.Lookup(l.platform, parts[:n]); ok {
			return true
		}
	}
	return false
}

// template returns the text of the platform that the value at a path was made of, where the tenant's name or namespace
// is part of it.
func (l layers) template(path string) (text string, ok bool) {
	if !l.fromPlatform(path) {
		return "", false
	}
	written, _ := fieldpath.Get(l.conventions, path)
	text, _ = written.(string)
	return text, strings.Contains(text, "{name}") || strings.Contains(text, "{namespace}")
}

// isNull tells whether a layer removed the field at a path.
func (l layers) isNull(path string) bool {
	value, ok := fieldpath.Get(l.merged, path)
	return ok && value == nil
}
