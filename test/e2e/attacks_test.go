package e2e

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	registryname "github.com/google/go-containerregistry/pkg/name"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold/test/e2e/internal/cluster"
	"github.com/fivefold-dev/fivefold/test/e2e/internal/sigstore"
)

// An attempt is something that a tenant tries who controls its artifact, its repository, or its service account.
type attempt struct {
	name string
	// by is what must refuse it. Empty: nothing does, short of an admission policy of the platform's, and it succeeds.
	by string
	// says is part of what the one who tries gets to read.
	says string
	// spec is what the tenant's declaration has below spec, indented by two.
	spec string
	// prepare publishes what the tenant starts with; without, it has no artifact.
	prepare func(context.Context, *attacker) error
	try     func(context.Context, *attacker) error
}

// attacker is the tenant of one attempt.
type attacker struct {
	env    *environment
	tenant string          // its name, and that of everything that is named as it is
	client *cluster.Client // acts as the tenant's service account
	other  *sigstore.Sigstore
	key    sigstore.Key
	first  registryname.Digest // what it started with
	older  registryname.Digest // what was there even before, if anything was
}

// victim is the tenant that the others are after.
const victim = "attacked"

// Parts of the refusals.
const (
	byVerification = "verification of the source"
	byRBAC         = "rights of the tenant's account"
	byPodSecurity  = "Pod Security of the namespace"
	byFlux         = "Flux, locked down"
	byOwner        = "policy platform-owned"
	byTarget       = "targetNamespace of the Kustomization"
	byPin          = "digest in the declaration"
)

// errBreach is part of the error when an attempt has had its way, whatever refused it besides.
var errBreach = errors.New("BREACH")

// attempts is the table. The page docs/security.md has a line for each.
func attempts() []attempt {
	var all []attempt
	for _, family := range [][]attempt{
		sourceAttempts(), artifactAttempts(), fluxAttempts(), podAttempts(), requestAttempts(), openAttempts(),
	} {
		all = append(all, family...)
	}
	return all
}

func testAttacks(ctx context.Context, t *testing.T, env *environment) {
	table := attempts()
	other, err := sigstore.New()
	if err != nil {
		t.Fatal(err)
	}
	key, err := sigstore.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	attackers := make([]*attacker, len(table))
	declarations := "apiVersion: fivefold.dev/v1alpha1\nkind: Tenant\nmetadata:\n  name: " + victim + "\n"
	extra := fmt.Sprintf("apiVersion: v1\nkind: Secret\nmetadata: {name: password, namespace: %s}\nstringData: {password: secret}\n", victim)
	for i, attempt := range table {
		a := &attacker{env: env, tenant: fmt.Sprintf("attack-%02d", i), other: other, key: key}
		attackers[i] = a
		if a.client, err = env.cluster.ServiceAccountClient(a.tenant, a.tenant); err != nil {
			t.Fatal(err)
		}
		if attempt.prepare != nil {
			if err := attempt.prepare(ctx, a); err != nil {
				t.Fatalf("%s: %v", attempt.name, err)
			}
		}
		declarations += "---\napiVersion: fivefold.dev/v1alpha1\nkind: Tenant\nmetadata:\n  name: " + a.tenant + "\nspec:\n" + a.fill(attempt.spec) +
			"  resourceQuota: {hard: {pods: 10}}\n  limitRange: {limits: [{type: Container, default: {memory: 64Mi}}]}\n"
		public, err := key.Public()
		if err != nil {
			t.Fatal(err)
		}
		extra += fmt.Sprintf("---\napiVersion: v1\nkind: Secret\nmetadata: {name: cosign-key, namespace: %s}\nstringData: {cosign.pub: %q}\n", a.tenant, public)
	}
	fleet := fleet{env, "attacks"}
	fleet.push(ctx, t, fleet.expand(ctx, t, declarations)+"---\n"+extra)

	t.Run("what is no tenant's is left alone", func(t *testing.T) { controllerWrites(ctx, t, env) })

	var refused, open atomic.Int32
	t.Run("attempt", func(t *testing.T) {
		for i, attempt := range table {
			t.Run(attempt.name, func(t *testing.T) {
				t.Parallel()
				ctx := patience(ctx, t)
				err := attempt.try(ctx, attackers[i])
				t.Logf("%v", err)
				switch {
				case errors.Is(err, errBreach):
					t.Error(err)
				case attempt.by == "" && err != nil:
					t.Errorf("this is open, as far as docs/security.md knows, but: %v", err)
				case attempt.by == "":
					open.Add(1)
				case err == nil:
					t.Errorf("nothing refused it; want %s", attempt.by)
				case !strings.Contains(err.Error(), attempt.says):
					t.Errorf("refused with %q; want %q, by %s", err, attempt.says, attempt.by)
				default:
					refused.Add(1)
				}
			})
		}
	})
	t.Logf("%d attempts refused, %d open", refused.Load(), open.Load())
}

