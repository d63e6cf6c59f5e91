package e2e

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold/test/e2e/internal/cluster"
)

// Where the objects are sent, whatever their own namespace: those of different cases have the same names, and those of other
// tests stay as they are. Both namespaces refuse and warn of pods that are not restricted.
const (
	admitted     = "admission"
	admittedPods = "admission-pods"
)

// A sample is an object that the API server has to accept as it is.
type sample struct {
	from    string // where a message says that it comes from
	object  *unstructured.Unstructured
	persist bool
}

// testAdmission has the API server judge whatever Fivefold makes, and the pods that come of it.
func testAdmission(ctx context.Context, t *testing.T, env *environment) {
	for _, name := range []string{admitted, admittedPods} {
		apply(ctx, t, env.client, fmt.Sprintf(`
apiVersion: v1
kind: Namespace
metadata:
  name: %s
  labels: {pod-security.kubernetes.io/enforce: restricted, pod-security.kubernetes.io/warn: restricted}
`, name))
	}
	t.Run("refusals", func(t *testing.T) { testRefusals(ctx, t, env.cluster) })
	for _, part := range []struct {
		name    string
		samples func(context.Context, *testing.T, *environment) []sample
		persist bool // the pods
	}{
		{"examples", exampleSamples, true},
		{"golden", goldenSamples, true},
		{"tenants", generatedTenants, false},
		{"apps", generatedApps, false},
	} {
		t.Run(part.name, func(t *testing.T) {
			begin := time.Now()
			samples := part.samples(ctx, t, env)
			if len(samples) == 0 {
				t.Fatal("nothing to judge")
			}
			pods := podSamples(ctx, t, env.client, part.name, samples, part.persist)
			distinct := rehome(t, env.client, append(samples, pods...))
			for _, fault := range judgeAll(ctx, t, env.cluster, distinct) {
				t.Error(fault)
			}
			t.Logf("%d objects and %d pods in %v: %d distinct ones, of %s", len(samples), len(pods),
				time.Since(begin).Round(10*time.Millisecond), len(distinct), kindsOf(distinct))
		})
	}
}

func kindsOf(samples []sample) string {
	kinds := map[string]bool{}
	for _, s := range samples {
		kinds[s.object.GetKind()] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(kinds)), ", ")
}

// rehome moves samples to where they disturb nobody, and returns the distinct ones. A namespace that is left is judged as one.
func rehome(t *testing.T, client *cluster.Client, samples []sample) []sample {
	t.Helper()
	seen := map[string]bool{}
	var distinct []sample
	add := func(s sample) {
		text, err := s.object.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if !seen[string(text)] {
			seen[string(text)] = true
			distinct = append(distinct, s)
		}
	}
	for _, s := range samples {
		namespaced, err := client.Namespaced(s.object.GroupVersionKind())
		if err != nil {
			t.Errorf("%s: %s: %v", s.from, title(s.object), err)
			continue
		}
		object := s.object.DeepCopy()
		switch namespace := object.GetNamespace(); {
		case namespaced && namespace != admittedPods:
			object.SetNamespace(admitted)
			if namespace != "" {
				left := &unstructured.Unstructured{}
				left.SetGroupVersionKind(namespaces())
				left.SetName(namespace)
				add(sample{from: s.from, object: left})
			}
		case object.GroupVersionKind().Group == "rbac.authorization.k8s.io":
			// Any text is a name here, and what a binding refers to cannot change.
			object.SetName("admission:" + object.GetName())
		}
		add(sample{s.from, object, s.persist})
	}
	return distinct
}

