package e2e

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

// A release is what one Flux Kustomization of the platform's is given at once.
type release struct {
	of        string // the Kustomization: "old" or "new"
	tenant    string // what it has of the tenant
	protected bool
}

// What a release can have of the tenant. All but empty have something of the platform's own beside it.
const (
	files       = "files"       // as written by hand
	declaration = "declaration" // what becomes of the Tenant
	skipped     = "skipped"     // what becomes of it where kustomize may not run the function
	nothing     = "nothing"
	empty       = "empty"
)

// testHandover moves a tenant from hand-written files to a declaration, and from one Kustomization to another, by several orders
// of steps, and sees whether what the tenant has lives on.
func testHandover(ctx context.Context, t *testing.T, env *environment) {
	none, namespace := []string{}, []string{"Namespace"}
	all := []string{"ExternalSecret", "Kustomization", "LimitRange", "Namespace", "NetworkPolicy", "OCIRepository", "RoleBinding", "ServiceAccount"}
	// Written to and back again, which does not show where a controller writes the status at any time.
	twice := []string{"LimitRange", "Namespace", "NetworkPolicy", "RoleBinding", "ServiceAccount"}
	for _, test := range []struct {
		name     string
		releases []release
		lost     int      // the release that deletes the tenant, if one does
		changed  []string // else the kinds of those of its objects that are written to; none of what the tenant has deployed is
	}{
		{"replaced", []release{{"old", files, false}, {"old", declaration, false}}, 0, namespace},
		{"replaced-protected", []release{{"old", files, true}, {"old", declaration, true}}, 0, namespace},

		// A release without the tenant between the two.
		{"gap", []release{{"old", files, false}, {"old", nothing, false}, {"old", declaration, false}}, 1, nil},
		{"gap-protected-after", []release{{"old", files, false}, {"old", nothing, false}, {"old", declaration, true}}, 1, nil},
		{"gap-protected", []release{{"old", files, true}, {"old", nothing, false}, {"old", declaration, false}}, 0, all},

		// A generator that kustomize leaves out without a word.
		{"skipped", []release{{"old", declaration, false}, {"old", skipped, false}, {"old", declaration, false}}, 1, nil},
		{"skipped-protected", []release{{"old", declaration, true}, {"old", skipped, false}, {"old", declaration, true}}, 0, none},
		{"empty", []release{{"old", declaration, false}, {"old", empty, false}}, 1, nil},
		{"empty-protected", []release{{"old", declaration, true}, {"old", empty, false}, {"old", declaration, true}}, 0, none},

		// Another Kustomization. It makes the objects its own, until the old one applies them again.
		{"moved", []release{{"old", files, false}, {"old", nothing, false}, {"new", declaration, false}}, 1, nil},
		{"moved-added-first", []release{{"old", files, false}, {"new", declaration, false}, {"old", nothing, false}}, 0, all},
		{"moved-added-too-early", []release{{"old", files, false}, {"new", declaration, false}, {"old", files, false}, {"old", nothing, false}}, 3, nil},
		{"moved-added-first-protected", []release{{"old", files, true}, {"new", declaration, true}, {"old", nothing, false}}, 0, all},
		{"moved-added-too-early-protected", []release{{"old", files, true}, {"new", declaration, true}, {"old", files, true}, {"old", nothing, false}}, 0, twice},
		{"moved-protected", []release{{"old", files, true}, {"old", nothing, false}, {"new", declaration, true}, {"new", declaration, false}}, 0, all},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			begin := time.Now()
			h := handover{env, "ledger-" + test.name}
			h.do(ctx, t, 0, test.releases[0])
			h.deploy(ctx, t)
			// Once more: External Secrets has written 1h0m0s where Flux wrote 1h, and leaves it after that.
			h.do(ctx, t, 1, test.releases[0])
			before := h.objects(ctx, t)
			entries := h.inventory(ctx, t, "old")
			last := "old" // that has the tenant
			for i, r := range test.releases[1:] {
				h.do(ctx, t, i+2, r)
				if i+1 == test.lost {
					h.checkLost(ctx, t, before)
				}
				if r.tenant == declaration {
					last = r.of
				}
			}
			if test.lost > 0 {
				t.Logf("all %d objects are lost; %v", len(before), time.Since(begin).Round(10*time.Millisecond))
				return
			}
			if changed := h.compare(ctx, t, before); !slices.Equal(changed, test.changed) {
				t.Errorf("written to: %v\nwant %v", changed, test.changed)
			}
			if after := h.inventory(ctx, t, last); !slices.Equal(after, entries) {
				t.Errorf("the inventory was %v\nand is %v", entries, after)
			}
			t.Logf("all %d objects and %d entries of the inventory are kept, and %d objects written to; %v",
				len(before), len(entries), len(test.changed), time.Since(begin).Round(10*time.Millisecond))
		})
	}
}

// A handover is that of one tenant.
type handover struct {
	env  *environment
	name string
}

func (h handover) read(t *testing.T, file string) string {
	t.Helper()
	return strings.ReplaceAll(read(t, "testdata", "handover", file), "ledger", h.name)
}

func (h handover) fleet(of string) fleet { return fleet{h.env, h.name + "-" + of} }

// do publishes a release, and waits until Flux has applied it. The index makes it differ from all before it.
func (h handover) do(ctx context.Context, t *testing.T, index int, r release) {
	t.Helper()
	f := h.fleet(r.of)
	own := fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s, namespace: flux-system}\ndata: {release: '%d'}\n---\n", f.name, index)
	switch r.tenant {
	case files:
		manifests := h.read(t, "files.yaml")
		if r.protected {
			manifests = protect(t, manifests)
		}
		f.push(ctx, t, own+manifests)
	case declaration:
		f.push(ctx, t, own+f.expand(ctx, t, h.declaration(t, r.protected)))
	case skipped:
		f.push(ctx, t, own+h.skip(ctx, t))
	case nothing:
		f.push(ctx, t, own)
	case empty:
		f.push(ctx, t, "")
	}
}

