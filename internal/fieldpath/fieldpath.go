// Package fieldpath writes and follows the paths by which findings name fields, such as
// spec.secrets[0].target.template.data["tls.crt"].
package fieldpath

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Key appends a key to a path, in brackets and quotes where it would not read as part of one.
func Key(path, key string) string {
	if !isPlain(key) {
		return path + "[" + strconv.Quote(key) + "]"
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

// isPlain tells whether a key reads as part of a path.
func isPlain(key string) bool {
	for i := range len(key) {
		c := key[i]
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && c != '_' && c != '-' {
			return false
		}
	}
	return key != ""
}

// Index appends a list index to a path.
func Index(path string, i int) string {
	return path + "[" + strconv.Itoa(i) + "]"
}

// Split returns the keys and indexes of a path, the latter as decimal numbers.
func Split(path string) []string {
	var parts []string
	for path != "" {
		switch {
		case path[0] == '.':
			path = path[1:]
		case strings.HasPrefix(path, `["`):
			quoted, err := strconv.QuotedPrefix(path[1:])
			if err != nil {
				return append(parts, path)
			}
			key, err := strconv.Unquote(quoted)
			if err != nil {
				return append(parts, path)
			}
			parts = append(parts, key)
			path = strings.TrimPrefix(path[1+len(quoted):], "]")
		case path[0] == '[':
			end := strings.IndexByte(path, ']')
			if end < 0 {
				return append(parts, path)
			}
			parts = append(parts, path[1:end])
			path = path[end+1:]
		default:
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			parts = append(parts, path[:end])
			path = path[end:]
		}
	}
	return parts
}

// Get follows a path into a JSON value. It tells apart a value that is null and one that is not there.
func Get(value any, path string) (found any, ok bool) {
	return Lookup(value, Split(path))
}

// Lookup is [Get] for a path that is split already.
func Lookup(value any, path []string) (found any, ok bool) {
	for _, part := range path {
		switch v := value.(type) {
		case map[string]any:
			if value, ok = v[part]; !ok {
				return nil, false
			}
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			value = v[i]
		default:
			return nil, false
		}
	}
	return value, true
}

// Walk calls visit for every string and every key in a JSON value, in the order of paths.
func Walk(value any, path string, visit func(path, text string)) {
	switch v := value.(type) {
	case string:
		visit(path, v)
	case []any:
		for i, item := range v {
			Walk(item, Index(path, i), visit)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			at := Key(path, key)
			visit(at, key)
			Walk(v[key], at, visit)
		}
	}
}
