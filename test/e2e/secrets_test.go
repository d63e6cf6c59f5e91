package e2e

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/fivefold-dev/fivefold/test/e2e/internal/cluster"
)

func externalSecrets() schema.GroupVersionKind {
	return kind("external-secrets.io", "v1", "ExternalSecret")
}
func pushSecrets() schema.GroupVersionKind {
	return kind("external-secrets.io", "v1alpha1", "PushSecret")
}
func secretStores() schema.GroupVersionKind { return kind("external-secrets.io", "v1", "SecretStore") }

// testSecrets has secrets come from the store, and not come to whom they are not for.
func testSecrets(ctx context.Context, t *testing.T, env *environment) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel) // after the parallel parts
	for _, tenant := range []string{"journal", "snoop", "snoopy"} {
		env.vault.Put("apps/"+tenant+"/mail", map[string]any{"password": "the password of " + tenant})
	}
	fleet{env, "secrets"}.deploy(ctx, t, read(t, "testdata", "secrets", "tenants.yaml"))

	for _, part := range []struct {
		name string
		run  func(context.Context, *testing.T, *environment)
	}{
		{"pull secret", testPullSecret},
		{"generated once", testGeneratedOnce},
		{"foreign", testForeignSecrets},
	} {
		t.Run(part.name, func(t *testing.T) {
			t.Parallel()
			part.run(ctx, t, env)
		})
	}
}

// testPullSecret pulls with the pull secret, and cannot without: the registry wants the password.
func testPullSecret(ctx context.Context, t *testing.T, env *environment) {
	manifest := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: hello}\n"
	env.publish(ctx, t, "bare", "1.0.0", manifest, trustedIdentity())
	env.reconcile(ctx, t, ociRepositories(), "bare", "bare")

	secret, err := env.client.Wait(ctx, secrets(), "journal", "registry-auth", func(*unstructured.Unstructured) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if got := secret.Object["type"]; got != "kubernetes.io/dockerconfigjson" {
		t.Errorf("the pull secret's type is %v", got)
	}
	want, err := env.registry.DockerConfig()
	if err != nil {
		t.Fatal(err)
	}
	if err := holds(secret, ".dockerconfigjson", want); err != nil {
		t.Error(err)
	}
	repository, err := env.client.Get(ctx, ociRepositories(), "journal", "journal")
	if err != nil {
		t.Fatal(err)
	}
	if name, _, _ := unstructured.NestedString(repository.Object, "spec", "secretRef", "name"); name != "registry-auth" {
		t.Errorf("Flux pulls with %q", name)
	}

	_, err = env.client.Wait(ctx, ociRepositories(), "bare", "bare", func(object *unstructured.Unstructured) error {
		return refused(object, "unauthorized")
	})
	if err != nil {
		t.Errorf("without a pull secret: %v", err)
	}
}

