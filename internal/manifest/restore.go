package manifest

import (
	"encoding/json"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
)

// EmptyText stands in what was written for a text without characters that means something, as the core API group does,
// although Go's types leave it out.
type EmptyText struct{}

// Restore gives an encoded tree the texts of what its author wrote, where both mean the same: 90s instead of 1m30s,
// 1024Mi instead of 1Gi, and a false that Go leaves out. Where they differ, the encoded value was
// changed after it was read, and stays.
func Restore(encoded, written any) any {
	switch e := encoded.(type) {
	case map[string]any:
		if w, ok := written.(map[string]any); ok {
			restoreObject(e, w)
		}
	case []any:
		if w, ok := written.([]any); ok && len(w) == len(e) {
			for i := range e {
				e[i] = Restore(e[i], w[i])
			}
		}
	case durationText:
		if w, ok := written.(string); ok && sameDuration(string(e), w) {
			return w
		}
	case quantityText:
		switch w := written.(type) {
		case string:
			if sameQuantity(string(e), w) {
				return w
			}
		case json.Number:
			if sameQuantity(string(e), string(w)) {
				return w
			}
		}
	}
	return encoded
}

func restoreObject(encoded, written map[string]any) {
	for key, w := range written {
		if e, ok := encoded[key]; ok {
			encoded[key] = Restore(e, w)
		} else if w == (EmptyText{}) {
			encoded[key] = ""
		} else if zero(w) {
			encoded[key] = w
		}
	}
}

// zero tells whether a value is a false or a 0 that somebody wrote down. Empty texts and mappings say nothing where Go
// leaves them out.
func zero(value any) bool {
	return value == false || value == json.Number("0")
}

func sameDuration(a, b string) bool {
	x, errX := time.ParseDuration(a)
	y, errY := time.ParseDuration(b)
	return errX == nil && errY == nil && x == y
}

func sameQuantity(a, b string) bool {
	x, errX := resource.ParseQuantity(a)
	y, errY := resource.ParseQuantity(b)
	return errX == nil && errY == nil && x.Cmp(y) == 0
}
