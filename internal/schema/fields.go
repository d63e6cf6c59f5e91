package schema

import (
	"reflect"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/fivefold-dev/fivefold/internal/jsonfield"
)

// fieldWith names a field of t that is a struct and has a field called key itself, or "".
func fieldWith(t reflect.Type, key string) string {
	for _, field := range jsonfield.Of(t).Fields {
		if inner := indirect(field.Type); inner.Kind() == reflect.Struct {
			if _, ok := jsonfield.Of(inner).Get(key); ok {
				return field.Name
			}
		}
	}
	return ""
}

func indirect(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
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