// testGeneratedOnce has an app's generated values survive whatever happens to the objects that make them.
func testGeneratedOnce(ctx context.Context, t *testing.T, env *environment) {
	if _, err := env.client.Wait(ctx, secretStores(), "journal", "vault", ready); err != nil {
		t.Fatal(err)
	}
	app := read(t, "testdata", "secrets", "app", "webapp.yaml")

	env.release(ctx, t, "1.0.0", app)
	first := waitPushed(ctx, t, env, nil)
	session, code := env.stored("session", "key"), env.stored("invitation", "code")
	if len(session) != 24 || len(code) != 32 || env.stored("invitation", "old") != code || env.stored("copy", "copy") != code {
		t.Fatalf("generated %q, and %q with the copies %q and %q", session, code, env.stored("invitation", "old"), env.stored("copy", "copy"))
	}
	unchanged := func(after string) {
		t.Helper()
		// The invitation's value is kept twice in one place.
		for place, want := range map[string]int{"session": 1, "invitation": 2, "copy": 1} {
			if _, got := env.vault.Get("apps/journal/" + place); got != want {
				t.Errorf("%s: %s has been written %d times, not %d", after, place, got, want)
			}
		}
		for _, want := range []struct{ secret, key, value string }{
			{"session", "key", session},
			{"invitation", "code", code}, {"invitation", "code-of-old", code}, {"invitation", "copy", code},
			{"mail", "password", "the password of journal"},
		} {
			_, err := env.client.Wait(ctx, secrets(), "journal", want.secret, func(secret *unstructured.Unstructured) error {
				return holds(secret, want.key, want.value)
			})
			if err != nil {
				t.Errorf("%s: %v", after, err)
			}
		}
	}
	unchanged("the first release")

	env.release(ctx, t, "1.1.0", strings.ReplaceAll(app, "1.0.0", "1.1.0"))
	waitPushed(ctx, t, env, func(object *unstructured.Unstructured) error {
		if synced(object) == synced(first[object.GetName()]) {
			return fmt.Errorf("it has not been synced since %s", synced(object))
		}
		return nil
	})
	unchanged("a release that changes the PushSecrets")

	// With the ExternalSecrets the Secrets go, which they own.
	for _, of := range []schema.GroupVersionKind{pushSecrets(), externalSecrets()} {
		for _, name := range generatedSecrets() {
			if err := env.client.Delete(ctx, of, "journal", name); err != nil {
				t.Fatal(err)
			}
		}
	}
	env.reconcile(ctx, t, kustomizations(), "journal", "journal")
	waitPushed(ctx, t, env, func(object *unstructured.Unstructured) error { return recreated(object, first) })
	unchanged("the objects were deleted and made again")

	without, _, _ := strings.Cut(app, "  generatedSecrets:\n")
	env.release(ctx, t, "1.2.0", without)
	for _, name := range generatedSecrets() {
		for _, of := range []schema.GroupVersionKind{pushSecrets(), secrets()} {
			if err := env.client.WaitGone(ctx, of, "journal", name); err != nil {
				t.Error(err)
			}
		}
	}
	if env.stored("session", "key") != session || env.stored("invitation", "code") != code {
		t.Error("the values went out of the store with the objects")
	}
	env.release(ctx, t, "1.3.0", app)
	waitPushed(ctx, t, env, nil)
	unchanged("a release without them, and one with them again")
}

func generatedSecrets() []string { return []string{"invitation", "session"} }

// waitPushed waits until the PushSecrets are ready and the condition has no error, and returns them by name.
func waitPushed(ctx context.Context, t *testing.T, env *environment, condition func(*unstructured.Unstructured) error) map[string]*unstructured.Unstructured {
	t.Helper()
	pushed := map[string]*unstructured.Unstructured{}
	for _, name := range generatedSecrets() {
		object, err := env.client.Wait(ctx, pushSecrets(), "journal", name, func(object *unstructured.Unstructured) error {
			if condition != nil {
				if err := condition(object); err != nil {
					return err
				}
			}
			return ready(object)
		})
		if err != nil {
			t.Fatal(err)
		}
		pushed[name] = object
	}
	return pushed
}

// synced is the version of a PushSecret that the controller has seen to last.
func synced(object *unstructured.Unstructured) string {
	version, _, _ := unstructured.NestedString(object.Object, "status", "syncedResourceVersion")
	return version
}

func recreated(object *unstructured.Unstructured, before map[string]*unstructured.Unstructured) error {
	if object.GetUID() == before[object.GetName()].GetUID() {
		return errors.New("it is still the one of before")
	}
	return nil
}

// stored is what the store has for journal.
func (e *environment) stored(place, property string) string {
	secret, _ := e.vault.Get("apps/journal/" + place)
	text, _ := secret[property].(string)
	return text
}

