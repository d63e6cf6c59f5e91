package jsonfield

import (
	"reflect"
	"slices"
	"testing"
)

type inner struct {
	A string `json:"a,omitempty"`
}

type outer struct {
	inner  `json:",inline"`
	B      int    `json:"b"`
	Z      string `json:"z,omitzero"`
	Hidden string `json:"-"`
	Plain  string
}

func TestOf(t *testing.T) {
	s := Of(reflect.TypeFor[outer]())
	if got, want := s.Names(), []string{"a", "b", "z"}; !slices.Equal(got, want) {
		t.Fatalf("fields %v, want %v", got, want)
	}
	for name, want := range map[string]struct {
		owner    reflect.Type
		optional bool
		value    any
	}{
		"a": {reflect.TypeFor[inner](), true, "x"},
		"b": {reflect.TypeFor[outer](), false, 1},
		"z": {reflect.TypeFor[outer](), true, "y"},
	} {
		field, ok := s.Get(name)
		if !ok || field.Owner != want.owner || field.Optional != want.optional {
			t.Errorf("%s is %+v", name, field)
		}
		value := outer{inner: inner{A: "x"}, B: 1, Z: "y"}
		if got := reflect.ValueOf(value).FieldByIndex(field.Index).Interface(); got != want.value {
			t.Errorf("%s leads to %v, want %v", name, got, want.value)
		}
	}
	if _, ok := s.Get("Plain"); ok {
		t.Error("a field without a name counts")
	}
}
