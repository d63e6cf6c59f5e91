package tenant_test

import (
	"fmt"
	"log"
	"os"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fivefold-dev/fivefold/tenant"
)

// A platform's conventions and a tenant's name make the whole graph. Its objects are typed: one is changed before all
// are written.
func ExampleBuild() {
	platform := tenant.Spec{
		Source: tenant.Source{
			URL: "oci://registry.example.org/acme/{name}/manifests",
			Ref: &tenant.SourceRef{SemVer: ">=1.0.0"},
			Verify: &tenant.SourceVerification{
				MatchOIDCIdentity: []sourcev1.OIDCIdentityMatch{{
					Issuer:  `^https://token\.actions\.githubusercontent\.com$`,
					Subject: `^https://github\.com/acme/ci/\.github/workflows/publish\.yaml@[0-9a-f]{40}$`,
				}},
			},
		},
	}
	graph, err := tenant.Build(tenant.Tenant{ObjectMeta: metav1.ObjectMeta{Name: "shop"}}, platform)
	if err != nil {
		log.Fatal(err)
	}
	graph.Kustomization.Spec.Timeout = &metav1.Duration{Duration: 15 * time.Minute}

	for _, object := range graph.Objects() {
		fmt.Println("#", object.GetObjectKind().GroupVersionKind().Kind, object.GetName())
	}
	texts, err := graph.JSON()
	if err != nil {
		log.Fatal(err)
	}
	os.Stdout.Write(texts[len(texts)-1])
	// Output:
	// # Namespace shop
	// # NetworkPolicy default-deny
	// # ServiceAccount shop
	// # RoleBinding shop
	// # OCIRepository shop
	// # Kustomization shop
	// {"apiVersion":"kustomize.toolkit.fluxcd.io/v1","kind":"Kustomization","metadata":{"name":"shop","namespace":"shop"},"spec":{"interval":"10m","path":"./","prune":true,"retryInterval":"2m","serviceAccountName":"shop","sourceRef":{"kind":"OCIRepository","name":"shop"},"targetNamespace":"shop","timeout":"15m","wait":true}}
}

// A Spec can be read from YAML, strictly, with what Kubernetes programs use for it. Warnings are risks that do not stop
// the build.
func ExampleGraph_YAML() {
	null := tenant.Tenant{
		ObjectMeta: metav1.ObjectMeta{Name: "shop"},
		Spec: tenant.Spec{
			Source: tenant.Source{URL: "https://git.example.org/acme/shop", Ref: &tenant.SourceRef{Branch: "main"}},
			Null:   []string{"source.verify"},
		},
	}
	graph, err := tenant.Build(null, tenant.Spec{})
	if err != nil {
		log.Fatal(err)
	}
	graph.DefaultDeny = nil // made elsewhere
	stream, err := graph.YAML()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(stream) > 0, graph.Warnings[0].Field)
	// Output: true spec.source.verify
}