// release expands journal's app as its pipeline does, publishes it, and waits until Flux has applied it.
func (e *environment) release(ctx context.Context, t *testing.T, version, app string) {
	t.Helper()
	dir := filepath.Join(e.dir, "apps", "journal") // from where the Platform's path of the function leads to it
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"kustomization.yaml", "platform.yaml"} {
		write(t, read(t, "testdata", "secrets", "app", file), dir, file)
	}
	write(t, app, dir, "webapp.yaml")
	manifests, err := e.expand(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	digest := e.publish(ctx, t, "journal", version, manifests, trustedIdentity())
	e.reconcile(ctx, t, ociRepositories(), "journal", "journal")
	e.waitApplied(ctx, t, "journal", "journal", digest)
}

// testForeignSecrets has a tenant reach for what is another's.
func testForeignSecrets(ctx context.Context, t *testing.T, env *environment) {
	env.publish(ctx, t, "snoop", "1.0.0", read(t, "testdata", "secrets", "snoop.yaml"), trustedIdentity())
	env.reconcile(ctx, t, ociRepositories(), "snoop", "snoop")
	_, err := env.client.Wait(ctx, secrets(), "snoop", "own", func(secret *unstructured.Unstructured) error {
		return holds(secret, "password", "the password of snoop")
	})
	if err != nil {
		t.Fatal(err)
	}

	for _, attempt := range []struct {
		of     schema.GroupVersionKind
		name   string
		denied string // by the store
	}{
		{externalSecrets(), "foreign-path", "snoop:snoop at apps/journal/mail"},
		{externalSecrets(), "platform-path", "snoop:snoop at platform/registry/pull"},
		{externalSecrets(), "similar-path", "snoop:snoop at apps/snoopy/mail"},
		{pushSecrets(), "overwrite", "snoop:snoop at apps/journal/mail"},
		{secretStores(), "foreign-role", "snoop:snoop as journal"},
		{externalSecrets(), "foreign-role", ""},
		{secretStores(), "platform-role", "snoop:snoop as platform"},
		{externalSecrets(), "platform-role", ""},
		{secretStores(), "namesake", "snoop:journal as journal"},
		{externalSecrets(), "namesake", ""},
	} {
		_, err := env.client.Wait(ctx, attempt.of, "snoop", attempt.name, func(object *unstructured.Unstructured) error {
			return refused(object, "")
		})
		if err != nil {
			t.Errorf("%s: %v", attempt.name, err)
		}
		if denied := env.vault.Denied(); attempt.denied != "" && !slices.Contains(denied, attempt.denied) {
			t.Errorf("%s %s: the store has not denied %q, but %q", attempt.of.Kind, attempt.name, attempt.denied, denied)
		}
	}
	// What has come out is what is the tenant's own, and what the platform gave it.
	all, err := env.client.List(ctx, secrets(), "snoop")
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range all {
		if !slices.Contains([]string{"own", "registry-auth", "sigstore"}, secret.GetName()) {
			t.Errorf("Secret %s has come out", secret.GetName())
		}
	}
	if secret, writes := env.vault.Get("apps/journal/mail"); writes != 0 {
		t.Errorf("the other tenant's secret was overwritten with %v", secret)
	}
}

func ready(object *unstructured.Unstructured) error {
	return cluster.Condition(object, "Ready", "True")
}

// refused returns an error unless the object is not ready, and says why.
func refused(object *unstructured.Unstructured, why string) error {
	err := cluster.Condition(object, "Ready", "False")
	if err != nil {
		return err
	}
	if says := cluster.Condition(object, "Ready", "True"); !strings.Contains(says.Error(), why) {
		return fmt.Errorf("it is not for %q: %w", why, says)
	}
	return nil
}

// holds returns an error unless the Secret has that value.
func holds(secret *unstructured.Unstructured, key, want string) error {
	encoded, _, _ := unstructured.NestedString(secret.Object, "data", key)
	got, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return err
	}
	if string(got) != want {
		return fmt.Errorf("%s is %q, not %q", key, got, want)
	}
	return nil
}
