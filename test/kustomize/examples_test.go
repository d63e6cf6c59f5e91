package kustomize_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestExamples runs the commands of each example's README from the root of the repository. All must succeed, and one
// must be a kustomize build that leaves nothing unexpanded.
func TestExamples(t *testing.T) {
	t.Parallel()
	folders, err := os.ReadDir(repository + "/examples")
	if err != nil {
		t.Fatal(err)
	}
	if len(folders) == 0 {
		t.Fatal("found no examples")
	}
	for _, folder := range folders {
		name := folder.Name()
		path := filepath.Join(repository, "examples", name)
		if _, err := os.Stat(filepath.Join(path, "Dockerfile")); err == nil {
			continue // test/image has the engine that it takes
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			if err := layOut(root); err != nil {
				t.Fatal(err)
			}
			builds := 0
			for _, command := range commands(readFile(t, filepath.Join(path, "README.md"))) {
				if strings.HasPrefix(command, "make ") {
					continue // what layOut has done
				}
				output := run(t, root, command)
				if !strings.Contains(command, "kustomize build") || strings.Contains(command, "|") {
					continue
				}
				builds++
				if !strings.Contains(output, "\nkind: Kustomization\n") && !strings.Contains(output, "\nkind: Deployment\n") {
					t.Errorf("%s: made neither a Kustomization nor a Deployment", command)
				}
				if strings.Contains(output, "apiVersion: fivefold.dev/") {
					t.Errorf("%s: left a declaration as it is", command)
				}
			}
			if builds == 0 {
				t.Error("the README runs no kustomize build")
			}
		})
	}
}

// commands returns the lines of a document's shell blocks.
func commands(markdown string) []string {
	var lines []string
	shell := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"):
			shell = line == "```sh"
		case shell && line != "":
			lines = append(lines, line)
		}
	}
	return lines
}

func run(t *testing.T, dir, command string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	shell := exec.Command("sh", "-c", command)
	shell.Dir = dir
	shell.Env = append(os.Environ(), "PWD="+dir)
	shell.Stdout, shell.Stderr = &stdout, &stderr
	if err := shell.Run(); err != nil {
		t.Fatalf("%s: %s\n%s", command, err, stderr.String())
	}
	return stdout.String()
}
