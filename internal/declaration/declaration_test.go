package declaration

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fivefold-dev/fivefold/internal/schema"
)

type spec struct {
	Name    string            `json:"name,omitempty"`
	Timeout *metav1.Duration  `json:"timeout,omitempty"`
	Labels  map[string]string `json:"labels,omitempty"`
	List    []item            `json:"list,omitempty"`
	Words   []string          `json:"words,omitempty"`
}

type item struct {
	Count int `json:"count,omitempty"`
}

// TestReadKeepsWhatFits reads a declaration with faults at every level.
func TestReadKeepsWhatFits(t *testing.T) {
	d, problems, err := Read([]byte(`{
		"apiVersion": "fivefold.dev/v1alpha1", "kind": "Thing", "extra": 1,
		"metadata": {"name": "x", "labels": {"a": "b", "c": 1}, "finalizers": []},
		"spec": {"name": "y", "nam": "z", "timeout": "90s", "list": [{"count": "1"}, {"count": 2}], "words": ["a", 1, "b"]}
	}`), reflect.TypeFor[spec](), schema.Exceptions{})
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, p := range problems {
		paths = append(paths, p.Path)
	}
	if want := []string{"extra", "metadata.finalizers", "metadata.labels.c", "spec.list[0].count", "spec.nam", "spec.words[1]"}; !slices.Equal(paths, want) {
		t.Errorf("problems at %v, want %v", paths, want)
	}
	if d.Kind != "Thing" || d.Title != "x" || !reflect.DeepEqual(d.Metadata.Labels, map[string]string{"a": "b"}) {
		t.Errorf("got %+v", d)
	}
	var typed spec
	if _, _, err := Fill(d.Spec, &typed); err != nil {
		t.Fatal(err)
	}
	if typed.Name != "y" || len(typed.List) != 2 || typed.List[1].Count != 2 || !slices.Equal(typed.Words, []string{"a", "", "b"}) {
		t.Errorf("got %+v", typed)
	}
}

func TestReadTakesAnything(t *testing.T) {
	for _, text := range []string{"null", "1", "[]", `"x"`, "{}", `{"spec": null}`, `{"spec": []}`, `{"metadata": 1}`, `{"metadata": {"name": 1}}`} {
		if _, _, err := Read([]byte(text), reflect.TypeFor[spec](), schema.Exceptions{}); err != nil {
			t.Errorf("%s: %s", text, err)
		}
		if _, _, err := ReadSpec([]byte(text), reflect.TypeFor[spec](), "spec.thing", schema.Exceptions{}); err != nil {
			t.Errorf("%s as a layer: %s", text, err)
		}
	}
	if _, _, err := Read([]byte("{"), reflect.TypeFor[spec](), schema.Exceptions{}); err == nil {
		t.Error("no error for a broken JSON")
	}
}

// TestTreeIsTheOppositeOfFill keeps texts and nulls, and lets values that were set since win.
func TestTreeIsTheOppositeOfFill(t *testing.T) {
	written := map[string]any{"name": nil, "timeout": "90s", "labels": map[string]any{"a": "b", "c": nil}}
	var typed spec
	object, null, err := Fill(written, &typed)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := Tree(typed, object, null)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(tree, written) {
		t.Errorf("got %v, want %v", tree, written)
	}
	typed.Name = "set"
	if tree, err = Tree(typed, object, null); err != nil || tree["name"] != "set" {
		t.Errorf("got %v, %v", tree, err)
	}
}

func TestSetDefault(t *testing.T) {
	object := map[string]any{"a": map[string]any{"b": "c"}}
	for _, path := range []string{"a.b", "a.x", "y", "z.q"} {
		SetDefault(object, strings.Split(path, "."), "new")
	}
	want := map[string]any{"a": map[string]any{"b": "c", "x": "new"}, "y": "new", "z": map[string]any{"q": "new"}}
	if !reflect.DeepEqual(object, want) {
		t.Errorf("got %v, want %v", object, want)
	}
}
