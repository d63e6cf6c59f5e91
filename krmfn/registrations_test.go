package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fivefold-dev/fivefold/internal/document"
)

// TestRegistrations expands seven tenants of a real platform, and compares each with the objects that it was written
// out as by hand: the same objects in the same order with the same content, in every way to run without kustomize.
func TestRegistrations(t *testing.T) {
	const platform = "testdata/platform.yaml"
	for _, dir := range folders(t, "testdata/registrations") {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			declaration := filepath.Join(dir, "tenant.yaml")
			want := values(t, readFile(t, filepath.Join(dir, "expected.yaml")))
			runs := map[string]func(stdout, stderr *bytes.Buffer) int{
				"render": func(stdout, stderr *bytes.Buffer) int {
					return run([]string{"render", platform, declaration}, strings.NewReader(""), stdout, stderr, "")
				},
				"render stdin": func(stdout, stderr *bytes.Buffer) int {
					return run([]string{"render", "-"}, bytes.NewReader(readFile(t, declaration)), stdout, stderr, platform)
				},
				"generator": func(stdout, stderr *bytes.Buffer) int {
					input := resourceList(t, readFile(t, declaration), readFile(t, declaration))
					return run(nil, strings.NewReader(input), stdout, stderr, platform)
				},
				"transformer": func(stdout, stderr *bytes.Buffer) int {
					input := resourceList(t, readFile(t, platform), readFile(t, declaration))
					return run(nil, strings.NewReader(input), stdout, stderr, "")
				},
			}
			for name, run := range runs {
				var stdout, stderr bytes.Buffer
				if code := run(&stdout, &stderr); code != 0 {
					t.Errorf("%s: exit code %d:\n%s", name, code, stderr.String())
					continue
				}
				got := values(t, stdout.Bytes())
				if len(got) != len(want) {
					t.Errorf("%s: %d objects, want %d", name, len(got), len(want))
					continue
				}
				for i := range want {
					if !reflect.DeepEqual(got[i], want[i]) {
						t.Errorf("%s: object %d: got\n%s\nwant\n%s", name, i, jsonText(t, got[i]), jsonText(t, want[i]))
					}
				}
			}
		})
	}
}

// resourceList is what kustomize hands to a function.
func resourceList(t *testing.T, config []byte, items ...[]byte) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n")
	for _, item := range items {
		for i, line := range strings.Split(strings.TrimSpace(string(item)), "\n") {
			b.WriteString(map[bool]string{true: "- ", false: "  "}[i == 0] + line + "\n")
		}
	}
	b.WriteString("functionConfig:\n")
	for line := range strings.SplitSeq(strings.TrimSpace(string(config)), "\n") {
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

// values reads a stream of YAML documents, or the items of a list.
func values(t *testing.T, data []byte) []map[string]any {
	t.Helper()
	docs, problems := document.Parse("test", data)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	list := make([]map[string]any, len(docs))
	for i, doc := range docs {
		if len(doc.Problems) > 0 {
			t.Fatal(doc.Problems)
		}
		list[i] = doc.Value
	}
	return list
}

func jsonText(t *testing.T, value any) string {
	t.Helper()
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
