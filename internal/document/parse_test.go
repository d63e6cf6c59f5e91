package document

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // the values as JSON
	}{
		{"nothing", "", nil},
		{"comments", "# nothing\n---\n# more\n---\n", nil},
		{"null documents", "null\n---\n~\n---\n", nil},
		{"one", "a: b\n", []string{`{"a":"b"}`}},
		{"no newline at the end", "a: b", []string{`{"a":"b"}`}},
		{"a stream", "---\na: 1\n---\n\n---\nb: 2\n---\n", []string{`{"a":1}`, `{"b":2}`}},
		{"a marker with content", "--- {a: 1}\n---\t{b: 2}\n--- # comment\nc: 3\n", []string{`{"a":1}`, `{"b":2}`, `{"c":3}`}},
		{"an end marker", "a: 1\n...\n---\nb: 2\n...\n", []string{`{"a":1}`, `{"b":2}`}},
		{"a directive", "%YAML 1.1\n---\na: 1\n", []string{`{"a":1}`}},
		{"no marker within a block scalar", "a: |\n  ---\n  b\n", []string{`{"a":"---\nb\n"}`}},
		{"no marker without a space", "---a: b\n", []string{`{"---a":"b"}`}},
		{"line ends of Windows", "a: |\r\n  x\r\n  y\r\nb: z\r\n", []string{`{"a":"x\ny\n","b":"z"}`}},
		{"a byte order mark", "\ufeffa: b\n", []string{`{"a":"b"}`}},
		{"a list", "apiVersion: v1\nkind: List\nitems:\n- {a: 1}\n- {b: 2}\n", []string{`{"a":1}`, `{"b":2}`}},
		{"a list of a kind", "apiVersion: x/v1\nkind: TenantList\nitems: [{a: 1}]\n", []string{`{"a":1}`}},
		{"an empty list", "apiVersion: v1\nkind: List\nitems: []\n", nil},
		{"a list without items", "apiVersion: v1\nkind: List\n", []string{`{"apiVersion":"v1","kind":"List"}`}},
		{"no list", "kind: AllowList\nitems: {a: 1}\n", []string{`{"items":{"a":1},"kind":"AllowList"}`}},
		{"an alias", "a: &x {b: 1}\nc: *x\n", []string{`{"a":{"b":1},"c":{"b":1}}`}},
		{"an alias to a scalar", "a: &x 1\nc: *x\n", []string{`{"a":1,"c":1}`}},
		{"a key that is an alias", "a: &x b\n*x : c\n", []string{`{"a":"b","b":"c"}`}},
		{"a merge key", "a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}\n", []string{`{"a":{"b":1,"c":2},"d":{"b":1,"c":3}}`}},
		{"a merge key after the keys", "a: &x {b: 1, c: 2}\nd: {c: 3, <<: *x}\n", []string{`{"a":{"b":1,"c":2},"d":{"b":1,"c":3}}`}},
		{"a list of merges", "a: &x {b: 1}\ne: &y {b: 2, c: 3}\nd: {<<: [*x, *y]}\n", []string{`{"a":{"b":1},"d":{"b":1,"c":3},"e":{"b":2,"c":3}}`}},
		{"merge keys of merge keys", "a: &x {b: 1}\ne: &y {<<: *x, c: 3}\nd: {<<: *y}\n", []string{`{"a":{"b":1},"d":{"b":1,"c":3},"e":{"b":1,"c":3}}`}},
		{"a merge within items", "kind: List\nitems:\n- s: &x {a: 1}\n- s: {<<: *x}\n", []string{`{"s":{"a":1}}`, `{"s":{"a":1}}`}},
		{"keys that are no strings", "1: a\ntrue: b\n~: c\n1.5: d\n", []string{`{"1":"a","1.5":"d","true":"b","~":"c"}`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			docs, problems := Parse("file", []byte(test.text))
			if len(problems) > 0 {
				t.Errorf("problems: %s", texts(problems))
			}
			var got []string
			for i, doc := range docs {
				if len(doc.Problems) > 0 {
					t.Errorf("problems: %s", texts(doc.Problems))
				}
				if doc.Index != i || doc.Source != "file" || doc.Node == nil {
					t.Errorf("document %d has index %d, source %q and node %v", i, doc.Index, doc.Source, doc.Node)
				}
				got = append(got, jsonOf(t, doc.Value))
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestScalars(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "null"},
		{"null", "null"},
		{"~", "null"},
		{"true", "true"},
		{"True", "true"},
		{"FALSE", "false"},
		{"yes", `"yes"`},
		{"on", `"on"`},
		{"y", `"y"`},
		{"0", "0"},
		{"-0", "0"},
		{"+5", "5"},
		{"12", "12"},
		{"-12", "-12"},
		{"0123", "83"},
		{"0o17", "15"},
		{"0x1F", "31"},
		{"0b11", "3"},
		{"1_000", "1000"},
		{"18446744073709551615", "18446744073709551615"},
		{"9007199254740993", "9007199254740993"},
		{"1.0", "1"},
		{"1.10", "1.1"},
		{"1e3", "1000"},
		{"1e3x", `"1e3x"`},
		{"08", "8"},
		{"1.2.3", `"1.2.3"`},
		{"12:30", `"12:30"`},
		{"2024-01-01x", `"2024-01-01x"`},
		{`"1.10"`, `"1.10"`},
		{"'true'", `"true"`},
		{"!!str 1.10", `"1.10"`},
		{"text # comment", `"text"`},
		{"|-\n  a\n   b", `"a\n b"`},
		{">\n  a\n  b\n", `"a b\n"`},
	}
	for _, test := range tests {
		docs, problems := Parse("", []byte("a: "+test.text+"\n"))
		if len(problems) > 0 || len(docs) != 1 || len(docs[0].Problems) > 0 {
			t.Errorf("%q: %d documents, problems %s", test.text, len(docs), texts(problems))
			continue
		}
		if got := jsonOf(t, docs[0].Value["a"]); got != test.want {
			t.Errorf("%q is %s, want %s", test.text, got, test.want)
		}
	}
}

func TestDates(t *testing.T) {
	for text, want := range map[string]string{
		"2024-01-02":           `"2024-01-02T00:00:00Z"`,
		"2024-01-02T03:04:05Z": `"2024-01-02T03:04:05Z"`,
	} {
		docs, _ := Parse("", []byte("a: "+text))
		date, ok := docs[0].Value["a"].(Time)
		if !ok || date.Text != text || jsonOf(t, date) != want {
			t.Errorf("%s is %#v", text, docs[0].Value["a"])
		}
	}
}

func TestProblems(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"a tab", "a:\n\tb: c\n", []string{"2:1: not YAML: a tab indents this line; write spaces"}},
		{"a tab after spaces", "a:\n  b: c\n  \td: e\n", []string{"3:3: not YAML: a tab indents this line; write spaces"}},
		{"a tab in the second document", "a: b\n---\nc:\n\td: e\n", []string{"4:1: not YAML: a tab indents this line; write spaces"}},
		{"a bracket", "a: [b\n", []string{"1:1: not YAML: did not find expected ',' or ']'"}},
		{"an indent", "a: b\n c: d\n", []string{"2:2: not YAML: mapping values are not allowed in this context"}},
		{"faults in two documents", "a: [\n---\nb: c\n---\nd: {\n", []string{
			"1:1: not YAML: did not find expected node content", "5:1: not YAML: did not find expected node content",
		}},
		{"an unknown anchor", "a: &x 1\n---\nb: *x\n", []string{
			`3:4: not YAML: unknown anchor "x"; an anchor holds for the document that it stands in`,
		}},
		{"a template", "a: {{ .Values.b }}\n", []string{
			"1:5 a: found a mapping as a key; quote the value if braces or brackets belong to a template",
		}},
		{"a list as a key", "? [a]\n: b\n", []string{
			"1:3 : found a list as a key; quote the value if braces or brackets belong to a template",
		}},
		{"a duplicate key", "a: 1\nb: 2\na: 3\n", []string{"3:1 a: duplicate key, written in line 1 and in line 3; keep one"}},
		{"a duplicate key in one line", "a: {b: 1, b: 2}\n", []string{"1:11 a.b: duplicate key, written twice in line 1; keep one"}},
		{"a key three times", "a: 1\na: 2\na: 3\n", []string{
			"2:1 a: duplicate key, written in line 1 and in line 2; keep one", "3:1 a: duplicate key, written in line 1 and in line 3; keep one",
		}},
		{"a duplicate key in a later document", "a: 1\n---\nb: 1\nb: 2\n", []string{
			"4:1 b: duplicate key, written in line 3 and in line 4; keep one",
		}},
		{"a duplicate key by another spelling", "a: 1\n\"a\": 2\n", []string{"2:1 a: duplicate key, written in line 1 and in line 2; keep one"}},
		{"a duplicate key deep in a list", "x:\n- y:\n  - a.b: 1\n    a.b: 2\n", []string{
			`4:5 x[0].y[0]["a.b"]: duplicate key, written in line 3 and in line 4; keep one`,
		}},
		{"an alias to itself", "a: &x [*x]\n", []string{"1:8 a[0][0]: the alias *x stands for a value that holds it; write the value out"}},
		{"a merge with itself", "a: &x {<<: *x}\n", []string{
			"1:12 a: the alias *x stands for a value that holds it; write the value out",
			"1:12 a: the merge key << takes a mapping or a list of mappings",
		}},
		{"a merge of a text", "a: {<<: text}\n", []string{"1:9 a: the merge key << takes a mapping or a list of mappings"}},
		{"a large number", "a: 99999999999999999999999\n", nil},
		{"infinity", "a: .inf\n", []string{"1:4 a: found .inf, which is no JSON number; quote the value"}},
		{"no number", "a: .nan\n", []string{"1:4 a: found .nan, which is no JSON number; quote the value"}},
		{"a text", "text\n", []string{`1:1 : found "text"; a Kubernetes object is a mapping with apiVersion, kind and metadata`}},
		{"a list", "- a\n", []string{"1:1 : found a list; a Kubernetes object is a mapping with apiVersion, kind and metadata"}},
		{"an item that is a text", "kind: List\nitems: [a, null]\n", []string{
			`2:9 items[0]: found "a"; a Kubernetes object is a mapping with apiVersion, kind and metadata`,
			"2:12 items[1]: found nothing; a Kubernetes object is a mapping with apiVersion, kind and metadata",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			docs, problems := Parse("", []byte(test.text))
			var got []string
			for _, p := range problems {
				got = append(got, fmt.Sprintf("%d:%d: ", p.Line, p.Column)+fmt.Sprintf(p.Format, p.Args...))
			}
			for _, doc := range docs {
				for _, p := range doc.Problems {
					got = append(got, fmt.Sprintf("%d:%d %s: ", p.Line, p.Column, p.Path)+fmt.Sprintf(p.Format, p.Args...))
				}
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

// TestFaultHidesNothing checks that the documents around a fault are read.
func TestFaultHidesNothing(t *testing.T) {
	docs, problems := Parse("", []byte("a: 1\n---\nb: [\n---\nc: 2\n"))
	if len(problems) != 1 || len(docs) != 2 || jsonOf(t, docs[0].Value) != `{"a":1}` || jsonOf(t, docs[1].Value) != `{"c":2}` {
		t.Errorf("documents %v, problems %s", docs, texts(problems))
	}
}

func TestAliasBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := 1; i < 12; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 10), ","))
	}
	docs, problems := Parse("", []byte(b.String()))
	if len(problems) > 0 || len(docs) != 1 || len(docs[0].Problems) != 1 {
		t.Fatalf("%d documents, problems %s", len(docs), texts(problems))
	}
	if got := texts(docs[0].Problems); !strings.Contains(got, "the aliases stand for more than 100000 values; write them out") {
		t.Errorf("got %s", got)
	}
}

