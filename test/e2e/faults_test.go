package e2e

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/fivefold-dev/fivefold/test/e2e/internal/registry"
)

// faulty is two tenants to which something happens.
type faulty struct {
	env     *environment
	fleet   fleet
	version string // that both run
}

func faultyTenants() []string { return []string{"north", "south"} }

// declarations of the tenants. Flux's own time to retry would keep the test waiting.
func (f *faulty) declarations() string {
	var all strings.Builder
	for _, tenant := range faultyTenants() {
		fmt.Fprintf(&all, "---\napiVersion: fivefold.dev/v1alpha1\nkind: Tenant\n"+
			"metadata: {name: %s, labels: {acme.example.org/release: %q}}\nspec: {sync: {retryInterval: 2s}}\n", tenant, f.version)
	}
	return all.String()
}

// testFaults has things go wrong. After each, all that was there is still there and not made anew, and both tenants run what they
// are to run.
func testFaults(ctx context.Context, t *testing.T, env *environment) {
	f := &faulty{env: env, fleet: fleet{env, "faults"}, version: "1.0.0"}
	f.fleet.deploy(ctx, t, f.declarations())
	artifacts := f.publish(ctx, t, "")
	f.nudge(ctx, t)
	f.settle(ctx, t, artifacts)

	for i, fault := range []struct {
		name string
		run  func(f *faulty, ctx context.Context, t *testing.T)
	}{
		{"the registry is away", (*faulty).registryAway},
		{"the API server is killed", (*faulty).apiServerKilled},
		{"the artifact is garbage", (*faulty).garbage},
		{"two tenants change at once", (*faulty).atOnce},
	} {
		t.Run(fault.name, func(t *testing.T) {
			ctx := patience(ctx, t)
			before := env.snapshots(ctx, t, faultyTenants()...)
			f.version = fmt.Sprintf("1.%d.0", i+1)
			fault.run(f, ctx, t)
			after := env.snapshots(ctx, t, faultyTenants()...)
			for object, uid := range before {
				if after[object] == "" {
					t.Errorf("%s is gone", object)
				} else if after[object] != uid {
					t.Errorf("%s was made anew", object)
				}
			}
			if err := env.cluster.Lost(); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("the artifact is empty", func(t *testing.T) { f.emptied(patience(ctx, t), t) })
}

// registryAway lets the registry go away with new artifacts in it that nobody has fetched yet.
func (f *faulty) registryAway(ctx context.Context, t *testing.T) {
	old := strings.Replace(f.version, "1.1", "1.0", 1)
	f.suspend(ctx, t, true)
	artifacts := f.publish(ctx, t, "")
	f.env.registry.SetAway(true)
	defer f.env.registry.SetAway(false)
	f.suspend(ctx, t, false)
	for _, tenant := range faultyTenants() {
		f.wait(ctx, t, ociRepositories(), tenant, func(object *unstructured.Unstructured) error { return refused(object, "503") })
	}
	// What was fetched before is applied as ever, so what somebody changes in the cluster does not stay so.
	patch := map[string]any{"data": map[string]any{"version": "of somebody"}}
	if err := f.env.client.Merge(ctx, configMaps(), "north", "cargo-00", patch); err != nil {
		t.Fatal(err)
	}
	f.env.reconcile(ctx, t, kustomizations(), "north", "north")
	_, err := f.env.client.Wait(ctx, configMaps(), "north", "cargo-00", func(object *unstructured.Unstructured) error {
		return carries(object, old)
	})
	if err != nil {
		t.Fatal(err)
	}

	f.env.registry.SetAway(false)
	f.settle(ctx, t, artifacts)
}

// apiServerKilled kills the API server when Flux has applied a part of the new artifacts.
func (f *faulty) apiServerKilled(ctx context.Context, t *testing.T) {
	// Flux waits for this one, so it cannot be through.
	artifacts := f.publish(ctx, t, slow())
	f.nudge(ctx, t)
	_, err := f.env.client.Wait(ctx, configMaps(), "north", "cargo-00", func(object *unstructured.Unstructured) error {
		return carries(object, f.version)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, tenant := range faultyTenants() {
		object, err := f.env.client.Get(ctx, kustomizations(), tenant, tenant)
		if err != nil {
			t.Fatal(err)
		}
		if applied(object, artifacts[tenant]) == nil {
			t.Fatalf("%s has been reconciled before the API server could be killed", tenant)
		}
	}
	f.env.cluster.KillAPIServer()
	if err := f.env.cluster.Lost(); err == nil || !strings.Contains(err.Error(), "kube-apiserver") {
		t.Errorf("the cluster does not miss its API server: %v", err)
	}
	begin := time.Now()
	if err := f.env.cluster.StartAPIServer(ctx); err != nil {
		t.Fatal(err)
	}
	t.Logf("the API server was away for %v", time.Since(begin).Round(10*time.Millisecond))
	f.settle(ctx, t, artifacts)
}

// garbage publishes what is none of a tenant's, and then the next good version.
func (f *faulty) garbage(ctx context.Context, t *testing.T) {
	good := f.version
	f.version = strings.Replace(good, "1.3", "1.2", 1)
	files := func(files registry.Files) func(string) (name.Digest, error) {
		return func(reference string) (name.Digest, error) { return f.env.registry.Push(reference, files) }
	}
	bad := cargo("bad", slow())
	for i, garbage := range []struct {
		name     string
		push     func(reference string) (name.Digest, error)
		unsigned bool
		of       schema.GroupVersionKind // that refuses it
		says     string
	}{
		{"no archive", func(reference string) (name.Digest, error) {
			return f.env.registry.PushLayer(reference, []byte("garbage"))
		}, false, ociRepositories(), "gzip"},
		{"no signature", files(registry.Files{"app.yaml": bad}), true, ociRepositories(), "signature"},
		{"no YAML", files(registry.Files{"app.yaml": bad, "broken.yaml": "a: [b"}), false, kustomizations(), "broken.yaml"},
		{"no object", files(registry.Files{"app.yaml": bad, "other.yaml": "a: b\n"}), false, kustomizations(), "missing Resource metadata"},
		{"an unknown kind", files(registry.Files{"app.yaml": bad + "---\napiVersion: example.org/v1\nkind: Unknown\nmetadata: {name: a}\n"}),
			false, kustomizations(), "no matches for kind"},
		{"an object that is not valid", files(registry.Files{"app.yaml": bad + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a_b}\n"}),
			false, kustomizations(), "RFC 1123"},
		{"a conflict marker", files(registry.Files{"app.yaml": bad + "<<<<<<< HEAD\n"}), false, kustomizations(), "app.yaml"},
	} {
		digest, err := garbage.push(fmt.Sprintf("acme/north/manifests:1.2.%d", i+1))
		if err != nil {
			t.Fatal(err)
		}
		if !garbage.unsigned {
			if err := f.env.sigstore.Sign(digest, trustedIdentity(), f.env.registry.Options()...); err != nil {
				t.Fatal(err)
			}
		}
		f.env.reconcile(ctx, t, ociRepositories(), "north", "north")
		f.wait(ctx, t, garbage.of, "north", func(object *unstructured.Unstructured) error {
			err := refused(object, garbage.says)
			// Before it is attempted the condition is of what was tried last.
			attempted, written, _ := unstructured.NestedString(object.Object, "status", "lastAttemptedRevision")
			if err == nil && written && !strings.Contains(attempted, digest.DigestStr()) {
				err = errors.New("not attempted yet")
			}
			if err != nil {
				err = fmt.Errorf("%s: %w", garbage.name, err)
			}
			return err
		})
		f.check(ctx, t, garbage.name)
	}

	f.version = good
	artifacts := f.publish(ctx, t, slow())
	f.nudge(ctx, t)
	f.settle(ctx, t, artifacts)
}

// emptied publishes an artifact without a manifest. Flux takes that at its word: only what is not to be pruned survives.
func (f *faulty) emptied(ctx context.Context, t *testing.T) {
	kept, err := f.env.client.Get(ctx, configMaps(), "north", "kept")
	if err != nil {
		t.Fatal(err)
	}
	digest, err := f.env.registry.Push("acme/north/manifests:1.4.1", registry.Files{"README.md": ""})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.env.sigstore.Sign(digest, trustedIdentity(), f.env.registry.Options()...); err != nil {
		t.Fatal(err)
	}
	f.nudge(ctx, t)
	f.env.waitApplied(ctx, t, "north", "north", digest)
	for _, of := range []schema.GroupVersionKind{configMaps(), deployments()} {
		objects, err := f.env.client.List(ctx, of, "north")
		if err != nil {
			t.Fatal(err)
		}
		for _, object := range objects {
			if object.GetLabels()["kustomize.toolkit.fluxcd.io/name"] == "north" && object.GetName() != "kept" {
				t.Errorf("%s survived an empty artifact", title(&object))
			}
		}
	}

	f.version = "1.5.0"
	artifacts := f.publish(ctx, t, "")
	f.nudge(ctx, t)
	f.settle(ctx, t, artifacts)
	again, err := f.env.client.Get(ctx, configMaps(), "north", "kept")
	if err != nil {
		t.Fatal(err)
	}
	if again.GetUID() != kept.GetUID() {
		t.Error("what is not to be pruned was made anew")
	}
}

// atOnce changes both tenants and their declarations, and then again while the first change may be on its way.
func (f *faulty) atOnce(ctx context.Context, t *testing.T) {
	final := f.version
	var artifacts map[string]name.Digest
	for _, version := range []string{final + "-rc.1", final + "-rc.2", final} {
		f.version = version
		artifacts = f.publish(ctx, t, slow())
		f.nudge(ctx, t)
	}
	f.fleet.deploy(ctx, t, f.declarations())
	f.settle(ctx, t, artifacts)
	for _, tenant := range faultyTenants() {
		namespace, err := f.env.client.Get(ctx, namespaces(), "", tenant)
		if err != nil {
			t.Fatal(err)
		}
		if got := namespace.GetLabels()["acme.example.org/release"]; got != final {
			t.Errorf("namespace %s is labelled with %q, not %q", tenant, got, final)
		}
	}
}

const shipments = 20

// cargo is what a tenant runs.
func cargo(version, more string) string {
	manifests := more +
		"---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: kept, annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}}\n"
	for i := range shipments {
		manifests += fmt.Sprintf("---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: cargo-%02d}\ndata: {version: %q}\n", i, version)
	}
	return manifests
}

// slow is available three seconds after its pods are ready.
func slow() string {
	return `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: slow}
spec:
  minReadySeconds: 3
  selector: {matchLabels: {app: slow}}
  template:
    metadata: {labels: {app: slow}}
    spec:
      securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
      containers:
        - name: slow
          image: registry.example.org/acme/slow:1
          securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
`
}

// publish publishes the version of both tenants.
func (f *faulty) publish(ctx context.Context, t *testing.T, more string) map[string]name.Digest {
	t.Helper()
	artifacts := map[string]name.Digest{}
	for _, tenant := range faultyTenants() {
		artifacts[tenant] = f.env.publish(ctx, t, tenant, f.version, cargo(f.version, more), trustedIdentity())
	}
	return artifacts
}

func (f *faulty) nudge(ctx context.Context, t *testing.T) {
	t.Helper()
	for _, tenant := range faultyTenants() {
		f.env.reconcile(ctx, t, ociRepositories(), tenant, tenant)
	}
}

func (f *faulty) suspend(ctx context.Context, t *testing.T, suspend bool) {
	t.Helper()
	for _, tenant := range faultyTenants() {
		patch := map[string]any{"spec": map[string]any{"suspend": suspend}}
		if err := f.env.client.Merge(ctx, ociRepositories(), tenant, tenant, patch); err != nil {
			t.Fatal(err)
		}
	}
}

func (f *faulty) wait(ctx context.Context, t *testing.T, of schema.GroupVersionKind, tenant string, condition func(*unstructured.Unstructured) error) {
	t.Helper()
	if _, err := f.env.client.Wait(patience(ctx, t), of, tenant, tenant, condition); err != nil {
		t.Fatal(err)
	}
}

// settle waits until both tenants run the artifacts.
func (f *faulty) settle(ctx context.Context, t *testing.T, artifacts map[string]name.Digest) {
	t.Helper()
	for _, tenant := range faultyTenants() {
		f.env.waitApplied(ctx, t, tenant, tenant, artifacts[tenant])
	}
	f.check(ctx, t, "in the end")
}

// check checks that both tenants run their version.
func (f *faulty) check(ctx context.Context, t *testing.T, when string) {
	t.Helper()
	for _, tenant := range faultyTenants() {
		for i := range shipments {
			object, err := f.env.client.Get(ctx, configMaps(), tenant, fmt.Sprintf("cargo-%02d", i))
			if err == nil {
				err = carries(object, f.version)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", when, tenant, err)
			}
		}
	}
}

func carries(object *unstructured.Unstructured, version string) error {
	if got, _, _ := unstructured.NestedString(object.Object, "data", "version"); got != version {
		return fmt.Errorf("%s is of version %q, not %q", object.GetName(), got, version)
	}
	return nil
}
