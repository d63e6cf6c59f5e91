// Package binary builds the programs that the tests run, and keeps them for the next time.
package binary

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Binary is a program that a package of a module builds.
type Binary struct {
	Name    string
	Module  string // directory of the go.mod that pins it
	Package string
	// Replace are files of the package's module that are replaced, by their path in it, with files of the directory Module.
	// Package has to be the module's root then.
	Replace map[string]string
}

// Build builds the binary into a directory under cache that is named by what it is built from, unless it is there, and
// returns its path. It says on progress what it builds, and for how long it has been doing so.
//
// Only the versions in the module's go.mod and go.sum, its own Go files and the version of Go are looked at, so this is for
// programs that are pinned.
func Build(ctx context.Context, b Binary, cache string, progress io.Writer) (string, error) {
	key, err := key(ctx, b)
	if err != nil {
		return "", fmt.Errorf("build %s: %w", b.Name, err)
	}
	path := filepath.Join(cache, b.Name+"-"+key, b.Name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := removeOthers(cache, b.Name); err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}

	start := time.Now()
	fmt.Fprintf(progress, "building %s\n", b.Name)
	stop := everyTenSeconds(func() {
		fmt.Fprintf(progress, "building %s: %v\n", b.Name, time.Since(start).Round(time.Second))
	})
	defer stop()
	// Renamed when complete: an interrupted build must not look like a finished one.
	if b.Replace != nil {
		source := filepath.Join(filepath.Dir(path), "source")
		if err := copyModule(ctx, b, source); err != nil {
			return "", fmt.Errorf("build %s: %w", b.Name, err)
		}
		defer os.RemoveAll(source)
		b.Module, b.Package = source, "."
	}
	if err := build(ctx, b, path+".part"); err != nil {
		return "", err
	}
	fmt.Fprintf(progress, "built %s in %v\n", b.Name, time.Since(start).Round(time.Second))
	return path, os.Rename(path+".part", path)
}

// Compile builds the binary at path, every time: for programs of this repository, which change. The go command's own cache
// makes that quick.
func Compile(ctx context.Context, b Binary, path string) error {
	return build(ctx, b, path)
}

func build(ctx context.Context, b Binary, path string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", path, b.Package)
	cmd.Dir = b.Module
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w\n%s", b.Name, err, out)
	}
	return nil
}

// copyModule copies the module that Package is the root of, with the files replaced. The go command lets nobody overlay a
// file of its module cache.
func copyModule(ctx context.Context, b Binary, to string) error {
	download := exec.CommandContext(ctx, "go", "mod", "download", "-json", b.Package)
	download.Dir = b.Module
	out, err := download.Output()
	if err != nil {
		return err
	}
	var found struct{ Dir string }
	if err := json.Unmarshal(out, &found); err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(to), os.CopyFS(to, os.DirFS(found.Dir))); err != nil {
		return err
	}
	for path, file := range b.Replace {
		content, err := os.ReadFile(filepath.Join(b.Module, file))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, path), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func key(ctx context.Context, b Binary) (string, error) {
	hash := sha256.New()
	version := exec.CommandContext(ctx, "go", "env", "GOVERSION", "GOOS", "GOARCH")
	version.Dir = b.Module
	out, err := version.Output()
	if err != nil {
		return "", err
	}
	hash.Write(out)
	fmt.Fprintln(hash, b.Package)
	files, err := filepath.Glob(filepath.Join(b.Module, "*.*"))
	if err != nil {
		return "", err
	}
	files = slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(hash, filepath.Base(name), len(content))
		hash.Write(content)
	}
	return hex.EncodeToString(hash.Sum(nil))[:16], nil
}

// removeOthers removes what other versions left: each is about a hundred megabytes.
func removeOthers(cache, name string) error {
	old, err := filepath.Glob(filepath.Join(cache, name+"-*"))
	if err != nil {
		return err
	}
	for _, dir := range old {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return nil
}

func everyTenSeconds(f func()) (stop func()) {
	ticker, done := time.NewTicker(10*time.Second), make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
				f()
			case <-done:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(done)
	}
}
