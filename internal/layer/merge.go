// Package layer merges the layers of a specification: Fivefold's defaults, the platform's conventions and the
// declaration itself.
package layer

import (
	"maps"
	"reflect"
	"strings"

	"github.com/fivefold-dev/fivefold/internal/jsonfield"
)

// Merge lays over on top of base, both the JSON of a value of type t, and returns the result without changing either.
//
// It is a JSON merge patch (RFC 7386) wherever t is Fivefold's own: a struct of the package that declares t, or a map
// in one, merges key by key. A value of an upstream type is replaced whole, since half of one union and half of another
// is nonsense; so is a field of an own type with the tag layer:"replace". Unlike in a merge patch, null stays in the
// result as null, so that what was removed on purpose can be told from what was never there.
func Merge(base, over any, t reflect.Type) any {
	return merge(base, over, t, indirect(t).PkgPath())
}

func merge(base, over any, t reflect.Type, pkg string) any {
	t = indirect(t)
	from, isObject := base.(map[string]any)
	onto, overIsObject := over.(map[string]any)
	own := t.Kind() == reflect.Struct && t.PkgPath() == pkg
	isMap := t.Kind() == reflect.Map && t.PkgPath() == ""
	if !own && !isMap || !overIsObject {
		return over
	}
	if !isObject {
		from = nil
	}
	merged := make(map[string]any, len(from)+len(onto))
	maps.Copy(merged, from)
	for key, value := range onto {
		var field jsonfield.Field
		known := false
		if own {
			field, known = jsonfield.Of(t).Get(key)
		}
		switch {
		case value == nil:
			merged[key] = nil
		case known && field.Tag.Get("layer") != "replace":
			merged[key] = mergeField(merged[key], value, field, pkg)
		case isMap:
			merged[key] = merge(merged[key], value, t.Elem(), pkg)
		default:
			merged[key] = value
		}
	}
	return merged
}

// mergeField merges a field of an own struct. Maps merge only if they are Fivefold's: those of an upstream struct that
// is embedded whole belong to that struct.
func mergeField(base, over any, field jsonfield.Field, pkg string) any {
	if field.Owner.PkgPath() != pkg {
		return over
	}
	return merge(base, over, field.Type, pkg)
}

// WithoutNulls returns a copy of value without the keys that are null.
func WithoutNulls(value any) any {
	switch v := value.(type) {
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = WithoutNulls(item)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for key, item := range v {
			if item != nil {
				object[key] = WithoutNulls(item)
			}
		}
		return object
	default:
		return value
	}
}

func indirect(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// Substitute returns a copy of value in which {name} and {namespace} are replaced in every string. It leaves alone what
// stands inside ${…}, which is Flux's to substitute, and between double braces, which is a template of something else.
func Substitute(value any, name, namespace string) any {
	switch v := value.(type) {
	case string:
		return substitute(v, name, namespace)
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = Substitute(item, name, namespace)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for key, item := range v {
			object[key] = Substitute(item, name, namespace)
		}
		return object
	default:
		return value
	}
}

func substitute(text, name, namespace string) string {
	if !strings.Contains(text, "{name") {
		return text
	}
	var b strings.Builder
	for text != "" {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			break
		}
		dollar := open > 0 && text[open-1] == '$'
		rest := text[open:]
		skip := 1
		switch {
		case dollar:
			skip = closing(rest)
		case strings.HasPrefix(rest, "{{"):
			skip = closing(rest)
		case strings.HasPrefix(rest, "{name}"):
			b.WriteString(text[:open] + name)
			text = rest[len("{name}"):]
			continue
		case strings.HasPrefix(rest, "{namespace}"):
			b.WriteString(text[:open] + namespace)
			text = rest[len("{namespace}"):]
			continue
		}
		b.WriteString(text[:open+skip])
		text = rest[skip:]
	}
	b.WriteString(text)
	return b.String()
}

// closing returns the length of the text up to the brace that closes the one it starts with, or of all of it.
func closing(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// Placeholders returns what reads like a placeholder in text but is none that [Substitute] knows: a word in single
// braces. It finds none in a text whose braces mean something else.
func Placeholders(text string) []string {
	if strings.Contains(text, "{{") || strings.Contains(text, "${") {
		return nil
	}
	var found []string
	for {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			return found
		}
		text = text[open:]
		end := strings.IndexByte(text, '}')
		if end < 0 {
			return found
		}
		if word := text[1:end]; isWord(word) && word != "name" && word != "namespace" {
			found = append(found, text[:end+1])
		}
		text = text[1:]
	}
}

func isWord(text string) bool {
	for i, r := range text {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789._-", r)) {
			return false
		}
	}
	return text != ""
}
