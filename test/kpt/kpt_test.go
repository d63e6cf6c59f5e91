package kpt_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMain puts fivefold and kpt into a folder of their own in front of PATH. Without both there is no test.
func TestMain(m *testing.M) {
	os.Exit(runWithBinaries(m))
}

func runWithBinaries(m *testing.M) int {
	bin, err := os.MkdirTemp("", "fivefold-kpt-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(bin)
	for _, b := range []struct{ name, dir, pkg string }{{"fivefold", "../..", "./krmfn"}, {"kpt", ".", "./kpt"}} {
		build := exec.Command("go", "build", "-o", filepath.Join(bin, b.name), b.pkg)
		build.Dir = b.dir
		if output, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "building %s: %s\n%s", b.name, err, output)
			return 1
		}
	}
	if err := os.Unsetenv("FIVEFOLD_PLATFORM"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := os.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// commands are the two ways in which kpt runs a function that is a binary.
func commands(t *testing.T) map[string][]string {
	t.Helper()
	fivefold, err := exec.LookPath("fivefold")
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]string{
		"eval":   {"fn", "eval", ".", "--exec", fivefold, "--fn-config", "platform.yaml", "--results-dir", "../results"},
		"render": {"fn", "render", ".", "--allow-exec", "--results-dir", "../results"},
	}
}

// TestSecondRunChangesNothing runs kpt on a package whose NetworkPolicy was kept by hand in an older version of its API.
func TestSecondRunChangesNothing(t *testing.T) {
	for name, args := range commands(t) {
		t.Run(name, func(t *testing.T) {
			dir := newPackage(t)
			before := files(t, dir)
			if _, err := kpt(dir, args...); err != nil {
				t.Fatal(err)
			}
			first := files(t, dir)
			if _, err := kpt(dir, args...); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(first, files(t, dir)); diff != "" {
				t.Errorf("the second run changes files (-first +second):\n%s", diff)
			}
			checkPackage(t, before, first)
		})
	}
}

func checkPackage(t *testing.T, before, after map[string]string) {
	t.Helper()
	for _, file := range []string{"Kptfile", "platform.yaml"} {
		if diff := cmp.Diff(before[file], after[file]); diff != "" {
			t.Errorf("%s changes (-before +after):\n%s", file, diff)
		}
	}
	whole := ""
	for _, text := range after {
		whole += text
	}
	for _, kind := range []string{"Namespace", "NetworkPolicy", "ServiceAccount", "RoleBinding", "OCIRepository", "Kustomization"} {
		if n := strings.Count(whole, "\nkind: "+kind+"\n"); n != 1 {
			t.Errorf("%d objects of kind %s, want 1", n, kind)
		}
	}
	for _, bookkeeping := range []string{"kubernetes.io/index", "kubernetes.io/path", "seqindent"} {
		if strings.Contains(whole, bookkeeping) {
			t.Errorf("%s is left in the files", bookkeeping)
		}
	}
	if strings.Contains(whole, `{"apiVersion"`) {
		t.Error("JSON in the files")
	}
	for file, texts := range map[string][]string{
		"shop.yaml":         {"# the shop\n", "kind: Tenant\n", `config.kubernetes.io/local-config: "true"`},
		"existing.yaml":     {"# kept by hand since 2023\n", "apiVersion: networking.k8s.io/v1\n", "name: default-deny # do not rename\n", "- Egress\n"},
		"shop-objects.yaml": {"kind: Kustomization\n"},
	} {
		for _, text := range texts {
			if !strings.Contains(after[file], text) {
				t.Errorf("no %q in %s:\n%s", text, file, after[file])
			}
		}
	}
}

// TestResults looks at what kpt records of a warning, and at what it shows of an error.
func TestResults(t *testing.T) {
	for name, args := range commands(t) {
		t.Run(name, func(t *testing.T) {
			dir := newPackage(t)
			edit(t, filepath.Join(dir, "shop.yaml"), `ref: {semver: ">=1.0.0"}`, `ref: {tag: latest}`)
			if _, err := kpt(dir, args...); err != nil {
				t.Fatal(err)
			}
			recorded := files(t, filepath.Join(dir, "..", "results"))["results.yaml"]
			for _, want := range []string{"severity: warning", "kind: Tenant", "name: shop", "path: spec.source.ref.tag", "path: shop.yaml"} {
				if !strings.Contains(recorded, want) {
					t.Errorf("no %q in the results:\n%s", want, recorded)
				}
			}
			edit(t, filepath.Join(dir, "shop.yaml"), `tag: latest`, `tagg: latest`)
			before := files(t, dir)
			output, err := kpt(dir, args...)
			if err == nil {
				t.Fatal("kpt succeeds with an unknown field")
			}
			if want := `Tenant "shop": spec.source.ref.tagg: unknown field; did you mean "tag"?`; !strings.Contains(output, want) {
				t.Errorf("no %q in:\n%s", want, output)
			}
			if diff := cmp.Diff(before, files(t, dir)); diff != "" {
				t.Errorf("a run that fails changes files (-before +after):\n%s", diff)
			}
		})
	}
}

// newPackage copies the package into a folder of the test's own.
func newPackage(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "package")
	if err := os.CopyFS(dir, os.DirFS("testdata/package")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func kpt(dir string, args ...string) (string, error) {
	run := exec.Command("kpt", args...)
	run.Dir = dir
	output, err := run.CombinedOutput()
	if err != nil {
		return string(output), fmt.Errorf("kpt %s: %w\n%s", strings.Join(args, " "), err, output)
	}
	return string(output), nil
}

func edit(t *testing.T, file, old, replacement string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		t.Fatalf("no %q in %s", old, file)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(data), old, replacement, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		texts[entry.Name()] = string(data)
	}
	return texts
}
