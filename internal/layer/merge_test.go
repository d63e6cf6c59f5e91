package layer

import (
	"encoding/json"
	"reflect"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// spec is of this package, and so what Merge takes for an own type.
type spec struct {
	Name                    string                   `json:"name,omitempty"`
	Inner                   *inner                   `json:"inner,omitempty"`
	Labels                  map[string]string        `json:"labels,omitempty"`
	Rules                   map[string]inner         `json:"rules,omitempty"`
	List                    []inner                  `json:"list,omitempty"`
	Union                   *inner                   `json:"union,omitempty" layer:"replace"`
	Limits                  *corev1.ResourceQuota    `json:"limits,omitempty"`
	Selector                map[string]corev1.Secret `json:"selector,omitempty"`
	corev1.NodeSelectorTerm `json:",inline"`
}

type inner struct {
	A string            `json:"a,omitempty"`
	B string            `json:"b,omitempty"`
	M map[string]string `json:"m,omitempty"`
}

func TestMerge(t *testing.T) {
	tests := []struct{ name, base, over, want string }{
		{"a scalar replaces", `{"name":"a"}`, `{"name":"b"}`, `{"name":"b"}`},
		{"silence keeps", `{"name":"a"}`, `{}`, `{"name":"a"}`},
		{"null stays as null", `{"name":"a"}`, `{"name":null}`, `{"name":null}`},
		{"null of what was never there stays", `{}`, `{"name":null}`, `{"name":null}`},
		{"a value after null", `{"name":null}`, `{"name":"a"}`, `{"name":"a"}`},
		{"an own struct merges", `{"inner":{"a":"1","b":"2"}}`, `{"inner":{"b":"3"}}`, `{"inner":{"a":"1","b":"3"}}`},
		{"an own struct after null", `{"inner":null}`, `{"inner":{"b":"3"}}`, `{"inner":{"b":"3"}}`},
		{"null within an own struct", `{"inner":{"a":"1"}}`, `{"inner":{"a":null}}`, `{"inner":{"a":null}}`},
		{"a map merges", `{"labels":{"a":"1","b":"2"}}`, `{"labels":{"b":"3","c":"4"}}`, `{"labels":{"a":"1","b":"3","c":"4"}}`},
		{"null within a map", `{"labels":{"a":"1","b":"2"}}`, `{"labels":{"a":null}}`, `{"labels":{"a":null,"b":"2"}}`},
		{"an empty map changes nothing", `{"labels":{"a":"1"}}`, `{"labels":{}}`, `{"labels":{"a":"1"}}`},
		{"a map of own structs", `{"rules":{"x":{"a":"1"}}}`, `{"rules":{"x":{"b":"2"},"y":{"a":"3"}}}`, `{"rules":{"x":{"a":"1","b":"2"},"y":{"a":"3"}}}`},
		{"a map in an own struct", `{"inner":{"m":{"a":"1"}}}`, `{"inner":{"m":{"b":"2"}}}`, `{"inner":{"m":{"a":"1","b":"2"}}}`},
		{"a list replaces", `{"list":[{"a":"1"},{"a":"2"}]}`, `{"list":[{"b":"3"}]}`, `{"list":[{"b":"3"}]}`},
		{"an empty list replaces", `{"list":[{"a":"1"}]}`, `{"list":[]}`, `{"list":[]}`},
		{"a field with the tag replaces", `{"union":{"a":"1"}}`, `{"union":{"b":"2"}}`, `{"union":{"b":"2"}}`},
		{"an upstream struct replaces", `{"limits":{"spec":{"hard":{"pods":"1"}}}}`, `{"limits":{"spec":{"scopes":["BestEffort"]}}}`, `{"limits":{"spec":{"scopes":["BestEffort"]}}}`},
		{"upstream structs in an own map", `{"selector":{"x":{"type":"a"},"y":{"type":"b"}}}`, `{"selector":{"x":{"immutable":true}}}`, `{"selector":{"x":{"immutable":true},"y":{"type":"b"}}}`},
		{"a field of an embedded upstream struct replaces", `{"matchFields":[{"key":"a"}]}`, `{"matchFields":[{"key":"b"}]}`, `{"matchFields":[{"key":"b"}]}`},
		{"a scalar over a struct", `{"inner":{"a":"1"}}`, `{"inner":"text"}`, `{"inner":"text"}`},
		{"a struct over a scalar", `{"inner":"text"}`, `{"inner":{"a":"1"}}`, `{"inner":{"a":"1"}}`},
		{"an unknown field", `{"other":{"a":"1"}}`, `{"other":{"b":"2"}}`, `{"other":{"b":"2"}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			base, over := decode(t, test.base), decode(t, test.over)
			got := Merge(base, over, reflect.TypeFor[spec]())
			if want := decode(t, test.want); !reflect.DeepEqual(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
			if !reflect.DeepEqual(base, decode(t, test.base)) || !reflect.DeepEqual(over, decode(t, test.over)) {
				t.Error("an argument has changed")
			}
		})
	}
}

func TestWithoutNulls(t *testing.T) {
	value := decode(t, `{"a":null,"b":{"c":null,"d":false},"e":[null,{"f":null}],"g":"","h":0}`)
	want := decode(t, `{"b":{"d":false},"e":[null,{}],"g":"","h":0}`)
	if got := WithoutNulls(value); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSubstitute(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"plain", "plain"},
		{"{name}", "shop"},
		{"{namespace}", "shop-prod"},
		{"a/{name}/b/{namespace}/{name}", "a/shop/b/shop-prod/shop"},
		{"{ name }", "{ name }"},
		{"{Name}{names}{nam}", "{Name}{names}{nam}"},
		{"{other} {}", "{other} {}"},
		{"[0-9a-f]{40}{name}", "[0-9a-f]{40}shop"},
		{"${name}", "${name}"},
		{"$${name}", "$${name}"},
		{"${name:-{name}}", "${name:-{name}}"},
		{"${a}{name}", "${a}shop"},
		{"${a {name}", "${a {name}"},
		{"{{ .name }} {name}", "{{ .name }} shop"},
		{"{{ {name} }}{name}", "{{ {name} }}shop"},
		{"{{name}}", "{{name}}"},
		{"{{{name}}}", "{{{name}}}"},
		{`{"json":"{name}"}`, `{"json":"shop"}`},
		{"{{name}", "{{name}"},
		{"{name", "{name"},
		{"name}", "name}"},
		{"$ {name}", "$ shop"},
		{"$(echo {name})", "$(echo shop)"},
		{"größe-{name}-店", "größe-shop-店"},
	}
	for _, test := range tests {
		if got := Substitute(test.text, "shop", "shop-prod"); got != test.want {
			t.Errorf("Substitute(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// TestSubstituteOnce checks that what was put in is not looked at again.
func TestSubstituteOnce(t *testing.T) {
	if got := Substitute("{name}", "{namespace}", "x"); got != "{namespace}" {
		t.Errorf("got %v", got)
	}
}

func TestSubstituteTree(t *testing.T) {
	value := decode(t, `{"{name}":["{name}",{"a":"{namespace}"},1,true,null]}`)
	want := decode(t, `{"{name}":["shop",{"a":"ns"},1,true,null]}`)
	if got := Substitute(value, "shop", "ns"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if !reflect.DeepEqual(value, decode(t, `{"{name}":["{name}",{"a":"{namespace}"},1,true,null]}`)) {
		t.Error("the argument has changed")
	}
}

func TestPlaceholders(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"{name} {namespace}", nil},
		{"{nane}", []string{"{nane}"}},
		{"{a}-{name}-{b.c}", []string{"{a}", "{b.c}"}},
		{"{40} {1,3} {} { a } {a b}", nil},
		{"{{ .a }} {b}", nil},
		{"${a} {b}", nil},
		{`{"a": {b}}`, []string{"{b}"}},
		{"{a", nil},
		{"{{a}", nil},
		{"a}b{c}", []string{"{c}"}},
	}
	for _, test := range tests {
		if got := Placeholders(test.text); !reflect.DeepEqual(got, test.want) {
			t.Errorf("Placeholders(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func FuzzSubstitute(f *testing.F) {
	f.Add("{name} ${name} {{name}}")
	f.Fuzz(func(t *testing.T, text string) {
		if got := Substitute(text, "{name}", "{namespace}"); got != text {
			t.Errorf("replacing placeholders by themselves makes %q of %q", got, text)
		}
	})
}

func decode(t *testing.T, text string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	return value
}
