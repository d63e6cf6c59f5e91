package kustomize_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const (
	repository    = "../.."
	registrations = repository + "/krmfn/testdata/registrations"
	platformFile  = repository + "/krmfn/testdata/platform.yaml"
)

// TestMain puts fivefold and kustomize into a folder of their own in front of PATH. Without both there is no test.
func TestMain(m *testing.M) {
	os.Exit(runWithBinaries(m))
}

func runWithBinaries(m *testing.M) int {
	bin, err := os.MkdirTemp("", "fivefold-bin-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(bin)
	// No other kustomize, and nobody else's conventions.
	path := bin + string(os.PathListSeparator) + os.Getenv("PATH")
	if err := errors.Join(buildBinaries(bin), os.Setenv("PATH", path), os.Unsetenv("FIVEFOLD_PLATFORM")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

func buildBinaries(bin string) error {
	for _, b := range []struct{ name, dir, pkg string }{
		{"fivefold", repository, "./krmfn"},
		{"kustomize", ".", "sigs.k8s.io/kustomize/kustomize/v5"},
	} {
		build := exec.Command("go", "build", "-o", filepath.Join(bin, b.name), b.pkg)
		build.Dir = b.dir
		if output, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", b.name, err, output)
		}
	}
	return nil
}

// layOut makes dir look like the root of the repository after make build: examples/ and bin/.
func layOut(dir string) error {
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join(repository, "examples"))); err != nil {
		return err
	}
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"fivefold", "kustomize"} {
		path, err := exec.LookPath(name)
		if err != nil {
			return err
		}
		if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
			return err
		}
	}
	return nil
}