// controllerWrites checks that the policy platform-owned lets a controller write to what Flux applied in the controller's own
// namespace, as many do.
func controllerWrites(ctx context.Context, t *testing.T, env *environment) {
	apply(ctx, t, env.client, `
apiVersion: v1
kind: Secret
metadata:
  name: written-by-the-controller
  namespace: external-secrets
  labels: {kustomize.toolkit.fluxcd.io/name: flux-system, kustomize.toolkit.fluxcd.io/namespace: flux-system}
`)
	controller, err := env.cluster.ServiceAccountClient("external-secrets", "external-secrets")
	if err != nil {
		t.Fatal(err)
	}
	patch := map[string]any{"stringData": map[string]any{"certificate": "new"}}
	if err := controller.Merge(ctx, secrets(), "external-secrets", "written-by-the-controller", patch); err != nil {
		t.Error(err)
	}
}

// fill puts the tenant's and the victim's names into a text, and the digest that the tenant started with.
func (a *attacker) fill(text string) string {
	pinned := ""
	if a.first != (registryname.Digest{}) {
		pinned = a.first.DigestStr()
	}
	return strings.NewReplacer("TENANT", a.tenant, "VICTIM", victim, "PINNED", pinned).Replace(text)
}

// harmless is an artifact that stands for the state before.
const harmless = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: state}\ndata: {state: before}\n"

func harmful() string { return strings.Replace(harmless, "before", "after", 1) }

// started publishes a harmless, well signed artifact.
func started(_ context.Context, a *attacker) (err error) {
	if a.first, err = a.push("1.0.0", harmless); err != nil {
		return err
	}
	return as(trustedIdentity())(a, a.first)
}

// keyed is started with a key, which the tenant's spec has to name.
func keyed(_ context.Context, a *attacker) (err error) {
	if a.first, err = a.push("1.0.0", harmless); err != nil {
		return err
	}
	return a.key.Sign(a.first, a.env.registry.Options()...)
}

func (a *attacker) push(version, manifests string) (registryname.Digest, error) {
	return a.env.registry.Push("acme/"+a.tenant+"/manifests:"+version, map[string]string{"app.yaml": a.fill(manifests)})
}

// signed tries to get an artifact accepted that is signed in that way.
func signed(sign func(*attacker, registryname.Digest) error) func(context.Context, *attacker) error {
	return func(ctx context.Context, a *attacker) error {
		if err := a.waitFor(ctx, "before"); err != nil {
			return fmt.Errorf("it did not even start: %w", err)
		}
		digest, err := a.push("1.1.0", harmful())
		if err != nil {
			return err
		}
		if err := sign(a, digest); err != nil {
			return err
		}
		return a.waitForSource(ctx, digest)
	}
}

// as signs for an identity.
func as(identity sigstore.Identity) func(*attacker, registryname.Digest) error {
	return func(a *attacker, digest registryname.Digest) error {
		return a.env.sigstore.Sign(digest, identity, a.env.registry.Options()...)
	}
}

