package layer

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
)

// Stack is the three layers of one declaration as JSON, and what they make together.
type Stack struct {
	Conventions map[string]any // the platform's layer as it was written
	Platform    map[string]any // the same with its placeholders replaced
	Own         map[string]any
	Merged      map[string]any // null where a layer removed something
}

// NewStack merges layers of type t, lowest first: defaults, the platform's, whose placeholders have been replaced, and the
// declaration's own. Of each row of alternatives only one field can hold: the highest layer that sets any of a row
// decides, and what lower layers say about the others is gone.
func NewStack(t reflect.Type, alternatives [][]string, defaults any, conventions, platform, own map[string]any) Stack {
	s := Stack{Conventions: conventions, Platform: platform, Own: own}
	merged := defaults
	for _, over := range []map[string]any{platform, own} {
		merged = Merge(withoutAlternatives(merged, over, alternatives), over, t)
	}
	s.Merged, _ = merged.(map[string]any)
	return s
}

// withoutAlternatives returns base without the fields whose alternative is set in the layer above.
func withoutAlternatives(base any, over map[string]any, alternatives [][]string) any {
	for _, row := range alternatives {
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

// SetDefault sets the text of a field, or of a field of a field, where no layer has. The merged tree's own maps are fresh
// where a layer has written to them, but not where only the defaults have, so the path is copied.
func (s *Stack) SetDefault(path, value string) {
	outer, inner, nested := strings.Cut(path, ".")
	if !nested {
		if s.Merged[outer] == nil {
			s.Merged[outer] = value
		}
		return
	}
	fields, _ := s.Merged[outer].(map[string]any)
	if fields[inner] != nil {
		return
	}
	changed := maps.Clone(fields)
	if changed == nil {
		changed = map[string]any{}
	}
	changed[inner] = value
	s.Merged[outer] = changed
}

// FromPlatform tells whether the value at a path of the merged tree is the platform's: the declaration says nothing about
// it and the platform does. A field that is missing within a value, such as a verification without a key, belongs to
// whoever wrote the value.
func (s *Stack) FromPlatform(path string) bool {
	parts := fieldpath.Split(path)
	for n := len(parts); n == len(parts) || n >= 2; n-- {
		if _, ok := fieldpath.Lookup(s.Own, parts[:n]); ok {
			return false
		}
		if _, ok := fieldpath.Lookup(s.Platform, parts[:n]); ok {
			return true
		}
	}
	return false
}

// Template returns the text of the platform that the value at a path was made of, where the declaration's name or
// namespace is part of it.
func (s *Stack) Template(path string) (text string, ok bool) {
	if !s.FromPlatform(path) {
		return "", false
	}
	written, _ := fieldpath.Get(s.Conventions, path)
	text, _ = written.(string)
	return text, strings.Contains(text, "{name}") || strings.Contains(text, "{namespace}")
}

// IsNull tells whether a layer removed the field at a path.
func (s *Stack) IsNull(path string) bool {
	value, ok := fieldpath.Get(s.Merged, path)
	return ok && value == nil
}