// judgeAll returns the faults of all samples, in their order.
func judgeAll(ctx context.Context, t *testing.T, c *cluster.Cluster, samples []sample) []string {
	t.Helper()
	faults := make([][]string, len(samples))
	next := make(chan int)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(next)
		for i := range samples {
			select {
			case next <- i:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	const workers = 6
	for range workers {
		group.Go(func() error {
			client, err := c.Client() // of its own, to know what a warning is about
			if err != nil {
				return err
			}
			for i := range next {
				for _, fault := range judge(ctx, client, samples[i]) {
					faults[i] = append(faults[i], fmt.Sprintf("%s: %s: %s", samples[i].from, title(samples[i].object), fault))
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	return slices.Concat(faults...)
}

// judge applies a sample, and returns what the server says against it and what it does not take over.
func judge(ctx context.Context, client *cluster.Client, s sample) []string {
	var options []metav1.PatchOptions
	if !s.persist {
		options = append(options, cluster.DryRun())
	}
	got, err := client.Apply(ctx, s.object, options...)
	var faults []string
	for _, warning := range client.Warnings() {
		faults = append(faults, "warning: "+warning)
	}
	if err != nil {
		return append(faults, err.Error())
	}
	return append(faults, dropped("", s.object.Object, got.Object)...)
}

// dropped returns where the server's object does not say what was sent. It may say more: defaults are filled in, and
// admission appends to lists.
func dropped(path string, sent, got any) []string {
	var faults []string
	switch sent := sent.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: sent an object, got %v", path, got)}
		}
		for _, key := range slices.Sorted(maps.Keys(sent)) {
			value, ok := object[key]
			if !ok && (isEmpty(sent[key]) || meansDefault(path+".", sent[key])) {
				continue // says nothing, and Go's types leave it out
			}
			if !ok {
				faults = append(faults, fmt.Sprintf("%s.%s: sent %v, which is gone", path, key, sent[key]))
				continue
			}
			faults = append(faults, dropped(path+"."+key, sent[key], value)...)
		}
	case []any:
		list, ok := got.([]any)
		if (!ok && got != nil) || len(list) < len(sent) {
			return []string{fmt.Sprintf("%s: sent %v, got %v", path, sent, got)}
		}
		for i := range sent {
			faults = append(faults, dropped(path+"["+strconv.Itoa(i)+"]", sent[i], list[i])...)
		}
	default:
		if sent != got && !sameQuantity(sent, got) && !meansDefault(path, sent) {
			return []string{fmt.Sprintf("%s: sent %v, got %v", path, sent, got)}
		}
	}
	return faults
}

// meansDefault tells the numbers whose zero stands for the API server's default.
func meansDefault(path string, sent any) bool {
	return sent == int64(0) && strings.Contains(path, "Probe.")
}

func isEmpty(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		return len(value) == 0
	case []any:
		return len(value) == 0
	default:
		return false
	}
}

// sameQuantity tells whether both are the same amount: the server writes quantities in their canonical form.
func sameQuantity(sent, got any) bool {
	text, ok := got.(string)
	if !ok {
		return false
	}
	a, err := resource.ParseQuantity(fmt.Sprint(sent))
	if err != nil {
		return false
	}
	b, err := resource.ParseQuantity(text)
	return err == nil && a.Cmp(b) == 0
}

// podSamples returns a pod of each distinct template in the samples, named after the prefix. What pods refer to, and what has to
// be there when they are made, is made for real.
func podSamples(ctx context.Context, t *testing.T, client *cluster.Client, prefix string, samples []sample, persist bool) []sample {
	t.Helper()
	var pods []sample
	seen := map[string]bool{}
	for _, s := range samples {
		pod := podOf(t, s.object)
		if pod == nil {
			continue
		}
		text, err := pod.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if seen[string(text)] {
			continue
		}
		seen[string(text)] = true
		pod.SetName(fmt.Sprintf("%s-%d", prefix, len(pods)))
		pods = append(pods, sample{s.from + ": " + title(s.object), pod, persist})
		for _, needed := range []struct{ field, manifest string }{
			{"serviceAccountName", "{apiVersion: v1, kind: ServiceAccount, metadata: {name: %q, namespace: " + admittedPods + "}}"},
			{"priorityClassName", "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: %q}, value: 1}"},
			{"runtimeClassName", "{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: %q}, handler: runc}"},
		} {
			if name, _, _ := unstructured.NestedString(pod.Object, "spec", needed.field); name != "" && !seen[needed.field+" "+name] {
				seen[needed.field+" "+name] = true
				apply(ctx, t, client, fmt.Sprintf(needed.manifest, name))
			}
		}
	}
	return pods
}

// podOf returns a pod of an object's template, or nil if it has none.
func podOf(t *testing.T, object *unstructured.Unstructured) *unstructured.Unstructured {
	t.Helper()
	var path []string
	switch object.GetKind() {
	case "Deployment":
		path = []string{"spec", "template"}
	case "CronJob":
		path = []string{"spec", "jobTemplate", "spec", "template"}
	default:
		return nil
	}
	template, ok, err := unstructured.NestedMap(object.Object, path...)
	if err != nil || !ok {
		t.Fatalf("%s has no template: %v", title(object), err)
	}
	pod := &unstructured.Unstructured{Object: template}
	pod.SetAPIVersion("v1")
	pod.SetKind("Pod")
	pod.SetNamespace(admittedPods)
	return pod
}