func TestComments(t *testing.T) {
	const text = "# head\n\n# above\na: b # beside\n# foot\n"
	docs, _ := Parse("", []byte("---\n"+text+"---\n"))
	if len(docs) != 1 {
		t.Fatalf("%d documents", len(docs))
	}
	if got, err := yaml.Marshal(docs[0].Node); err != nil || string(got) != text {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestParseResourceList(t *testing.T) {
	const head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n"
	tests := []struct{ name, text, want string }{
		{"nothing", head, "0 items, no config"},
		{"items and a config", head + "items: [{a: 1}, {b: 2}]\nfunctionConfig: {c: 3}\n", "2 items, config"},
		{"null", head + "items: null\nfunctionConfig: null\n", "0 items, no config"},
		{"an older version", "apiVersion: config.kubernetes.io/v1alpha1\nkind: ResourceList\nitems: []\n", "0 items, no config"},
		{"JSON", `{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","items":[{"a":1}]}`, "1 items, no config"},
		{"a comment in front", "# comment\n---\n" + head, "0 items, no config"},
		{"no document", "", "found 0 documents; a function's input is one ResourceList"},
		{"two documents", head + "---\n" + head, "found 2 documents; a function's input is one ResourceList"},
		{"another kind", "apiVersion: v1\nkind: List\n", `found kind "List" of "v1"; a function's input is a ResourceList of config.kubernetes.io/v1`},
		{"items that are no list", head + "items: text\n", "items: found no list; write the resources as a list"},
		{"a config that is a text", head + "functionConfig: text\n", `functionConfig: found "text"; a function's configuration is a mapping with apiVersion, kind and metadata`},
		{"a syntax error", head + "items: [\n", "not YAML: did not find expected node content"},
		{"a duplicate key", head + "items: []\nitems: []\n", "items: duplicate key, written in line 3 and in line 4; keep one"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			list, problems := ParseResourceList([]byte(test.text))
			got := fmt.Sprintf("%d items, no config", len(list.Items))
			if list.FunctionConfig != nil {
				got = fmt.Sprintf("%d items, config", len(list.Items))
			}
			if len(problems) > 0 {
				got = texts(problems)
			}
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a: &x {<<: *x}\n", "a: b\n---\n- c\n", "kind: List\nitems: [{a: 2024-01-01}]\n", "? [a]\n: {b}\n", "%YAML 1.2\n---\n!!binary x\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		docs, _ := Parse("", data)
		for _, doc := range docs {
			if doc.Node == nil || doc.Value == nil {
				t.Errorf("a document has node %v and value %v", doc.Node, doc.Value)
			}
			jsonOf(t, doc.Value)
		}
		ParseResourceList(data)
	})
}

func texts(problems []Problem) string {
	list := make([]string, len(problems))
	for i, p := range problems {
		list[i] = fmt.Sprintf(p.Format, p.Args...)
		if p.Path != "" {
			list[i] = p.Path + ": " + list[i]
		}
	}
	return strings.Join(list, "\n")
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
