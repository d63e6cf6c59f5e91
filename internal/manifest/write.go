package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"sigs.k8s.io/yaml"
)

// JSON returns a tree in one line, keys in alphabetical order.
func JSON(tree any) ([]byte, error) {
	return appendJSON(make([]byte, 0, 1024), tree)
}

// appendJSON does for the few types of a tree what encoding/json does for all, in a quarter of the time: encoding is
// what a run spends most of its time on.
func appendJSON(b []byte, tree any) ([]byte, error) {
	switch v := tree.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case string:
		return appendString(b, v), nil
	case durationText:
		return appendString(b, string(v)), nil
	case quantityText:
		return appendString(b, string(v)), nil
	case json.Number:
		return append(b, v...), nil
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			var err error
			if b, err = appendJSON(b, item); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case map[string]any:
		b = append(b, '{')
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, key), ':')
			var err error
			if b, err = appendJSON(b, v[key]); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	default:
		data, err := json.Marshal(tree)
		return append(b, data...), err
	}
}

// appendString writes a string; one that needs escapes is left to encoding/json.
func appendString(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < 0x20 || c == '"' || c == '\\' || c >= 0x7f {
			var buffer bytes.Buffer
			encoder := json.NewEncoder(&buffer)
			encoder.SetEscapeHTML(false)
			if encoder.Encode(text) == nil { // strings always have a JSON
				return append(b, bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))...)
			}
		}
	}
	b = append(b, '"')
	b = append(b, text...)
	return append(b, '"')
}

// Decode returns the tree of a JSON text, numbers as they were written.
func Decode(data []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		return nil, err
	}
	return tree, nil
}

// DecodeYAML returns the tree of a YAML document.
func DecodeYAML(data []byte) (any, error) {
	text, err := yaml.YAMLToJSONStrict(data)
	if err != nil {
		return nil, fmt.Errorf("reading YAML: %w", err)
	}
	return Decode(text)
}

// YAML returns a JSON text as block YAML, byte for byte as kustomize prints it.
func YAML(data []byte) ([]byte, error) {
	out, err := yaml.JSONToYAML(data)
	if err != nil {
		return nil, fmt.Errorf("writing YAML: %w", err)
	}
	return out, nil
}
