package e2e

import (
	"context"
	"strings"
	"testing"

	"github.com/fivefold-dev/fivefold/test/e2e/internal/cluster"
)

// testRefusals holds the judge to its word: one fault of each sort in an object that is right without it.
func testRefusals(ctx context.Context, t *testing.T, c *cluster.Cluster) {
	t.Helper()
	client, err := c.Client()
	if err != nil {
		t.Fatal(err)
	}
	const (
		repository = "apiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nmetadata: {name: a, namespace: shop}\nspec: {url: 'oci://registry.example.org/a', "
		route      = "apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: a, namespace: shop}\nspec: {"
		quota      = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a, namespace: shop}\nspec: {"
		pod        = "securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}, " +
			"containers: [{name: a, image: a, securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}"
		deployment = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a, namespace: shop}\n" +
			"spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {"
	)
	for _, test := range []struct{ name, object, want string }{
		{"right", repository + "interval: 1m}", ""},
		{"unknown field", repository + "interval: 1m, tag: a}", ".spec.tag: field not declared in schema"},
		{"wrong type", repository + "interval: 1}", ".spec.interval: expected string"},
		{"not in the enumeration", repository + "interval: 1m, provider: b}", "spec.provider: Unsupported value"},
		{"required field", "apiVersion: http.keda.sh/v1beta1\nkind: InterceptorRoute\nmetadata: {name: a}\nspec: {target: {service: a, port: 80}}", "spec.scalingMetric: Required value"},
		{"rule", route + "rules: [{filters: [{type: CORS}]}]}", "filter.cors must be specified"},
		{"rule that defaults obey", route + "rules: [{matches: [{path: {}}]}]}", ""},
		{"name", strings.Replace(route, "name: a", "name: A B", 1) + "}", "metadata.name: Invalid value"},
		{"namespace", strings.Replace(repository, "namespace: shop", "namespace: A B", 1) + "interval: 1m}", "Namespace \"A B\" is invalid"},
		{"namespace of what has none", "apiVersion: v1\nkind: Namespace\nmetadata: {name: a, namespace: b}", "namespace"},
		{"native", quota + "hard: {cpu: 1000m, pods: 1}}", ""},
		{"unknown field of a native kind", quota + "hards: {}}", ".spec.hards: field not declared in schema"},
		{"value of a native kind", quota + "hard: {limit.memory: 1Gi}}", "must be a standard resource"},
		{"restricted", deployment + pod + "}]}}}", ""},
		{"warning", deployment + "containers: [{name: a, image: a}]}}}", "warning: would violate PodSecurity"},
		{"pod", deployment + "containers: [{name: a, image: a}]}}}", "Pod admission-pods/refused-0: pods \"refused-0\" is forbidden: violates PodSecurity"},
		{"dropped", deployment + pod + ", lifecycle: {stopSignal: SIGINT}}]}}}", ".lifecycle: sent map[stopSignal:SIGINT], which is gone"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var samples []sample
			for _, object := range parse(t, test.object) {
				samples = append(samples, sample{from: "here", object: object})
			}
			pods := podSamples(ctx, t, client, "refused", samples, false)
			faults := strings.Join(judgeAll(ctx, t, c, rehome(t, client, append(samples, pods...))), "\n")
			if test.want == "" && faults != "" {
				t.Errorf("refuses what is right: %s", faults)
			}
			if !strings.Contains(faults, test.want) {
				t.Errorf("got %s\nwant %s", faults, test.want)
			}
		})
	}
}

// TestDropped holds the comparison to its word.
func TestDropped(t *testing.T) {
	t.Parallel()
	type object = map[string]any
	for _, test := range []struct {
		name      string
		sent, got any
		want      string
	}{
		{"same", object{"a": []any{int64(1), "x", true}}, object{"a": []any{int64(1), "x", true}}, ""},
		{"default", object{"a": object{}}, object{"a": object{"b": "c"}, "d": "e"}, ""},
		{"appended", []any{"a"}, []any{"a", "b"}, ""},
		{"canonical quantity", object{"a": "2048Mi"}, object{"a": "2Gi"}, ""},
		{"number as a quantity", object{"a": int64(1)}, object{"a": "1"}, ""},
		{"empty", object{"a": object{}, "b": []any{}}, object{}, ""},
		{"zero that means the default", object{"livenessProbe": object{"periodSeconds": int64(0)}}, object{"livenessProbe": object{"periodSeconds": int64(10)}}, ""},
		{"zero", object{"replicas": int64(0)}, object{"replicas": int64(1)}, ".replicas: sent 0, got 1"},
		{"null", object{"a": []any{}}, object{"a": nil}, ""},
		{"gone", object{"a": object{"b": "c"}}, object{"a": object{}}, ".a.b: sent c, which is gone"},
		{"false is gone", object{"a": false}, object{}, ".a: sent false, which is gone"},
		{"other value", []any{object{"a": "b"}}, []any{object{"a": "c"}}, "[0].a: sent b, got c"},
		{"other quantity", object{"a": "1Gi"}, object{"a": "1G"}, ".a: sent 1Gi, got 1G"},
		{"other order", []any{"a", "b"}, []any{"b", "a"}, "[0]: sent a, got b\n[1]: sent b, got a"},
		{"shorter", object{"a": []any{"b", "c"}}, object{"a": []any{"b"}}, ".a: sent [b c], got [b]"},
		{"other type", object{"a": object{"b": "c"}}, object{"a": "b"}, ".a: sent an object, got b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(dropped("", test.sent, test.got), "\n"); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}