// waitFor waits until the tenant's Kustomization has applied a state.
func (a *attacker) waitFor(ctx context.Context, state string) error {
	_, err := a.env.client.Wait(ctx, configMaps(), a.tenant, "state", func(object *unstructured.Unstructured) error {
		if found, _, _ := unstructured.NestedString(object.Object, "data", "state"); found != state {
			return fmt.Errorf("the state is %q", found)
		}
		return nil
	})
	return err
}

// waitForSource has the tenant's source fetched and returns what was wrong with it. When the source accepts the artifact, it
// waits until that is applied.
func (a *attacker) waitForSource(ctx context.Context, artifact registryname.Digest) error {
	requested := time.Now().Format(time.RFC3339Nano)
	patch := map[string]any{"metadata": map[string]any{"annotations": map[string]any{"reconcile.fluxcd.io/requestedAt": requested}}}
	if err := a.env.client.Merge(ctx, ociRepositories(), a.tenant, a.tenant, patch); err != nil {
		return err
	}
	source, err := a.env.client.Wait(ctx, ociRepositories(), a.tenant, a.tenant, func(object *unstructured.Unstructured) error {
		handled, _, _ := unstructured.NestedString(object.Object, "status", "lastHandledReconcileAt")
		if handled != requested {
			return errors.New("Flux has not looked yet")
		}
		if err := cluster.Condition(object, "Ready", "Unknown"); err == nil {
			return errors.New("Flux is still looking")
		}
		if err := cluster.Condition(object, "Ready", "True"); err != nil {
			return fmt.Errorf("%w: %w", cluster.ErrStopWaiting, err)
		}
		return nil
	})
	if err != nil {
		return errors.Join(err, a.unchanged(ctx))
	}
	revision, _, _ := unstructured.NestedString(source.Object, "status", "artifact", "revision")
	if !strings.Contains(revision, artifact.DigestStr()) {
		return errors.Join(fmt.Errorf("the source stays at %s", revision), a.unchanged(ctx))
	}
	return a.waitFor(ctx, "after")
}

// unchanged returns an error if the attempt had its way in spite of a refusal.
func (a *attacker) unchanged(ctx context.Context) error {
	if err := a.waitFor(ctx, "before"); err != nil {
		return fmt.Errorf("%w: the state is not the one from before: %w", errBreach, err)
	}
	return nil
}

// publishing prepares a well signed artifact with these manifests. The names TENANT and VICTIM stand for the two.
func publishing(manifests string) func(context.Context, *attacker) error {
	return func(_ context.Context, a *attacker) (err error) {
		if a.first, err = a.push("1.0.0", manifests); err != nil {
			return err
		}
		return as(trustedIdentity())(a, a.first)
	}
}

// reconciled waits until Flux has tried to apply what was published, and returns why it could not.
func reconciled(ctx context.Context, a *attacker) error { return a.outcome(ctx, a.tenant) }

// outcome returns why a Kustomization of the tenant's namespace is not ready.
func (a *attacker) outcome(ctx context.Context, kustomization string) error {
	_, err := a.env.client.Wait(ctx, kustomizations(), a.tenant, kustomization, func(object *unstructured.Unstructured) error {
		ready := cluster.Condition(object, "Ready", "True")
		if ready == nil {
			return nil
		}
		// Before there is an artifact it is not ready either.
		waiting := cluster.Condition(object, "Ready", "Unknown") == nil || strings.Contains(ready.Error(), "ArtifactFailed") ||
			strings.Contains(ready.Error(), "not found") && strings.Contains(ready.Error(), "Source") ||
			strings.Contains(ready.Error(), "no condition")
		if waiting {
			return ready
		}
		return fmt.Errorf("%w: %w", cluster.ErrStopWaiting, ready)
	})
	return err
}

