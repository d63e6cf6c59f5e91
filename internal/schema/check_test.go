package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"

	"github.com/fivefold-dev/fivefold/internal/document"
)

// sample has a field of each type that checks differ for.
type sample struct {
	Text     string            `json:"text,omitempty"`
	Pointer  *string           `json:"pointer,omitempty"`
	Bool     *bool             `json:"bool,omitempty"`
	Int      *int32            `json:"int,omitempty"`
	Map      map[string]string `json:"map,omitempty"`
	List     []string          `json:"list,omitempty"`
	Structs  []part            `json:"structs,omitempty"`
	Part     part              `json:"part,omitzero"`
	Bytes    []byte            `json:"bytes,omitempty"`
	Hidden   string            `json:"-"`
	embedded `json:",inline"`
}

type part struct {
	Name  string `json:"name,omitempty"`
	Alone string `json:"alone,omitempty"`
}

type embedded struct {
	Inherited string `json:"inherited,omitempty"`
}

func TestTypes(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{`{}`, nil},
		{`null`, nil},
		{`[]`, []string{": found a list; write a mapping with some of bool, bytes, inherited, int, list, map, part, pointer, structs, text"}},
		{`{"text":"a","pointer":"b","bool":true,"int":5,"map":{"a":"b"},"list":["a"],"structs":[{"name":"a"}],"part":{},"bytes":"YQ==","inherited":"a"}`, nil},
		{`{"text":null,"pointer":null,"bool":null,"int":null,"map":null,"list":null,"structs":null,"part":null}`, nil},
		{`{"map":{"a":null}}`, nil},

		{`{"text":5}`, []string{"text: found the number 5; quote the value as you mean it (unquoted, YAML reads 1.10 as 1.1 and 0123 as 83)"}},
		{`{"text":true}`, []string{"text: found the boolean true; quote the value as you mean it"}},
		{`{"text":[]}`, []string{"text: found a list; write a string"}},
		{`{"pointer":{}}`, []string{"pointer: found a mapping; write a string"}},
		{`{"map":{"a":1,"b":"c"}}`, []string{"map.a: found the number 1; quote the value as you mean it (unquoted, YAML reads 1.10 as 1.1 and 0123 as 83)"}},
		{`{"map":[]}`, []string{"map: found a list; write a mapping"}},
		{`{"list":"a"}`, []string{"list: found a string; write a list, with a dash before each item"}},
		{`{"list":["a",1,null]}`, []string{
			"list[1]: found the number 1; quote the value as you mean it (unquoted, YAML reads 1.10 as 1.1 and 0123 as 83)",
			"list[2]: found nothing; write a value after the dash or drop the dash",
		}},
		{`{"structs":[5]}`, []string{"structs[0]: found the number 5; write a mapping with some of alone, name"}},
		{`{"bool":"true"}`, []string{`bool: found the string "true"; write true`}},
		{`{"bool":"No"}`, []string{`bool: found the string "No"; write false`}},
		{`{"bool":"maybe"}`, []string{"bool: found a string; write true or false"}},
		{`{"bool":1}`, []string{"bool: found the number 1; write true or false"}},
		{`{"bool":"${A}"}`, []string{`bool: found "${A}"; Flux substitutes ${…} in strings only: write true or false`}},
		{`{"int":"5"}`, []string{"int: found a string; write a whole number, without quotes"}},
		{`{"int":1.5}`, []string{"int: found 1.5; write a whole number"}},
		{`{"int":1e3}`, []string{"int: found 1e3; write a whole number"}},
		{`{"int":4294967296}`, []string{"int: found 4294967296, which is too large; write a whole number of at most 32 bits"}},
		{`{"int":"${A}"}`, []string{`int: found "${A}"; Flux substitutes ${…} in strings only: write a number`}},
		{`{"bytes":"no base64!"}`, []string{"bytes: not base64; write the bytes in base64, as in a Secret's data"}},

		{`{"txt":"a"}`, []string{`txt: unknown field; did you mean "text"?`}},
		{`{"TEXT":"a"}`, []string{`TEXT: unknown field; did you mean "text"?`}},
		{`{"Hidden":"a","xyz":"b"}`, []string{
			"Hidden: unknown field; known here: bool, bytes, inherited, int, list, map, part, pointer, structs, text",
			"xyz: unknown field; known here: bool, bytes, inherited, int, list, map, part, pointer, structs, text",
		}},
		{`{"alone":"a"}`, []string{`alone: unknown field; did you mean "part.alone"?`}},
		{`{"inher":"a"}`, []string{`inher: unknown field; did you mean "inherited"?`}},
		{`{"structs":[{"nme":"a"},{"name":1}]}`, []string{
			`structs[0].nme: unknown field; did you mean "name"?`,
			"structs[1].name: found the number 1; quote the value as you mean it (unquoted, YAML reads 1.10 as 1.1 and 0123 as 83)",
		}},
		{`{"a.b":1}`, []string{`["a.b"]: unknown field; known here: bool, bytes, inherited, int, list, map, part, pointer, structs, text`}},
	}
	for _, test := range tests {
		check(t, test.text, Types(decode(t, test.text), reflect.TypeFor[sample](), "", Exceptions{}), test.want)
	}
}

