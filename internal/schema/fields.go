package schema

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/fivefold-dev/fivefold/internal/jsonfield"
)

// fieldsWith returns the quoted paths of the fields called key one level deeper than those of t.
func fieldsWith(t reflect.Type, key string) []string {
	var places []string
	for _, field := range jsonfield.Of(t).Fields {
		if inner := indirect(field.Type); inner.Kind() == reflect.Struct {
			if _, ok := jsonfield.Of(inner).Get(key); ok {
				places = append(places, strconv.Quote(field.Name+"."+key))
			}
		}
	}
	return places
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

// startingWith returns the first name that word abbreviates, or "".
func startingWith(word string, names []string) string {
	const shortest = 4
	for _, name := range names {
		if len(word) >= shortest && strings.HasPrefix(name, word) {
			return name
		}
	}
	return ""
}
