package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/yaml"

	"github.com/fivefold-dev/fivefold/test/e2e/internal/cluster"
)

// Kinds that the tests name.
func kind(group, version, kind string) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: group, Version: version, Kind: kind}
}

func configMaps() schema.GroupVersionKind  { return kind("", "v1", "ConfigMap") }
func deployments() schema.GroupVersionKind { return kind("apps", "v1", "Deployment") }
func namespaces() schema.GroupVersionKind  { return kind("", "v1", "Namespace") }
func secrets() schema.GroupVersionKind     { return kind("", "v1", "Secret") }
func kustomizations() schema.GroupVersionKind {
	return kind("kustomize.toolkit.fluxcd.io", "v1", "Kustomization")
}
func ociRepositories() schema.GroupVersionKind {
	return kind("source.toolkit.fluxcd.io", "v1", "OCIRepository")
}

// decode returns the objects of a stream of YAML documents.
func decode(manifests string) ([]*unstructured.Unstructured, error) {
	var objects []*unstructured.Unstructured
	for decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader([]byte(manifests)), 4096); ; {
		var object unstructured.Unstructured
		err := decoder.Decode(&object.Object)
		if errors.Is(err, io.EOF) {
			return objects, nil
		}
		if err != nil {
			return nil, err
		}
		if object.Object != nil {
			objects = append(objects, &object)
		}
	}
}

func title(object *unstructured.Unstructured) string {
	return fmt.Sprintf("%s %s/%s", object.GetKind(), object.GetNamespace(), object.GetName())
}

// apply applies a stream of YAML documents, in its order.
func apply(ctx context.Context, t *testing.T, client *cluster.Client, manifests string) {
	t.Helper()
	objects, err := decode(manifests)
	if err != nil {
		t.Fatal(err)
	}
	for _, object := range objects {
		if _, err := client.Apply(ctx, object); err != nil {
			t.Fatalf("%s: %v", title(object), err)
		}
	}
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func write(t *testing.T, content string, path ...string) {
	t.Helper()
	file := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