func (h handover) declaration(t *testing.T, protected bool) string {
	t.Helper()
	declared := h.read(t, "tenant.yaml")
	if protected {
		declared += "  pruneProtection: true\n"
	}
	return declared
}

// protect puts the annotation on every object, as one would do by hand.
func protect(t *testing.T, manifests string) string {
	t.Helper()
	objects, err := decode(manifests)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, object := range objects {
		annotations := object.GetAnnotations()
		if annotations == nil {
			annotations = map[string]string{}
		}
		annotations["kustomize.toolkit.fluxcd.io/prune"] = "disabled"
		object.SetAnnotations(annotations)
		text, err := yaml.Marshal(object.Object)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return strings.Join(texts, "---\n")
}

// skip is the build of a generator by a kustomize that was not told that it may run binaries.
func (h handover) skip(ctx context.Context, t *testing.T) string {
	t.Helper()
	dir := filepath.Join(h.env.dir, "fleets", h.name+"-skipped")
	write(t, "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\ngenerators: [tenant.yaml]\n", dir, "kustomization.yaml")
	write(t, strings.Replace(h.declaration(t, false), "metadata:\n", fmt.Sprintf(
		"metadata:\n  annotations: {config.kubernetes.io/function: \"exec: {path: %s}\"}\n", h.env.fivefold()), 1), dir, "tenant.yaml")
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, h.env.kustomize, "build", "--enable-alpha-plugins", dir)
	cmd.Stderr = &stderr
	manifests, err := cmd.Output()
	if err != nil || len(manifests) > 0 {
		t.Fatalf("kustomize has not left out the generator in silence: %v\n%s%s", err, manifests, &stderr)
	}
	return string(manifests)
}

// deploy lets the tenant deploy into its namespace.
func (h handover) deploy(ctx context.Context, t *testing.T) {
	t.Helper()
	digest := h.env.publish(ctx, t, h.name, "1.0.0", h.read(t, "app.yaml"), trustedIdentity())
	h.env.reconcile(ctx, t, ociRepositories(), h.name, h.name)
	h.env.waitApplied(ctx, t, h.name, h.name, digest)
	apply(ctx, t, h.env.client, h.read(t, "volume.yaml"))
}

// objects returns the tenant's objects and what it has deployed, as they are in the cluster.
func (h handover) objects(ctx context.Context, t *testing.T) []*unstructured.Unstructured {
	t.Helper()
	var all []*unstructured.Unstructured
	for _, file := range []string{"files.yaml", "app.yaml", "volume.yaml"} {
		objects, err := decode(h.read(t, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, object := range objects {
			if object.GetKind() != "Namespace" {
				object.SetNamespace(h.name)
			}
			got, err := h.env.client.Get(ctx, object.GroupVersionKind(), object.GetNamespace(), object.GetName())
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, got)
		}
	}
	return all
}

// compare checks that every object is the one that it was: a uid is never given twice. It returns the kinds of those that were
// written to.
func (h handover) compare(ctx context.Context, t *testing.T, before []*unstructured.Unstructured) []string {
	t.Helper()
	changed := []string{}
	for _, old := range before {
		object, err := h.env.client.Get(ctx, old.GroupVersionKind(), old.GetNamespace(), old.GetName())
		if err != nil {
			t.Error(err)
			continue
		}
		if object.GetUID() != old.GetUID() || object.GetDeletionTimestamp() != nil {
			t.Errorf("%s is another one, or is being deleted", title(old))
		}
		if isWritten(old, object) {
			changed = append(changed, object.GetKind())
		}
	}
	slices.Sort(changed)
	return changed
}

// isWritten tells whether an object has been changed. A controller writes the status of some at any time, and with it their
// resource version.
func isWritten(old, object *unstructured.Unstructured) bool {
	if _, ok := old.Object["status"]; !ok || old.GetKind() == "Namespace" || old.GetKind() == "PersistentVolumeClaim" {
		return object.GetResourceVersion() != old.GetResourceVersion()
	}
	return object.GetGeneration() != old.GetGeneration() ||
		!maps.Equal(object.GetLabels(), old.GetLabels()) || !maps.Equal(object.GetAnnotations(), old.GetAnnotations())
}

// checkLost checks that nothing is left, once the Namespace is gone.
func (h handover) checkLost(ctx context.Context, t *testing.T, before []*unstructured.Unstructured) {
	t.Helper()
	if err := h.env.client.WaitGone(patience(ctx, t), namespaces(), "", h.name); err != nil {
		t.Fatal(err)
	}
	for _, old := range before {
		if _, err := h.env.client.Get(ctx, old.GroupVersionKind(), old.GetNamespace(), old.GetName()); !apierrors.IsNotFound(err) {
			t.Errorf("%s is not lost: %v", title(old), err)
		}
	}
}

// inventory returns what a Kustomization of the platform's says that it has applied of the tenant.
func (h handover) inventory(ctx context.Context, t *testing.T, of string) []string {
	t.Helper()
	ids := h.env.inventory(ctx, t, "flux-system", h.fleet(of).name)
	ids = slices.DeleteFunc(ids, func(id string) bool { return strings.HasPrefix(id, "flux-system_") })
	slices.Sort(ids)
	return ids
}
