package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// TestPackage runs the function twice over a package of files, which are read and written with the library that kpt
// uses: the first run must give testdata/kpt/second-run, and the second run change nothing.
func TestPackage(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/kpt/first-run")); err != nil {
		t.Fatal(err)
	}
	config := readFile(t, "testdata/kpt/first-run/platform.yaml")
	evaluate(t, dir, config)
	if *update {
		if err := os.RemoveAll("testdata/kpt/second-run"); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS("testdata/kpt/second-run", os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
	}
	compareTrees(t, "first run", dir, "testdata/kpt/second-run")
	evaluate(t, dir, config)
	compareTrees(t, "second run", dir, "testdata/kpt/second-run")

	// A declaration that grows adds to the file of its objects, and that settles, too.
	declaration := string(readFile(t, filepath.Join(dir, "shop.yaml"))) + "  resourceQuota: {hard: {pods: \"10\"}}\n"
	if err := os.WriteFile(filepath.Join(dir, "shop.yaml"), []byte(declaration), 0o600); err != nil {
		t.Fatal(err)
	}
	evaluate(t, dir, config)
	third := t.TempDir()
	if err := os.CopyFS(third, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if objects := string(readFile(t, filepath.Join(dir, "shop-objects.yaml"))); strings.Count(objects, "kind: ResourceQuota") != 1 ||
		strings.Count(objects, "kind: Namespace") != 1 {
		t.Errorf("objects of the shop: %s", objects)
	}
	evaluate(t, dir, config)
	compareTrees(t, "fourth run", dir, third)
}

// TestPackageWithTwoTenantsOfOneName names the files and indexes of both.
func TestPackageWithTwoTenantsOfOneName(t *testing.T) {
	dir := t.TempDir()
	config := readFile(t, "testdata/kpt/first-run/platform.yaml")
	declaration := string(readFile(t, "testdata/kpt/first-run/shop.yaml"))
	for file, text := range map[string]string{"a.yaml": declaration, "b.yaml": declaration + "---\n" + declaration} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	input := packageInput(t, &kio.LocalPackageReadWriter{PackagePath: dir, PreserveSeqIndent: true}, config)
	if code := run(nil, input, &stdout, &stderr, ""); code != 1 || stdout.Len() > 0 {
		t.Errorf("exit code %d with output %q", code, stdout.String())
	}
	want := `Tenant "shop": metadata.name: declared twice, in a.yaml (index 0) and in b.yaml (index 0); keep one, or choose another name
Tenant "shop": metadata.name: declared twice, in a.yaml (index 0) and in b.yaml (index 1); keep one, or choose another name
`
	if stderr.String() != want {
		t.Errorf("got\n%s\nwant\n%s", stderr.String(), want)
	}
}

// evaluate does to a package what "kpt fn eval" does.
func evaluate(t *testing.T, dir string, config []byte) {
	t.Helper()
	files := &kio.LocalPackageReadWriter{
		PackagePath: dir, MatchFilesGlob: []string{"*.yaml", "*.yml", "Kptfile"}, IncludeSubpackages: true, PreserveSeqIndent: true,
	}
	input := packageInput(t, files, config)
	var stdout, stderr bytes.Buffer
	if code := run(nil, input, &stdout, &stderr, ""); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	if strings.Contains(stdout.String(), `- {"`) {
		t.Error("an object is JSON, which would be written to a file like that")
	}
	nodes, err := (&kio.ByteReader{Reader: &stdout, OmitReaderAnnotations: true}).Read()
	if err != nil {
		t.Fatal(err)
	}
	for _, node := range nodes {
		for _, key := range idAnnotations() {
			if err := node.PipeE(yaml.ClearAnnotation(key)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := files.Write(nodes); err != nil {
		t.Fatal(err)
	}
}

// packageInput reads a package into a ResourceList.
func packageInput(t *testing.T, files *kio.LocalPackageReadWriter, config []byte) *bytes.Buffer {
	t.Helper()
	nodes, err := files.Read()
	if err != nil {
		t.Fatal(err)
	}
	for i, node := range nodes {
		for _, key := range idAnnotations() {
			if err := node.PipeE(yaml.SetAnnotation(key, strconv.Itoa(i+1))); err != nil {
				t.Fatal(err)
			}
		}
	}
	functionConfig, err := yaml.Parse(string(config))
	if err != nil {
		t.Fatal(err)
	}
	var input bytes.Buffer
	if err := (kio.ByteWriter{
		Writer: &input, KeepReaderAnnotations: true, FunctionConfig: functionConfig,
		WrappingAPIVersion: kio.ResourceListAPIVersion, WrappingKind: kio.ResourceListKind,
	}).Write(nodes); err != nil {
		t.Fatal(err)
	}
	return &input
}

// idAnnotations are those by which kpt finds an item of the input in the output.
func idAnnotations() []string {
	return []string{"config.k8s.io/id", "internal.config.kubernetes.io/id"}
}

func compareTrees(t *testing.T, name, got, want string) {
	t.Helper()
	gotFiles, wantFiles := tree(t, got), tree(t, want)
	for file, text := range wantFiles {
		if gotFiles[file] != text {
			t.Errorf("%s: %s: got\n%s\nwant\n%s", name, file, gotFiles[file], text)
		}
	}
	for file := range gotFiles {
		if _, ok := wantFiles[file]; !ok {
			t.Errorf("%s: %s is new", name, file)
		}
	}
}

// tree returns the content of all files below a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[path] = string(readFile(t, filepath.Join(dir, path)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