func TestReserved(t *testing.T) {
	reserved := map[string]string{"root.structs.owner": "is not yours"}
	got := Types(decode(t, `{"structs":[{"owner":"a"}],"owner":"b"}`), reflect.TypeFor[sample](), "root", Exceptions{Reserved: reserved})
	check(t, "", got, []string{
		"root.owner: unknown field; known here: bool, bytes, inherited, int, list, map, part, pointer, structs, text",
		"root.structs[0].owner: is not yours",
	})
}

func TestCustomQuantity(t *testing.T) {
	type outer struct {
		CPU    CustomQuantity `json:"cpu"`
		Memory CustomQuantity `json:"memory"`
	}
	for _, test := range []struct {
		text string
		want []string
	}{
		{`{"cpu":2,"memory":"1Gi"}`, nil},
		{`{"cpu":"0.5"}`, nil},
		{`{"cpu":0.5}`, []string{`cpu: found the number 0.5; quote it: write "0.5"`}},
		{`{"memory":"1Gb"}`, []string{`memory: found "1Gb"; write a quantity such as 500m or 1Gi`}},
	} {
		check(t, test.text, Types(decode(t, test.text), reflect.TypeFor[outer](), "", Exceptions{}), test.want)
	}
}

func TestUntyped(t *testing.T) {
	type outer struct {
		Items []struct {
			Free  map[string]any `json:"free"`
			Other map[string]any `json:"other"`
		} `json:"items"`
	}
	untyped := map[string]reflect.Type{"root.items.free": reflect.TypeFor[sample]()}
	text := `{"items":[{"free":{"int":1,"lst":[]},"other":{"any":1}},{"free":{"bool":1}}]}`
	got := Types(decode(t, text), reflect.TypeFor[outer](), "root", Exceptions{Untyped: untyped})
	check(t, "", got, []string{
		`root.items[0].free.lst: unknown field; did you mean "list"?`,
		"root.items[1].free.bool: found the number 1; write true or false",
	})
}

func TestTypesOfUpstream(t *testing.T) {
	tests := []struct {
		of   reflect.Type
		text string
		want []string
	}{
		{reflect.TypeFor[corev1.ResourceQuotaSpec](), `{"hard":{"pods":5,"cpu":"1400m","memory":1.5}}`, nil},
		{reflect.TypeFor[corev1.ResourceQuotaSpec](), `{"hard":{"pods":"many","cpu":true}}`, []string{
			"hard.cpu: found the boolean true; write a quantity such as 500m or 1Gi",
			`hard.pods: found "many"; write a quantity such as 500m or 1Gi`,
		}},
		{reflect.TypeFor[networkingv1.NetworkPolicyPort](), `{"port":80}`, nil},
		{reflect.TypeFor[networkingv1.NetworkPolicyPort](), `{"port":"http"}`, nil},
		{reflect.TypeFor[networkingv1.NetworkPolicyPort](), `{"port":[]}`, []string{"port: found a list; write a whole number or a string"}},
		{reflect.TypeFor[kustomizev1.KustomizationSpec](), `{"interval":"5m","unknownHere":1}`, []string{
			"unknownHere: unknown field; known here: " + strings.Join(names(reflect.TypeFor[kustomizev1.KustomizationSpec]()), ", "),
		}},
		// A type that embeds a number.
		{reflect.TypeFor[kustomizev1.KustomizationSpec](), `{"interval":{"duration":1}}`, []string{"interval: found a mapping; write a duration such as 5m or 1h30m"}},
	}
	for _, test := range tests {
		check(t, test.text, Types(decode(t, test.text), test.of, "", Exceptions{}), test.want)
	}
}

func TestDates(t *testing.T) {
	docs, _ := document.Parse("", []byte("text: 2024-01-02\nmap: {a: 2024-01-02}\nbool: 2024-01-02\n"))
	check(t, "dates", Types(docs[0].Value, reflect.TypeFor[sample](), "", Exceptions{}), []string{
		"bool: found the date 2024-01-02; write true or false",
		"map.a: found the date 2024-01-02; quote the value as you mean it",
		"text: found the date 2024-01-02; quote the value as you mean it",
	})
}

