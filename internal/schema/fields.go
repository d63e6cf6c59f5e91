package schema

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Field is one JSON field of a struct.
type Field struct {
	// Owner is the struct that declares it, which an embedded field does not share with the struct it is embedded in.
	Owner reflect.Type
	Type  reflect.Type
	Tag   reflect.StructTag
}

// Fields returns the JSON fields of a struct by name, embedded ones included.
func Fields(t reflect.Type) map[string]Field {
	fields := make(map[string]Field, t.NumField())
	collect(t, fields)
	return fields
}

func collect(t reflect.Type, fields map[string]Field) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			embedded := f.Type
			for embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			collect(embedded, fields)
		case f.IsExported() && name != "" && name != "-":
			fields[name] = Field{Owner: t, Type: f.Type, Tag: f.Tag}
		}
	}
}

// FieldNames returns the names of [Fields] in alphabetical order.
func FieldNames(t reflect.Type) []string {
	return slices.Sorted(maps.Keys(Fields(t)))
}

// fieldWith names a field of t that is a struct and has a field called key itself, or "".
func fieldWith(t reflect.Type, key string) string {
	fields := Fields(t)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		inner := fields[name].Type
		for inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct {
			if _, ok := Fields(inner)[key]; ok {
				return name
			}
		}
	}
	return ""
}

// Nearest returns the name that word is most likely a misspelling of, or "".
func Nearest(word string, names []string) string {
	best, distance := "", len(word)/3+1
	for _, name := range names {
		d := levenshtein.ComputeDistance(strings.ToLower(word), strings.ToLower(name))
		if d < distance || d == distance && best == "" && d < len(name) {
			best, distance = name, d
		}
	}
	return best
}