// absent is reconciled, and tells a breach if one of the objects exists after all.
func absent(objects ...string) func(context.Context, *attacker) error {
	return func(ctx context.Context, a *attacker) error {
		return errors.Join(reconciled(ctx, a), a.absent(ctx, objects...))
	}
}

// absent looks for objects "GROUP/VERSION KIND NAMESPACE NAME".
func (a *attacker) absent(ctx context.Context, objects ...string) error {
	for _, object := range objects {
		var group, version, of, namespace, name string
		fields := strings.Fields(a.fill(object))
		if _, err := fmt.Sscan(strings.Join(fields[1:], " "), &of, &namespace, &name); err != nil {
			return err
		}
		var ok bool
		if group, version, ok = strings.Cut(fields[0], "/"); !ok {
			group, version = "", fields[0]
		}
		_, err := a.env.client.Get(ctx, kind(group, version, of), namespace, name)
		if err == nil {
			return fmt.Errorf("%w: %s is there", errBreach, object)
		}
		if !apierrors.IsNotFound(err) {
			return err
		}
	}
	return nil
}

// copyKustomization makes a Kustomization of the tenant's as the platform made it, but for what change does to its spec.
func (a *attacker) copyKustomization(ctx context.Context, name string, change func(spec map[string]any)) error {
	original, err := a.env.client.Get(ctx, kustomizations(), a.tenant, a.tenant)
	if err != nil {
		return err
	}
	spec, _, err := unstructured.NestedMap(original.Object, "spec")
	if err != nil {
		return err
	}
	change(spec)
	another := &unstructured.Unstructured{Object: map[string]any{"spec": spec}}
	another.SetGroupVersionKind(original.GroupVersionKind())
	another.SetNamespace(a.tenant)
	another.SetName(name)
	_, err = a.env.client.Apply(ctx, another)
	return err
}

// readThroughStore has External Secrets read the victim's Secrets from the API server, with the tenant's account.
func (a *attacker) readThroughStore(ctx context.Context) error {
	certificate, err := a.env.cluster.Certificate()
	if err != nil {
		return err
	}
	objects, err := decode(a.fill(fmt.Sprintf(`
apiVersion: external-secrets.io/v1
kind: SecretStore
metadata: {name: mallory, namespace: TENANT}
spec:
  provider:
    kubernetes:
      remoteNamespace: VICTIM
      server: {url: %s, caBundle: %s}
      auth: {serviceAccount: {name: TENANT}}
---
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: {name: mallory, namespace: TENANT}
spec:
  secretStoreRef: {kind: SecretStore, name: mallory}
  target: {name: mallory}
  data: [{secretKey: password, remoteRef: {key: password, property: password}}]
`, a.env.cluster.Config.Host, base64.StdEncoding.EncodeToString(certificate))))
	if err != nil {
		return err
	}
	for _, object := range objects {
		if _, err := a.client.Apply(ctx, object); err != nil {
			return fmt.Errorf("the %s itself: %w", object.GetKind(), err)
		}
	}
	_, err = a.env.client.Wait(ctx, objects[1].GroupVersionKind(), a.tenant, "mallory", func(object *unstructured.Unstructured) error {
		if err := cluster.Condition(object, "Ready", "True"); err == nil || cluster.Condition(object, "Ready", "False") != nil {
			return err
		}
		// Why it is not, the controller says in an event of the store.
		events, err := a.env.client.List(ctx, kind("", "v1", "Event"), a.tenant)
		if err != nil {
			return err
		}
		for _, event := range events {
			involved, _, _ := unstructured.NestedString(event.Object, "involvedObject", "kind")
			if message, _, _ := unstructured.NestedString(event.Object, "message"); involved == "SecretStore" {
				return fmt.Errorf("%w: %s", cluster.ErrStopWaiting, message)
			}
		}
		return errors.New("it is not ready, and nobody says why")
	})
	return errors.Join(err, a.absent(ctx, "v1 Secret TENANT mallory"))
}
