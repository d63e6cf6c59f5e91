package podsecurity

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"

	"github.com/fivefold-dev/fivefold/internal/randomspec"
	"github.com/fivefold-dev/fivefold/webapp"
)

// TestPodsAreRestricted builds generated apps, and has every pod template of those that are accepted judged at the level
// restricted, in its latest version.
func TestPodsAreRestricted(t *testing.T) {
	e := newEvaluator(t)
	accepted, pods := 0, 0
	const runs = 6_000
	for seed := range uint64(runs) {
		g := randomspec.ForWebApp(rand.New(rand.NewPCG(seed, 1)))
		spec := g.WebApp(reflect.TypeFor[webapp.Spec]())
		securityFields(g, spec)
		platform := map[string]any{}
		if g.Random.IntN(2) == 0 {
			securityFields(g, platform)
		}
		app := webapp.WebApp{ObjectMeta: metav1.ObjectMeta{Name: "shop"}, Spec: randomspec.Decode[webapp.Spec](spec)}
		graph, err := webapp.Build(app, randomspec.Decode[webapp.Spec](platform))
		if err != nil {
			continue
		}
		accepted++
		for name, template := range templates(graph) {
			pods++
			for _, fault := range e.faults(template) {
				written, _ := json.Marshal(spec)
				t.Errorf("%s: %s\nspec: %s", name, fault, written)
			}
		}
	}
	t.Logf("%d of %d generated apps are accepted, with %d pod templates", accepted, runs, pods)
	if accepted < runs/20 {
		t.Errorf("only %d of %d generated apps are accepted: the generator proves little", accepted, runs)
	}
}

// TestEvaluatorSpeaksUp holds the test itself to its word: a pod that nobody hardened is refused.
func TestEvaluatorSpeaksUp(t *testing.T) {
	e := newEvaluator(t)
	bare := corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "shop"}}}}
	if len(e.faults(bare)) == 0 {
		t.Error("a bare pod passes")
	}
}

// securityFields sets some of the fields that Pod Security looks at.
func securityFields(g randomspec.Generator, spec map[string]any) {
	child := func(object map[string]any, key string) map[string]any {
		inner, ok := object[key].(map[string]any)
		if !ok {
			inner = map[string]any{}
			object[key] = inner
		}
		return inner
	}
	for range g.Random.IntN(3) {
		switch g.Random.IntN(4) {
		case 0:
			g.SetField(child(spec, "securityContext"), reflect.TypeFor[webapp.SecurityContext]())
		case 1:
			g.SetField(child(child(spec, "pod"), "securityContext"), reflect.TypeFor[webapp.PodSecurityContext]())
		case 2:
			container := map[string]any{"name": "extra", "image": "registry.example.org/extra:1.0.0"}
			g.SetField(child(container, "securityContext"), reflect.TypeFor[corev1.SecurityContext]())
			spec[g.Pick("initContainers", "sidecars")] = []any{container}
		default:
			g.SetField(spec, reflect.TypeFor[webapp.Spec]())
		}
	}
}

// templates returns the pod templates of a graph by what they belong to.
func templates(graph *webapp.Graph) map[string]corev1.PodTemplateSpec {
	all := map[string]corev1.PodTemplateSpec{"Deployment": graph.Deployment.Spec.Template}
	for _, job := range graph.CronJobs {
		all["CronJob "+job.Name] = job.Spec.JobTemplate.Spec.Template
	}
	if graph.ExternalDNSDeployment != nil {
		all["external-dns"] = graph.ExternalDNSDeployment.Spec.Template
	}
	return all
}

// evaluator is the upstream evaluator at one level.
type evaluator struct {
	policy.Evaluator
	level api.LevelVersion
}

func newEvaluator(t *testing.T) evaluator {
	t.Helper()
	e, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return evaluator{e, api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}}
}

func (e evaluator) faults(template corev1.PodTemplateSpec) []string {
	var faults []string
	for _, result := range e.EvaluatePod(e.level, &template.ObjectMeta, &template.Spec) {
		if !result.Allowed {
			faults = append(faults, strings.TrimSpace(result.ForbiddenReason+": "+result.ForbiddenDetail))
		}
	}
	return faults
}
