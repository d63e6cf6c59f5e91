package kustomize_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRegistrations builds each Tenant of krmfn/testdata/registrations in both roles of the function, and compares the
// objects with those that were written by hand, in their order.
func TestRegistrations(t *testing.T) {
	t.Parallel()
	folders, err := filepath.Glob(registrations + "/*/tenant.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(folders) != 7 {
		t.Fatalf("found %d registrations, want 7", len(folders))
	}
	platform := readFile(t, platformFile)
	platformFunction, err := asFunction(platform)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range folders {
		folder := filepath.Dir(file)
		tenant := readFile(t, file)
		tenantFunction, err := asFunction(tenant)
		if err != nil {
			t.Fatal(err)
		}
		kustomizations := map[string]map[string]string{
			"generator": {
				"kustomization.yaml": kustomization("generators:\n- tenant.yaml\n"),
				"tenant.yaml":        tenantFunction,
				"platform.yaml":      platform,
			},
			"transformer": {
				"kustomization.yaml": kustomization("resources:\n- tenant.yaml\ntransformers:\n- platform.yaml\n"),
				"tenant.yaml":        tenant,
				"platform.yaml":      platformFunction,
			},
		}
		for role, files := range kustomizations {
			t.Run(filepath.Base(folder)+"/"+role, func(t *testing.T) {
				t.Parallel()
				var environment []string
				if role == "generator" {
					environment = []string{"FIVEFOLD_PLATFORM=platform.yaml"}
				}
				got, err := objects(kustomizeBuild(t, files, environment...))
				if err != nil {
					t.Fatal(err)
				}
				want, err := objects(readFile(t, filepath.Join(folder, "expected.yaml")))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("kustomize build (+) differs from expected.yaml (-):\n%s", diff)
				}
			})
		}
	}
}

func kustomization(fields string) string {
	return "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nsortOptions:\n  order: fifo\n" + fields
}

// asFunction returns a declaration that has no annotations with the one that makes a function of it.
func asFunction(declaration string) (string, error) {
	const metadata = "\nmetadata:\n"
	if strings.Count(declaration, metadata) != 1 {
		return "", fmt.Errorf("found no single metadata:\n%s", declaration)
	}
	return strings.Replace(declaration, metadata,
		metadata+"  annotations: {config.kubernetes.io/function: 'exec: {path: fivefold}'}\n", 1), nil
}

// kustomizeBuild writes the files to a folder and returns what kustomize makes of it.
func kustomizeBuild(t *testing.T, files map[string]string, environment ...string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	build := exec.Command("kustomize", "build", "--enable-alpha-plugins", "--enable-exec", dir)
	build.Env = append(os.Environ(), environment...)
	build.Stdout, build.Stderr = &stdout, &stderr
	if err := build.Run(); err != nil {
		t.Fatalf("kustomize build: %s\n%s", err, stderr.String())
	}
	return stdout.String()
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
