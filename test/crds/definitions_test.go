package crds

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/fivefold-dev/fivefold/test/crds/modules"
)

// definitionFiles are the files of custom resource definitions, by module.
func definitionFiles() map[string][]string {
	return map[string][]string{
		"github.com/cert-manager/cert-manager": {
			"deploy/crds/cert-manager.io_certificates.yaml",
			"deploy/crds/cert-manager.io_issuers.yaml",
		},
		"github.com/cilium/cilium": {
			"pkg/k8s/apis/cilium.io/client/crds/v2/ciliumnetworkpolicies.yaml",
		},
		"github.com/cloudnative-pg/cloudnative-pg": {
			"config/crd/bases/postgresql.cnpg.io_clusters.yaml",
			"config/crd/bases/postgresql.cnpg.io_scheduledbackups.yaml",
		},
		"github.com/cloudnative-pg/plugin-barman-cloud": {
			"config/crd/bases/barmancloud.cnpg.io_objectstores.yaml",
		},
		"github.com/external-secrets/external-secrets": {
			"config/crds/bases/external-secrets.io_externalsecrets.yaml",
			"config/crds/bases/external-secrets.io_pushsecrets.yaml",
			"config/crds/bases/external-secrets.io_secretstores.yaml",
			"config/crds/bases/generators.external-secrets.io_passwords.yaml",
		},
		"github.com/fluxcd/kustomize-controller": {
			"config/crd/bases/kustomize.toolkit.fluxcd.io_kustomizations.yaml",
		},
		"github.com/fluxcd/source-controller": {
			"config/crd/bases/source.toolkit.fluxcd.io_gitrepositories.yaml",
			"config/crd/bases/source.toolkit.fluxcd.io_ocirepositories.yaml",
		},
		"github.com/kedacore/http-add-on": {
			"config/crd/bases/http.keda.sh_interceptorroutes.yaml",
		},
		"github.com/kedacore/keda/v2": {
			"config/crd/bases/keda.sh_scaledobjects.yaml",
		},
		"github.com/prometheus-operator/prometheus-operator": {
			"example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml",
		},
		"sigs.k8s.io/gateway-api": {
			"config/crd/standard/gateway.networking.k8s.io_gateways.yaml",
			"config/crd/standard/gateway.networking.k8s.io_httproutes.yaml",
			"config/crd/standard/gateway.networking.k8s.io_referencegrants.yaml",
		},
	}
}

// moduleFolders returns where the go command keeps the files of pinned modules, by their paths.
func moduleFolders(t *testing.T) map[string]string {
	t.Helper()
	downloaded, err := modules.Download(t.Context(), "modules.sum")
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]string{}
	for _, m := range downloaded {
		folders[m.Path] = m.Dir
	}
	return folders
}

// definitions reads the custom resource definitions.
func definitions(t *testing.T) []apiextensions.CustomResourceDefinition {
	t.Helper()
	folders := moduleFolders(t)
	files := definitionFiles()
	var all []apiextensions.CustomResourceDefinition
	for path, folder := range folders {
		if len(files[path]) == 0 {
			t.Errorf("modules.sum has %s, of which no file is read", path)
		}
		for _, file := range files[path] {
			crd, err := readDefinition(filepath.Join(folder, filepath.FromSlash(file)))
			if err != nil {
				t.Fatalf("%s: %s", path, err)
			}
			all = append(all, *crd)
		}
		delete(files, path)
	}
	for path := range files {
		t.Errorf("modules.sum lacks %s", path)
	}
	return all
}

func readDefinition(file string) (*apiextensions.CustomResourceDefinition, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var external apiextensionsv1.CustomResourceDefinition
	if err := yaml.Unmarshal(data, &external); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var crd apiextensions.CustomResourceDefinition
	apiextensionsv1.SetDefaults_CustomResourceDefinition(&external)
	apiextensionsv1.SetDefaults_CustomResourceDefinitionSpec(&external.Spec)
	if err := apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(&external, &crd, nil); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &crd, nil
}

// TestVersionsAreThoseOfTheTypes holds the definitions to the versions of the Go types that Fivefold is compiled with.
func TestVersionsAreThoseOfTheTypes(t *testing.T) {
	t.Parallel()
	types := map[string]string{
		"github.com/fluxcd/kustomize-controller": "github.com/fluxcd/kustomize-controller/api",
		"github.com/fluxcd/source-controller":    "github.com/fluxcd/source-controller/api",
		"sigs.k8s.io/gateway-api":                "sigs.k8s.io/gateway-api",
	}
	pinned, err := modules.Pinned("modules.sum")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range pinned {
		path, ok := types[m.Path]
		if !ok {
			continue
		}
		output, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(string(output)); got != m.Version {
			t.Errorf("%s: modules.sum has %s, and the types are those of %s", m.Path, m.Version, got)
		}
		delete(types, m.Path)
	}
	for path := range types {
		t.Errorf("modules.sum lacks %s", path)
	}
}
