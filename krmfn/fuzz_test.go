package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/fivefold-dev/fivefold/internal/document"
)

// FuzzFunction feeds arbitrary bytes to the function: it never panics, never writes output together with an error, and
// what it writes is a ResourceList that it can read itself.
func FuzzFunction(f *testing.F) {
	seeds(f, "testdata/function/*/input.yaml")
	f.Add(fleet("apiVersion: fivefold.dev/v1alpha1\nkind: Platform\nmetadata: {name: acme}\nspec: {tenant: {source: {url: 'oci://r.example.org/{name}', verify: {secretRef: {name: k}}}}}\n", 2))
	f.Fuzz(func(t *testing.T, input []byte) {
		var stdout, stderr bytes.Buffer
		checkRun(t, run(nil, bytes.NewReader(input), &stdout, &stderr, ""), &stdout, &stderr)
		if stdout.Len() == 0 {
			return
		}
		if _, problems := document.ParseResourceList(stdout.Bytes()); len(problems) > 0 {
			t.Fatalf("the output is no ResourceList: %v\n%s", problems, stdout.String())
		}
	})
}

// FuzzRender does the same for files.
func FuzzRender(f *testing.F) {
	seeds(f, "testdata/render/*/input/*.yaml")
	f.Fuzz(func(t *testing.T, input []byte) {
		var stdout, stderr bytes.Buffer
		checkRun(t, run([]string{"render", "-"}, bytes.NewReader(input), &stdout, &stderr, ""), &stdout, &stderr)
		if stdout.Len() == 0 {
			return
		}
		var again bytes.Buffer
		if run([]string{"render", "-"}, bytes.NewReader(input), &again, &stderr, ""); again.String() != stdout.String() {
			t.Fatal("two runs differ")
		}
	})
}

func checkRun(t *testing.T, code int, stdout, stderr *bytes.Buffer) {
	t.Helper()
	switch {
	case code == 0:
	case code != 1:
		t.Fatalf("exit code %d", code)
	case stdout.Len() > 0:
		t.Fatalf("output together with an error:\n%s\n%s", stdout, stderr)
	case stderr.Len() == 0:
		t.Fatal("an error without a message")
	}
}

func seeds(f *testing.F, pattern string) {
	f.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}
