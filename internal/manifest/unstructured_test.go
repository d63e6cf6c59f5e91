package manifest

import (
	"reflect"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestContent checks that an object can be copied, which an unstructured one with other types cannot.
func TestContent(t *testing.T) {
	t.Parallel()
	type spec struct {
		Count    int32             `json:"count"`
		Selector struct{}          `json:"selector"`
		Labels   map[string]string `json:"labels,omitempty"`
		Interval metav1.Duration   `json:"interval"`
		More     map[string]any    `json:"more,omitempty"`
	}
	content := Content(spec{Count: 3, More: map[string]any{"ratio": 0.5, "list": []any{1, "a", true}}})
	want := map[string]any{
		"count": int64(3), "selector": map[string]any{}, "interval": "0s",
		"more": map[string]any{"ratio": 0.5, "list": []any{int64(1), "a", true}},
	}
	if !reflect.DeepEqual(content, want) {
		t.Errorf("got %#v", content)
	}
	object := Unstructured("example.org/v1", "Thing", metav1.ObjectMeta{Name: "a", Labels: map[string]string{"b": "c"}}, content)
	if got := object.DeepCopy(); !reflect.DeepEqual(got, object) {
		t.Errorf("the copy is %#v", got)
	}
	if Content(map[string]any{"a": make(chan int)}) != nil {
		t.Error("a channel has no JSON")
	}
}

func TestRestoreEmptyText(t *testing.T) {
	t.Parallel()
	written := map[string]any{"group": EmptyText{}, "kind": EmptyText{}}
	got := Restore(map[string]any{"kind": "Secret"}, written)
	if want := (map[string]any{"group": "", "kind": "Secret"}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v", got)
	}
}
