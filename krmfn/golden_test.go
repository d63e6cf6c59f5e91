package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files under testdata")

// TestRender runs "fivefold render input" in each folder of testdata/render: input/ holds the files, stdout.yaml and
// stderr.txt what comes out of them. A run that fails has no stdout.yaml.
func TestRender(t *testing.T) {
	for _, dir := range folders(t, "testdata/render") {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Chdir(dir)
			golden(t, []string{"input"}, func(stdout, stderr *bytes.Buffer) int {
				return run([]string{"render", "input"}, strings.NewReader(""), stdout, stderr, "")
			})
		})
	}
}

// TestFunction feeds input.yaml, a ResourceList, to the function in each folder of testdata/function. A platform.yaml
// beside it is what FIVEFOLD_PLATFORM names.
func TestFunction(t *testing.T) {
	for _, dir := range folders(t, "testdata/function") {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Chdir(dir)
			input, err := os.ReadFile("input.yaml")
			if err != nil {
				t.Fatal(err)
			}
			platform := ""
			if _, err := os.Stat("platform.yaml"); err == nil {
				platform = "platform.yaml"
			}
			golden(t, []string{"input.yaml", "platform.yaml"}, func(stdout, stderr *bytes.Buffer) int {
				return run(nil, bytes.NewReader(input), stdout, stderr, platform)
			})
		})
	}
}

// golden compares a run with the files of the current folder, which holds nothing else but the inputs.
func golden(t *testing.T, inputs []string, run func(stdout, stderr *bytes.Buffer) int) {
	t.Helper()
	var stdout, stderr, again bytes.Buffer
	code := run(&stdout, &stderr)
	if run(&again, &bytes.Buffer{}) != code || again.String() != stdout.String() {
		t.Error("two runs differ")
	}
	switch code {
	case 0:
		if stdout.Len() == 0 {
			t.Error("exit code 0 without output")
		}
	case 1:
		if stdout.Len() > 0 {
			t.Errorf("exit code 1 with output:\n%s", stdout.String())
		}
		if stderr.Len() == 0 {
			t.Error("exit code 1 without a message")
		}
	default:
		t.Errorf("exit code %d", code)
	}
	compare(t, "stdout.yaml", stdout.Bytes())
	compare(t, "stderr.txt", stderr.Bytes())
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if name := entry.Name(); name != "stdout.yaml" && name != "stderr.txt" && !slices.Contains(inputs, name) {
			t.Errorf("%s is left over", name)
		}
	}
}

// compare checks one golden file; an empty output has none.
func compare(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		var err error
		if len(got) > 0 {
			err = os.WriteFile(file, got, 0o644)
		} else if err = os.Remove(file); os.IsNotExist(err) {
			err = nil
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if err == nil && len(want) == 0 {
		t.Errorf("%s is empty; remove it", file)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
	}
}

func folders(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	for _, entry := range entries {
		if !entry.IsDir() {
			t.Errorf("%s is left over in %s", entry.Name(), dir)
			continue
		}
		dirs = append(dirs, filepath.Join(dir, entry.Name()))
	}
	if len(dirs) == 0 {
		t.Fatalf("no cases in %s", dir)
	}
	return dirs
}
