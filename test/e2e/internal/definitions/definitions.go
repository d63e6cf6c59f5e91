// Package definitions finds the custom resource definitions of the cluster in the Go modules of the projects that they are of.
package definitions

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/fivefold-dev/fivefold/test/crds/modules"
)

// folders returns where each module keeps its definitions.
func folders() map[string]string {
	return map[string]string{ //nolint:gosec // no credential, for all that a path has "secrets" in it
		"github.com/cert-manager/cert-manager":               "deploy/crds",
		"github.com/cilium/cilium":                           "pkg/k8s/apis/cilium.io/client/crds/v2",
		"github.com/cloudnative-pg/cloudnative-pg":           "config/crd/bases",
		"github.com/cloudnative-pg/plugin-barman-cloud":      "config/crd/bases",
		"github.com/external-secrets/external-secrets":       "config/crds/bases",
		"github.com/fluxcd/kustomize-controller":             "config/crd/bases",
		"github.com/fluxcd/source-controller":                "config/crd/bases",
		"github.com/kedacore/http-add-on":                    "config/crd/bases",
		"github.com/kedacore/keda/v2":                        "config/crd/bases",
		"github.com/prometheus-operator/prometheus-operator": "example/prometheus-operator-crd",
		"sigs.k8s.io/gateway-api":                            "config/crd/standard",
	}
}

// Load returns all definitions of the modules that the file of checksums pins, sorted by name.
func Load(ctx context.Context, sums string) ([]unstructured.Unstructured, error) {
	downloaded, err := modules.Download(ctx, sums)
	if err != nil {
		return nil, err
	}
	var definitions []unstructured.Unstructured
	for _, m := range downloaded {
		folder, ok := folders()[m.Path]
		if !ok {
			return nil, fmt.Errorf("%s: nobody knows where it keeps its definitions", m.Path)
		}
		found, err := read(filepath.Join(m.Dir, folder))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no definition in %s", m.Path, folder)
		}
		definitions = append(definitions, found...)
	}
	slices.SortFunc(definitions, func(a, b unstructured.Unstructured) int { return strings.Compare(a.GetName(), b.GetName()) })
	return definitions, nil
}

func read(folder string) ([]unstructured.Unstructured, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return nil, err
	}
	var definitions []unstructured.Unstructured
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for document := range bytes.SplitSeq(data, []byte("\n---")) {
			var object unstructured.Unstructured
			if err := yaml.Unmarshal(document, &object.Object); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			if object.GetKind() == "CustomResourceDefinition" {
				definitions = append(definitions, object)
			}
		}
	}
	return definitions, nil
}
