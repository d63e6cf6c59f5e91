package webapp

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/randomspec"
)

// TestProperties builds generated apps, most of them valid but for a few fields, and checks what must hold of every one
// that is accepted.
func TestProperties(t *testing.T) {
	accepted := 0
	const runs = 3_000
	for seed := range uint64(runs) {
		if checkGenerated(t, rand.New(rand.NewPCG(seed, 0))) {
			accepted++
		}
	}
	t.Logf("%d of %d generated apps are accepted", accepted, runs)
	if accepted < runs/10 {
		t.Errorf("only %d of %d generated apps are accepted: the generator proves little", accepted, runs)
	}
}

// FuzzBuild lets the fuzzer choose what the generator draws.
func FuzzBuild(f *testing.F) {
	f.Add([]byte("seed"))
	f.Add([]byte{0xff, 0, 0xff, 0, 1, 2, 3, 4, 5, 6, 7, 8})
	f.Fuzz(func(t *testing.T, choices []byte) {
		checkGenerated(t, rand.New(randomspec.NewSource(choices)))
	})
}

// FuzzUnmarshal feeds the decoder anything at all.
func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"metadata":{"name":"shop"},"spec":{"image":"x","writablePaths":["/a",1,null,{"path":"/b"}]}}`))
	f.Add([]byte(`{"spec":{"probes":{"liveness":null},"replicas":"2"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var w WebApp
		var findings fivefold.Findings
		if err := w.UnmarshalJSON(data); err != nil && !errors.As(err, &findings) {
			return
		}
		if _, err := Build(w, Spec{}); err != nil && !errors.As(err, &findings) {
			t.Fatalf("no findings: %s", err)
		}
	})
}

// checkGenerated builds one generated app, and tells whether it was accepted.
func checkGenerated(t *testing.T, random *rand.Rand) bool {
	t.Helper()
	g := randomspec.ForWebApp(random)
	app := WebApp{
		ObjectMeta: metav1.ObjectMeta{Name: g.WebAppName(), Namespace: g.Pick("", "shop", "shop", "Not A Namespace")},
		Spec:       randomspec.Decode[Spec](g.WebApp(reflect.TypeFor[Spec]())),
	}
	conventions := map[string]any{}
	for range random.IntN(3) {
		g.SetField(conventions, reflect.TypeFor[Spec]())
	}
	platform := randomspec.Decode[Spec](conventions)
	graph, err := Build(app, platform)
	if err != nil {
		var findings fivefold.Findings
		if !errors.As(err, &findings) || !findings.HasErrors() || graph != nil {
			t.Fatalf("got %v and %v, want findings with errors and no graph", graph, err)
		}
		checkFindings(t, findings)
		return false
	}
	checkFindings(t, graph.Warnings)
	checkGraph(t, app, graph)
	again, err := Build(app, platform)
	if err != nil || yamlOf(t, graph) != yamlOf(t, again) {
		t.Fatalf("two builds differ: %v", err)
	}
	return true
}

func checkFindings(t *testing.T, findings fivefold.Findings) {
	t.Helper()
	for _, f := range findings {
		if strings.Contains(f.String(), randomspec.Canary) || strings.Contains(f.String(), "hunter2") {
			t.Fatalf("a finding repeats a secret: %s", f)
		}
		if f.Message() == "" || strings.Contains(f.Message(), "%!") {
			t.Fatalf("a finding without a proper message: %#v", f)
		}
	}
}

func yamlOf(t *testing.T, graph *Graph) string {
	t.Helper()
	stream, err := graph.YAML()
	if err != nil {
		t.Fatal(err)
	}
	return string(stream)
}

// checkGraph checks what must always hold.
func checkGraph(t *testing.T, app WebApp, graph *Graph) {
	t.Helper()
	seen := map[string]bool{}
	for _, object := range graph.Objects() {
		kind := object.GetObjectKind().GroupVersionKind()
		id := kind.GroupKind().String() + "/" + object.GetName()
		if seen[id] {
			t.Fatalf("two objects %s", id)
		}
		seen[id] = true
		if object.GetNamespace() != app.Namespace {
			t.Fatalf("%s lies in namespace %q, not in %q", id, object.GetNamespace(), app.Namespace)
		}
		if kind.Kind == "ClusterIssuer" || kind.Kind == "ClusterSecretStore" || kind.Kind == "Secret" {
			t.Fatalf("a %s", kind.Kind)
		}
	}
	checkWorkload(t, app, graph)
	for _, secret := range append(graph.ExternalSecrets, graph.GeneratedExternalSecrets...) {
		if secret.Spec.SecretStoreRef.Kind == "ClusterSecretStore" {
			t.Fatalf("%s reads from a ClusterSecretStore", secret.Name)
		}
	}
	if route := graph.HTTPRoute; route != nil && (len(route.Spec.Hostnames) == 0 || len(route.Spec.ParentRefs) == 0) {
		t.Fatalf("a route that attaches to more than was meant: %+v", route.Spec)
	}
	checkText(t, graph)
}

