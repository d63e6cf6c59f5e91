package fieldpath

import (
	"reflect"
	"testing"
)

func TestKeyAndSplit(t *testing.T) {
	tests := []struct {
		keys []string
		path string
	}{
		{nil, ""},
		{[]string{"spec"}, "spec"},
		{[]string{"spec", "source", "url"}, "spec.source.url"},
		{[]string{"spec", "with-dash", "with_underscore", "A1"}, "spec.with-dash.with_underscore.A1"},
		{[]string{"data", "tls.crt"}, `data["tls.crt"]`},
		{[]string{"tls.crt"}, `["tls.crt"]`},
		{[]string{"labels", "example.org/a", "b"}, `labels["example.org/a"].b`},
		{[]string{"a", ""}, `a[""]`},
		{[]string{"a", `"`}, `a["\""]`},
		{[]string{"a", `"]`, "b"}, `a["\"]"].b`},
		{[]string{"a", `\`}, `a["\\"]`},
		{[]string{"a", "[0]"}, `a["[0]"]`},
		{[]string{"a", "]"}, `a["]"]`},
		{[]string{"a", "b c"}, `a["b c"]`},
		{[]string{"a", "ü"}, `a["ü"]`},
		{[]string{"a", "line\nbreak"}, `a["line\nbreak"]`},
		{[]string{"a", "\u00a0"}, `a["\u00a0"]`},
		{[]string{"a", "\xff"}, `a["\xff"]`},
	}
	for _, test := range tests {
		path := ""
		for _, key := range test.keys {
			path = Key(path, key)
		}
		if path != test.path {
			t.Errorf("Key of %q = %s, want %s", test.keys, path, test.path)
		}
		if got := Split(path); !reflect.DeepEqual(got, test.keys) {
			t.Errorf("Split(%s) = %q, want %q", path, got, test.keys)
		}
	}
}

func TestIndex(t *testing.T) {
	path := Key(Index(Index("list", 0), 12), "key")
	if path != "list[0][12].key" {
		t.Errorf("got %s", path)
	}
	if got, want := Split(path), []string{"list", "0", "12", "key"}; !reflect.DeepEqual(got, want) {
		t.Errorf("Split(%s) = %q, want %q", path, got, want)
	}
}

// TestSplitOfNonsense checks that no text makes Split panic or loop.
func TestSplitOfNonsense(*testing.T) {
	for _, path := range []string{"[", "]", "a[", "a[0", `a["`, `a["b`, `a["b"`, `a["\`, "..", ".a.", "a]b", `a["b"c`, "[]", `["\q"]`} {
		Split(path)
	}
}

func TestGet(t *testing.T) {
	value := map[string]any{
		"map":  map[string]any{"null": nil, "a.b": "dotted"},
		"list": []any{map[string]any{"name": "first"}, "second", nil},
	}
	tests := []struct {
		path  string
		found any
		ok    bool
	}{
		{"map.null", nil, true},
		{"map.missing", nil, false},
		{`map["a.b"]`, "dotted", true},
		{"list[0].name", "first", true},
		{"list[1]", "second", true},
		{"list[2]", nil, true},
		{"list[3]", nil, false},
		{"list[-1]", nil, false},
		{"list.name", nil, false},
		{"list[1].name", nil, false},
		{"map.null.deeper", nil, false},
		{"", value, true},
	}
	for _, test := range tests {
		found, ok := Get(value, test.path)
		if !reflect.DeepEqual(found, test.found) || ok != test.ok {
			t.Errorf("Get(%s) = %v, %t, want %v, %t", test.path, found, ok, test.found, test.ok)
		}
	}
}

func FuzzKeyAndSplit(f *testing.F) {
	f.Add("a", "b.c")
	f.Add("", `"]`)
	f.Fuzz(func(t *testing.T, first, second string) {
		if got, want := Split(Key(Key("root", first), second)), []string{"root", first, second}; !reflect.DeepEqual(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