func TestDurations(t *testing.T) {
	tests := []struct{ text, want string }{
		{`"5m"`, ""},
		{`"1h30m"`, ""},
		{`"1.5m"`, ""},
		{`"0"`, ""},
		{`"0s"`, ""},
		{`5`, "found the number 5, which has no unit; write 5s"},
		{`300`, "found the number 300, which has no unit; write 300s or 5m"},
		{`90`, "found the number 90, which has no unit; write 90s"},
		{`1.5`, "found the number 1.5, which has no unit; write a duration such as 5m"},
		{`-5`, "found the number -5, which has no unit; write a duration such as 5m"},
		{`0`, `found the number 0; write "0"`},
		{`"300"`, `found "300", which has no unit; write 300s or 5m`},
		{`"1d"`, `found "1d": unknown unit "d"; write 24h`},
		{`"2w"`, `found "2w": unknown unit "w"; write 336h`},
		{`"1y"`, `found "1y"; write a duration such as 5m or 1h30m, with the units ms, s, m and h`},
		{`"99999999999999999999d"`, `found "99999999999999999999d"; write a duration such as 5m or 1h30m, with the units ms, s, m and h`},
		{`""`, `found ""; write a duration such as 5m or 1h30m, with the units ms, s, m and h`},
		{`"5 m"`, `found "5 m"; write a duration such as 5m or 1h30m, with the units ms, s, m and h`},
		{`"-5m"`, `found "-5m"; a duration must be positive`},
		{`"${T}"`, `found "${T}"; Flux substitutes ${…} in strings only: write a duration such as 5m`},
		{`true`, "found the boolean true; write a duration such as 5m or 1h30m"},
	}
	for _, test := range tests {
		want := []string{"interval: " + test.want}
		if test.want == "" {
			want = nil
		}
		got := Types(decode(t, `{"interval":`+test.text+`}`), reflect.TypeFor[kustomizev1.KustomizationSpec](), "", Exceptions{})
		check(t, test.text, got, want)
	}
}

func TestRules(t *testing.T) {
	type own struct {
		Timeout string `json:"timeout,omitempty"`
	}
	oci := map[reflect.Type]reflect.Type{reflect.TypeFor[own](): reflect.TypeFor[sourcev1.OCIRepositorySpec]()}
	tests := []struct {
		name    string
		of      reflect.Type
		mirrors map[reflect.Type]reflect.Type
		text    string
		want    []string
	}{
		{"right", reflect.TypeFor[kustomizev1.Decryption](), nil, `{"provider":"sops"}`, nil},
		{"an enumeration", reflect.TypeFor[kustomizev1.Decryption](), nil, `{"provider":"gpg"}`, []string{`provider: found "gpg"; allowed: sops`}},
		{"a variable", reflect.TypeFor[kustomizev1.Decryption](), nil, `{"provider":"${P}"}`, nil},
		{"required", reflect.TypeFor[kustomizev1.Decryption](), nil, `{}`, []string{"provider: not set; the API requires a value"}},
		{"null is not set", reflect.TypeFor[kustomizev1.Decryption](), nil, `{"provider":null}`, []string{"provider: not set; the API requires a value"}},
		{"a pattern", reflect.TypeFor[esv1.ExternalSecretData](), nil, `{"secretKey":"a b","remoteRef":{"key":"a"}}`, []string{
			`secretKey: found "a b"; the API wants a value that matches ^[-._a-zA-Z0-9]+$`,
		}},
		{"units", reflect.TypeFor[sourcev1.OCIRepositorySpec](), nil, `{"url":"oci://a/b","interval":"1h","timeout":"1h"}`, []string{
			`timeout: found "1h"; the API allows the units ms, s and m here; write 60m`,
		}},
		{"no smaller unit", reflect.TypeFor[sourcev1.OCIRepositorySpec](), nil, `{"url":"oci://a/b","interval":"100us"}`, []string{
			`interval: found "100us"; the API allows the units ms, s, m and h here; write 1ms`,
		}},
		{"zero", reflect.TypeFor[sourcev1.OCIRepositorySpec](), nil, `{"url":"oci://a/b","interval":"0s"}`, []string{
			`interval: found "0s"; a duration must be positive here`,
		}},
		{"too many fields", reflect.TypeFor[esv1.SecretStoreSpec](), nil, `{"provider":{"vault":{"path":"a","server":"https://a"},"webhook":{"url":"https://a","result":{}}}}`, []string{
			"provider: 2 fields; the API wants at most 1",
		}},
		{"a mirrored type has its rules", reflect.TypeFor[own](), oci, `{"timeout":"1h"}`, []string{
			`timeout: found "1h"; the API wants a value that matches ^([0-9]+(\.[0-9]+)?(ms|s|m))+$`,
		}},
		{"and without the mirror none", reflect.TypeFor[own](), nil, `{"timeout":"1h"}`, nil},
	}
	for _, test := range tests {
		check(t, test.name, Rules(decode(t, test.text), test.of, "", test.mirrors), test.want)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"interval", "timeout", "prune", "path", "wait", "allowDNS"}
	for word, want := range map[string]string{
		"intervall": "interval", "Interval": "interval", "timout": "timeout", "purne": "prune", "paths": "path",
		"allowDns": "allowDNS", "w": "", "xyz": "", "": "", "targetNamespace": "",
	} {
		if got := Nearest(word, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func check(t *testing.T, name string, problems []Problem, want []string) {
	t.Helper()
	var got []string
	for _, p := range problems {
		got = append(got, p.Path+": "+fmt.Sprintf(p.Format, p.Args...))
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func names(t reflect.Type) []string {
	var list []string
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// decode reads JSON as the packages above do, numbers as they were written.
func decode(t *testing.T, text string) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	return value
}