// checkWorkload checks the pods of the app and of its cron jobs.
func checkWorkload(t *testing.T, app WebApp, graph *Graph) {
	t.Helper()
	pod := graph.Deployment.Spec.Template
	if pod.Spec.Containers[0].Name != app.Name {
		t.Fatalf("the container is called %s", pod.Spec.Containers[0].Name)
	}
	scaled := graph.HorizontalPodAutoscaler != nil || graph.ScaledObject != nil
	if scaled != (graph.Deployment.Spec.Replicas == nil) {
		t.Fatal("a scaler and the Deployment both own replicas, or neither does")
	}
	if budget := graph.PodDisruptionBudget; budget != nil && (budget.Spec.MinAvailable != nil || budget.Spec.MaxUnavailable == nil) {
		t.Fatalf("a budget that never lets a node drain: %+v", budget.Spec)
	}
	checkPod(t, pod)
	for _, job := range graph.CronJobs {
		template := job.Spec.JobTemplate.Spec.Template
		checkPod(t, template)
		matches := true
		for key, text := range graph.Service.Spec.Selector {
			matches = matches && template.Labels[key] == text
		}
		if matches {
			t.Fatalf("the Service sends requests to the cron job %s", job.Name)
		}
	}
	if graph.ExternalDNSDeployment != nil {
		checkPod(t, graph.ExternalDNSDeployment.Spec.Template)
	}
}

// checkPod checks what the API server asks of a pod: names of one kind are there once, and mounts have a volume.
func checkPod(t *testing.T, pod corev1.PodTemplateSpec) {
	t.Helper()
	volumes := map[string]bool{}
	for _, volume := range pod.Spec.Volumes {
		if volumes[volume.Name] {
			t.Fatalf("two volumes %s", volume.Name)
		}
		volumes[volume.Name] = true
	}
	names := map[string]bool{}
	for _, c := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
		if names[c.Name] || c.Name == "" {
			t.Fatalf("two containers %q, or one without a name", c.Name)
		}
		names[c.Name] = true
		paths, variables := map[string]bool{}, map[string]bool{}
		for _, mount := range c.VolumeMounts {
			if paths[mount.MountPath] || !volumes[mount.Name] {
				t.Fatalf("container %s mounts %s twice, or a volume that is not there: %s", c.Name, mount.MountPath, mount.Name)
			}
			paths[mount.MountPath] = true
		}
		for _, entry := range c.Env {
			if variables[entry.Name] {
				t.Fatalf("container %s has %s twice", c.Name, entry.Name)
			}
			variables[entry.Name] = true
		}
		for _, probe := range []*corev1.Probe{c.LivenessProbe, c.ReadinessProbe, c.StartupProbe} {
			if probe != nil && handlers(probe.ProbeHandler) != 1 {
				t.Fatalf("container %s has a probe with %d handlers", c.Name, handlers(probe.ProbeHandler))
			}
		}
	}
}

// checkText checks the encoded objects: nothing that only Go put there, and no secret.
func checkText(t *testing.T, graph *Graph) {
	t.Helper()
	texts, err := graph.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var trees []any
	for _, text := range texts {
		var tree map[string]any
		if err := json.Unmarshal(text, &tree); err != nil {
			t.Fatalf("not JSON: %s: %s", err, text)
		}
		trees = append(trees, tree)
		if _, ok := tree["status"]; ok {
			t.Fatalf("a status in %s", text)
		}
		_, creation := fieldpath.Get(tree, "metadata.creationTimestamp")
		_, template := fieldpath.Get(tree, "spec.template.metadata.creationTimestamp")
		if creation || template || strings.Contains(string(text), ":null") {
			t.Fatalf("Go's noise in %s", text)
		}
		if strings.Contains(string(text), randomspec.Canary) || strings.Contains(string(text), "REPLACE_ME") {
			t.Fatalf("a secret or a placeholder in %s", text)
		}
	}
	var documents []any
	for document := range strings.SplitSeq(yamlOf(t, graph), "\n---\n") {
		var tree any
		if err := yaml.Unmarshal([]byte(document), &tree); err != nil {
			t.Fatalf("not YAML: %s", err)
		}
		documents = append(documents, tree)
	}
	if len(documents) == len(trees) && !reflect.DeepEqual(documents, trees) {
		t.Fatal("YAML and JSON differ")
	}
}
