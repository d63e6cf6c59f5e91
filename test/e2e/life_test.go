package e2e

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/fivefold-dev/fivefold/test/e2e/internal/cluster"
)

// testLife brings five-line Tenants to life, upgrades an app, and takes the Tenants away again.
func testLife(ctx context.Context, t *testing.T, env *environment) {
	platform := fleet{env, "life"}
	shop := read(t, env.dir, "examples", "platform", "tenants", "shop.yaml")
	const neighbour = "apiVersion: fivefold.dev/v1alpha1\nkind: Tenant\nmetadata:\n  name: neighbour\n"
	const kept = "apiVersion: fivefold.dev/v1alpha1\nkind: Tenant\nmetadata:\n  name: kept\nspec:\n  pruneProtection: true\n"
	declarations := strings.Join([]string{shop, neighbour, kept}, "---\n")

	first := env.publish(ctx, t, "shop", "1.0.0", env.app(ctx, t, "1.0.0"), trustedIdentity())
	begin := time.Now()
	manifests := platform.deploy(ctx, t, declarations)
	env.waitApplied(ctx, t, "shop", "shop", first)
	t.Logf("from the declaration to a running app: %v", time.Since(begin).Round(10*time.Millisecond))

	source, err := env.client.Get(ctx, ociRepositories(), "shop", "shop")
	if err != nil {
		t.Fatal(err)
	}
	if err := cluster.Condition(source, "SourceVerified", "True"); err != nil {
		t.Error(err)
	}
	deployment := env.waitAvailable(ctx, t, "shop", "shop", shopImage("1.0.0"))
	env.checkWriters(ctx, t, "shop")

	second := env.publish(ctx, t, "shop", "1.1.0", env.app(ctx, t, "1.1.0"), trustedIdentity())
	begin = time.Now()
	env.reconcile(ctx, t, ociRepositories(), "shop", "shop")
	env.waitApplied(ctx, t, "shop", "shop", second)
	t.Logf("from the artifact to a running upgrade: %v", time.Since(begin).Round(10*time.Millisecond))
	if upgraded := env.waitAvailable(ctx, t, "shop", "shop", shopImage("1.1.0")); upgraded.GetUID() != deployment.GetUID() {
		t.Error("the upgrade has made another Deployment")
	}

	// Flux tells the objects of the two Tenants apart by nothing but the manifests.
	before := env.snapshots(ctx, t, "neighbour", "kept")
	inventory := env.inventory(ctx, t, "flux-system", "life")
	platform.deploy(ctx, t, neighbour)
	for _, object := range objectsOf(t, manifests, "shop") {
		if err := env.client.WaitGone(patience(ctx, t), object.GroupVersionKind(), object.GetNamespace(), object.GetName()); err != nil {
			t.Error(err)
		}
	}
	if after := env.snapshots(ctx, t, "neighbour", "kept"); !maps.Equal(before, after) {
		t.Errorf("the removal of one Tenant and of a protected one has changed others: before\n%s\nafter\n%s", list(before), list(after))
	}
	// What went is what the Tenant had made, by Flux's own account.
	left := env.inventory(ctx, t, "flux-system", "life")
	for _, id := range inventory {
		gone := !slices.Contains(left, id)
		if mine := strings.HasPrefix(id, "neighbour_") || strings.HasPrefix(id, "_neighbour_"); gone == mine {
			t.Errorf("%s: gone from the inventory: %t", id, gone)
		}
	}
}

