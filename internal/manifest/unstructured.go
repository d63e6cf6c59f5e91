package manifest

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Unstructured returns an object of a kind whose module Fivefold does without.
func Unstructured(apiVersion, kind string, meta metav1.ObjectMeta, spec map[string]any) *unstructured.Unstructured {
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": apiVersion, "kind": kind, "spec": spec}}
	object.SetName(meta.Name)
	object.SetNamespace(meta.Namespace)
	object.SetLabels(meta.Labels)
	object.SetAnnotations(meta.Annotations)
	return object
}

// Content returns the fields of a struct, or a copy of a map, as the content of an unstructured object: nothing but maps,
// lists, strings, booleans, int64 and float64. It is nil for a value that has no JSON, which what was decoded from JSON
// always has.
func Content(value any) map[string]any {
	tree, err := Encode(value)
	if err != nil {
		return nil
	}
	content, _ := plain(tree).(map[string]any)
	return content
}

func plain(tree any) any {
	switch v := tree.(type) {
	case map[string]any:
		object := make(map[string]any, len(v))
		for key, item := range v {
			object[key] = plain(item)
		}
		return object
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = plain(item)
		}
		return list
	case durationText:
		return string(v)
	case quantityText:
		return string(v)
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		if f, err := v.Float64(); err == nil {
			return f
		}
		return v.String()
	default:
		return v
	}
}
