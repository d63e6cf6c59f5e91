package e2e

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/fivefold-dev/fivefold/test/e2e/internal/cluster"
	"github.com/fivefold-dev/fivefold/test/e2e/internal/registry"
	"github.com/fivefold-dev/fivefold/test/e2e/internal/sigstore"
)

// The workflow that the Platform of the examples trusts, at the commit that is its version.
const (
	actions  = "https://token.actions.githubusercontent.com"
	workflow = "https://github.com/acme/ci/.github/workflows/publish-app.yaml"
	commit   = "0123456789abcdef0123456789abcdef01234567"
)

func trustedIdentity() sigstore.Identity {
	return sigstore.Identity{Issuer: actions, Subject: workflow + "@" + commit}
}

// installPlatform makes what a platform has before its first tenant comes.
func (e *environment) installPlatform(ctx context.Context, t *testing.T) {
	t.Helper()
	apply(ctx, t, e.client, read(t, "testdata", "platform.yaml"))
	roles, err := e.expand(ctx, filepath.Join(e.dir, "examples", "platform", "roles"))
	if err != nil {
		t.Fatal(err)
	}
	apply(ctx, t, e.client, roles)
	config, err := e.registry.DockerConfig()
	if err != nil {
		t.Fatal(err)
	}
	apply(ctx, t, e.client, fmt.Sprintf(`
apiVersion: v1
kind: Secret
metadata: {name: registry-auth, namespace: flux-system}
type: kubernetes.io/dockerconfigjson
stringData: {.dockerconfigjson: %q}
`, config))
}

// A fleet is a directory of the platform's repository with Tenants, and the Flux Kustomization that applies what they become.
// Each test has its own, so that none disturbs another.
type fleet struct {
	env  *environment
	name string
}

// deploy expands the declarations with the examples' Platform and has the platform's Flux apply them. It returns what was
// expanded.
func (f fleet) deploy(ctx context.Context, t *testing.T, declarations string) string {
	t.Helper()
	manifests := f.expand(ctx, t, declarations)
	f.push(ctx, t, manifests)
	return manifests
}

// expand is what CI of the platform's repository does: kustomize with the function. All that is changed of the examples' Platform
// is which Sigstore is trusted.
func (f fleet) expand(ctx context.Context, t *testing.T, declarations string) string {
	t.Helper()
	dir := filepath.Join(f.env.dir, "fleets", f.name)
	platform := read(t, f.env.dir, "examples", "platform", "platform.yaml")
	const function = "path: ../../bin/fivefold"
	if !strings.Contains(platform, function) {
		t.Fatalf("the examples' Platform does not name its function with %q", function)
	}
	write(t, strings.Replace(platform, function, "path: "+f.env.fivefold(), 1), dir, "tenants", "platform.yaml")
	write(t, declarations, dir, "tenants", "tenants.yaml")
	write(t, `
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
sortOptions: {order: fifo}
resources: [tenants.yaml]
transformers: [platform.yaml]
`, dir, "tenants", "kustomization.yaml")
	write(t, `
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
sortOptions: {order: fifo}
resources: [tenants]
patches:
  - target: {kind: OCIRepository}
    patch: |-
      - {op: add, path: /spec/verify/trustedRootSecretRef, value: {name: sigstore}}
`, dir, "kustomization.yaml")
	manifests, err := f.env.expand(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	return manifests
}

// push publishes the platform's manifests and waits until its Flux has applied them.
func (f fleet) push(ctx context.Context, t *testing.T, manifests string) {
	t.Helper()
	objects, err := decode(manifests)
	if err != nil {
		t.Fatal(err)
	}
	// The test's own Sigstore has to be known wherever there is a tenant, for as long as there is one.
	for _, object := range objects {
		if object.GetKind() == "Namespace" {
			manifests += fmt.Sprintf("---\napiVersion: v1\nkind: Secret\nmetadata: {name: sigstore, namespace: %s, annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}}\nstringData:\n  trusted_root.json: %q\n",
				object.GetName(), f.env.trusted)
		}
	}
	digest, err := f.env.registry.Push("acme/fleet/"+f.name+":latest", registry.Files{"fleet.yaml": manifests})
	if err != nil {
		t.Fatal(err)
	}
	apply(ctx, t, f.env.client, fmt.Sprintf(`
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: %[1]s, namespace: flux-system}
spec:
  interval: 1h
  url: oci://registry.example.org/acme/fleet/%[1]s
  ref: {tag: latest}
  secretRef: {name: registry-auth}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: %[1]s, namespace: flux-system}
spec:
  interval: 1h
  retryInterval: 2s
  prune: true
  sourceRef: {kind: OCIRepository, name: %[1]s}
  serviceAccountName: kustomize-controller
`, f.name))
	f.env.reconcile(ctx, t, ociRepositories(), "flux-system", f.name)
	f.env.waitApplied(ctx, t, "flux-system", f.name, digest)
}

// reconcile asks Flux to look at an object now.
func (e *environment) reconcile(ctx context.Context, t *testing.T, of schema.GroupVersionKind, namespace, name string) {
	t.Helper()
	patch := map[string]any{"metadata": map[string]any{"annotations": map[string]any{
		"reconcile.fluxcd.io/requestedAt": time.Now().Format(time.RFC3339Nano),
	}}}
	if err := e.client.Merge(ctx, of, namespace, name, patch); err != nil {
		t.Fatal(err)
	}
}

// waitApplied waits until a Kustomization has applied an artifact and is ready.
func (e *environment) waitApplied(ctx context.Context, t *testing.T, namespace, name string, artifact name.Digest) {
	t.Helper()
	ctx = patience(ctx, t)
	_, err := e.client.Wait(ctx, kustomizations(), namespace, name, func(object *unstructured.Unstructured) error {
		return applied(object, artifact)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func applied(object *unstructured.Unstructured, artifact name.Digest) error {
	// Conditions are of another revision until this one is attempted.
	attempted, _, _ := unstructured.NestedString(object.Object, "status", "lastAttemptedRevision")
	if !strings.Contains(attempted, artifact.DigestStr()) {
		return errors.Join(fmt.Errorf("it has attempted %q, not %s", attempted, artifact.DigestStr()), cluster.Condition(object, "Ready", "True"))
	}
	if last, _, _ := unstructured.NestedString(object.Object, "status", "lastAppliedRevision"); last != attempted {
		return errors.Join(fmt.Errorf("it has applied %q", last), cluster.Condition(object, "Ready", "True"))
	}
	return cluster.Condition(object, "Ready", "True")
}

// publish pushes a tenant's manifests as its pipeline does, signed by the identity unless that is empty.
func (e *environment) publish(_ context.Context, t *testing.T, tenant, version string, manifests string, by sigstore.Identity) name.Digest {
	t.Helper()
	digest, err := e.registry.Push("acme/"+tenant+"/manifests:"+version, registry.Files{"app.yaml": manifests})
	if err != nil {
		t.Fatal(err)
	}
	if by != (sigstore.Identity{}) {
		if err := e.sigstore.Sign(digest, by, e.registry.Options()...); err != nil {
			t.Fatal(err)
		}
	}
	return digest
}