// app expands the smallest of the examples' WebApps as its pipeline does, with the image of a version.
func (e *environment) app(ctx context.Context, t *testing.T, version string) string {
	t.Helper()
	dir := filepath.Join(e.dir, "examples", "webapp-minimal")
	webApp := read(t, dir, "webapp.yaml")
	image := regexp.MustCompile(`image: .*`)
	if !image.MatchString(webApp) {
		t.Fatal("the example has no image")
	}
	write(t, image.ReplaceAllLiteralString(webApp, "image: "+shopImage(version)), dir, "webapp.yaml")
	manifests, err := e.expand(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	return manifests
}

func shopImage(version string) string { return "registry.example.org/acme/shop:" + version }

// waitAvailable waits until a Deployment runs an image, and nothing else.
func (e *environment) waitAvailable(ctx context.Context, t *testing.T, namespace, name, image string) *unstructured.Unstructured {
	t.Helper()
	deployment, err := e.client.Wait(patience(ctx, t), deployments(), namespace, name, func(object *unstructured.Unstructured) error {
		found, err := images(object)
		if err != nil {
			return err
		}
		if !slices.Equal(found, []string{image}) {
			return fmt.Errorf("its images are %v", found)
		}
		replicas, _, _ := unstructured.NestedInt64(object.Object, "status", "replicas")
		updated, _, _ := unstructured.NestedInt64(object.Object, "status", "updatedReplicas")
		available, _, _ := unstructured.NestedInt64(object.Object, "status", "availableReplicas")
		if replicas == 0 || replicas != updated || replicas != available {
			return fmt.Errorf("of %d replicas %d are current and %d available", replicas, updated, available)
		}
		return cluster.Condition(object, "Available", "True")
	})
	if err != nil {
		t.Fatal(err)
	}
	return deployment
}

// images returns those of a Deployment's containers.
func images(object *unstructured.Unstructured) ([]string, error) {
	var deployment appsv1.Deployment
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, &deployment); err != nil {
		return nil, err
	}
	var images []string
	for _, container := range deployment.Spec.Template.Spec.Containers {
		images = append(images, container.Image)
	}
	return images, nil
}

// checkWriters checks that everything that the tenant's Kustomization applied was created by the tenant's service account.
func (e *environment) checkWriters(ctx context.Context, t *testing.T, tenant string) {
	t.Helper()
	writes, err := e.cluster.Writes(tenant)
	if err != nil {
		t.Fatal(err)
	}
	ids := e.inventory(ctx, t, tenant, tenant)
	for _, id := range ids {
		fields := strings.Split(id, "_") // namespace, name, group, kind
		resource, err := e.client.Plural(schema.GroupKind{Group: fields[2], Kind: fields[3]})
		if err != nil {
			t.Fatal(err)
		}
		created := slices.IndexFunc(writes, func(w cluster.Write) bool {
			return w.Code == 201 && w.Name == fields[1] && w.Group == fields[2] && w.Resource == resource
		})
		if created < 0 {
			t.Errorf("%s: nobody created it", id)
		} else if got, want := writes[created].User, "system:serviceaccount:"+tenant+":"+tenant; got != want {
			t.Errorf("%s: %s created it; want %s", id, got, want)
		}
	}
	if len(ids) == 0 {
		t.Error("the Kustomization has applied nothing")
	}
}

// inventory returns what a Kustomization has applied, as Flux writes it down: namespace_name_group_kind.
func (e *environment) inventory(ctx context.Context, t *testing.T, namespace, name string) []string {
	t.Helper()
	object, err := e.client.Get(ctx, kustomizations(), namespace, name)
	if err != nil {
		t.Fatal(err)
	}
	var kustomization kustomizev1.Kustomization
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, &kustomization); err != nil {
		t.Fatal(err)
	}
	if kustomization.Status.Inventory == nil {
		return nil
	}
	var ids []string
	for _, entry := range kustomization.Status.Inventory.Entries {
		ids = append(ids, entry.ID)
	}
	return ids
}

// snapshots returns the UIDs of namespaces and of everything in them, by names.
func (e *environment) snapshots(ctx context.Context, t *testing.T, in ...string) map[string]types.UID {
	t.Helper()
	all := map[string]types.UID{}
	for _, namespace := range in {
		found, err := e.client.Snapshot(ctx, namespace)
		if err != nil {
			t.Fatal(err)
		}
		for name, uid := range found {
			all[namespace+" "+name] = uid
		}
		object, err := e.client.Get(ctx, namespaces(), "", namespace)
		if err != nil {
			t.Fatal(err)
		}
		all[namespace] = object.GetUID()
	}
	return all
}

func list(snapshot map[string]types.UID) string {
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(snapshot)) {
		fmt.Fprintln(&lines, name, snapshot[name])
	}
	return lines.String()
}

// objectsOf returns the objects of a tenant: those in its namespace, and the namespace.
func objectsOf(t *testing.T, manifests, tenant string) []*unstructured.Unstructured {
	t.Helper()
	objects, err := decode(manifests)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(objects, func(object *unstructured.Unstructured) bool {
		return object.GetNamespace() != tenant && (object.GetKind() != "Namespace" || object.GetName() != tenant)
	})
}

// patience is how long a test waits for what has to happen. It is far more than it takes: a busy machine should fail no test.
func patience(ctx context.Context, t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	return ctx
}
