package manifest

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/yaml"
)

func TestEncode(t *testing.T) {
	meta := metav1.ObjectMeta{Name: "shop"}
	tests := []struct {
		name   string
		object any
		want   string
	}{
		{"no status and no creationTimestamp", &corev1.Namespace{
			TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Namespace"}, ObjectMeta: meta,
			Status: corev1.NamespaceStatus{Phase: corev1.NamespaceActive},
		}, `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"}}`},
		{"no empty strategy, resources and template metadata", &appsv1.Deployment{ObjectMeta: meta, Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{},
			Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
				Containers: []corev1.Container{{Name: "a"}},
				Volumes:    []corev1.Volume{{Name: "tmp", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}},
			}},
		}}, `{"metadata":{"name":"shop"},"spec":{"selector":{},"template":{"spec":{"containers":[{"name":"a"}],"volumes":[{"emptyDir":{},"name":"tmp"}]}}}}`},
		{"podSelector and empty lists stay", &networkingv1.NetworkPolicy{ObjectMeta: meta, Spec: networkingv1.NetworkPolicySpec{
			Ingress: []networkingv1.NetworkPolicyIngressRule{},
			Egress:  []networkingv1.NetworkPolicyEgressRule{{}},
		}}, `{"metadata":{"name":"shop"},"spec":{"egress":[{}],"ingress":[],"podSelector":{}}}`},
		{"prune false stays, duration as by hand", &kustomizev1.Kustomization{ObjectMeta: meta, Spec: kustomizev1.KustomizationSpec{
			Interval: metav1.Duration{Duration: time.Minute},
		}}, `{"metadata":{"name":"shop"},"spec":{"interval":"1m","prune":false,"sourceRef":{}}}`},
		{"no tls and version of Vault", &esv1.SecretStore{ObjectMeta: meta, Spec: esv1.SecretStoreSpec{Provider: &esv1.SecretStoreProvider{
			Vault: &esv1.VaultProvider{Server: "https://vault.example.org"},
		}}}, `{"metadata":{"name":"shop"},"spec":{"provider":{"vault":{"server":"https://vault.example.org"}}}}`},
		{"no reference without content", &sourcev1.OCIRepository{ObjectMeta: meta, Spec: sourcev1.OCIRepositorySpec{
			URL: "oci://a/b", Interval: metav1.Duration{Duration: 90 * time.Second}, Verify: &sourcev1.OCIRepositoryVerification{Provider: "cosign"},
		}}, `{"metadata":{"name":"shop"},"spec":{"interval":"1m30s","url":"oci://a/b","verify":{"provider":"cosign"}}}`},
		{"numbers or texts", &policyv1.PodDisruptionBudget{ObjectMeta: meta, Spec: policyv1.PodDisruptionBudgetSpec{
			MaxUnavailable: new(intstr.FromInt32(0)), MinAvailable: new(intstr.FromString("50%")),
		}}, `{"metadata":{"name":"shop"},"spec":{"maxUnavailable":0,"minAvailable":"50%"}}`},
		{"quantities", &corev1.ResourceQuota{ObjectMeta: meta, Spec: corev1.ResourceQuotaSpec{Hard: corev1.ResourceList{
			"cpu": resource.MustParse("1400m"), "memory": resource.MustParse("8Gi"), "pods": resource.MustParse("0"),
		}}}, `{"metadata":{"name":"shop"},"spec":{"hard":{"cpu":"1400m","memory":"8Gi","pods":"0"}}}`},
		{"bytes", &corev1.Secret{ObjectMeta: meta, Data: map[string][]byte{"a": []byte("b"), "empty": {}}},
			`{"data":{"a":"Yg==","empty":""},"metadata":{"name":"shop"}}`},
		{"an optional false that somebody pointed to", &corev1.ServiceAccount{ObjectMeta: meta, AutomountServiceAccountToken: new(bool)},
			`{"automountServiceAccountToken":false,"metadata":{"name":"shop"}}`},
		{"unstructured", &unstructured.Unstructured{Object: map[string]any{"kind": "A", "spec": map[string]any{"empty": map[string]any{}}}},
			`{"kind":"A","spec":{"empty":{}}}`},
		{"no HTML escapes", &corev1.ConfigMap{ObjectMeta: meta, Data: map[string]string{"a": "<b> & \"c\" \n\t\u2028ü\x7f\\"}},
			`{"data":{"a":"<b> & \"c\" \n\t\u2028ü` + "\x7f" + `\\"},"metadata":{"name":"shop"}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			encoded, err := Encode(test.object)
			if err != nil {
				t.Fatal(err)
			}
			got, err := JSON(encoded)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			if !json.Valid(got) {
				t.Error("not JSON")
			}
		})
	}
}

func TestEncodeWhatHasNoJSON(t *testing.T) {
	for _, value := range []any{struct {
		A func() `json:"a"`
	}{func() {}}, map[string]any{"a": math.NaN()}, []any{make(chan int)}} {
		if encoded, err := Encode(value); err == nil {
			t.Errorf("%T is %v", value, encoded)
		}
	}
}

func TestFormatDuration(t *testing.T) {
	tests := map[time.Duration]string{
		0:                              "0s",
		time.Second:                    "1s",
		time.Minute:                    "1m",
		time.Hour:                      "1h",
		90 * time.Second:               "1m30s",
		90 * time.Minute:               "1h30m",
		time.Hour + time.Second:        "1h0m1s",
		10 * time.Second:               "10s",
		10 * time.Minute:               "10m",
		20 * time.Hour:                 "20h",
		1500 * time.Millisecond:        "1.5s",
		-time.Minute:                   "-1m",
		100*time.Hour + 10*time.Minute: "100h10m",
	}
	for d, want := range tests {
		got := formatDuration(d)
		if got != want {
			t.Errorf("%v is %s, want %s", d, got, want)
		}
		if back, err := time.ParseDuration(got); err != nil || back != d {
			t.Errorf("%s is read back as %v, %v", got, back, err)
		}
	}
}

func TestRestore(t *testing.T) {
	duration := func(d time.Duration) any { return durationText(formatDuration(d)) }
	quantity := func(text string) any { q := resource.MustParse(text); return quantityText(q.String()) }
	tests := []struct {
		name                   string
		encoded, written, want any
	}{
		{"a duration of the same length", duration(90 * time.Second), "90s", "90s"},
		{"a duration in other units", duration(time.Hour), "60m0s", "60m0s"},
		{"a zero", duration(0), "0", "0"},
		{"another duration", duration(time.Minute), "90s", duration(time.Minute)},
		{"a duration for a number", duration(time.Minute), json.Number("60"), duration(time.Minute)},
		{"a quantity", quantity("1Gi"), "1024Mi", "1024Mi"},
		{"a quantity as a number", quantity("5"), json.Number("5"), json.Number("5")},
		{"a decimal quantity", quantity("1500m"), "1.5", "1.5"},
		{"another quantity", quantity("2Gi"), "1024Mi", quantity("2Gi")},
		{"a text that looks like a duration stays", "1m0s", "60s", "1m0s"},
		{"a false that Go left out", map[string]any{}, map[string]any{"a": false}, map[string]any{"a": false}},
		{"a 0 that Go left out", map[string]any{}, map[string]any{"a": json.Number("0")}, map[string]any{"a": json.Number("0")}},
		{"nothing else that Go left out", map[string]any{}, map[string]any{"a": "", "b": true, "c": map[string]any{}, "d": nil, "e": json.Number("1")}, map[string]any{}},
		{"what was changed to true stays", map[string]any{"a": true}, map[string]any{"a": false}, map[string]any{"a": true}},
		{"deep", map[string]any{"a": []any{map[string]any{"b": duration(time.Hour)}}}, map[string]any{"a": []any{map[string]any{"b": "60m"}}},
			map[string]any{"a": []any{map[string]any{"b": "60m"}}}},
		{"a list of another length", []any{duration(time.Hour)}, []any{"60m", "60m"}, []any{duration(time.Hour)}},
		{"another type", map[string]any{"a": "b"}, []any{"c"}, map[string]any{"a": "b"}},
		{"nothing written", map[string]any{"a": "b"}, nil, map[string]any{"a": "b"}},
	}
	for _, test := range tests {
		if got := Restore(test.encoded, test.written); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %#v, want %#v", test.name, got, test.want)
		}
	}
}

// TestJSON compares with encoding/json, which appendJSON stands in for.
func TestJSON(t *testing.T) {
	texts := []string{"", "plain", `"quoted"`, `\`, "\x00\x1f\x7f", "<&>", "ü 店 🛒 \u2028\u2029", "\xff invalid", "\t\n\r"}
	for _, text := range texts {
		tree := map[string]any{text: []any{text, nil, true, json.Number("1.50"), map[string]any{}, []any{}}}
		got, err := JSON(tree)
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		encoder := json.NewEncoder(&want)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(tree); err != nil {
			t.Fatal(err)
		}
		if string(got)+"\n" != want.String() {
			t.Errorf("got %s, want %s", got, want.String())
		}
	}
	if _, err := JSON(map[string]any{"a": math.NaN()}); err == nil {
		t.Error("NaN is JSON")
	}
}

func TestDecode(t *testing.T) {
	tree, err := Decode([]byte(`{"a":[1.50,12345678901234567890]}`))
	want := map[string]any{"a": []any{json.Number("1.50"), json.Number("12345678901234567890")}}
	if err != nil || !reflect.DeepEqual(tree, want) {
		t.Errorf("got %v, %v", tree, err)
	}
	if _, err := Decode([]byte(`{`)); err == nil {
		t.Error("half an object is JSON")
	}
}

// TestYAML compares with the library by which kustomize prints.
func TestYAML(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"a":{}}`, `{"b":[],"a":null}`, `{"a":"1","b":1,"c":true,"d":"true","y":"no"}`, `{"a":"x\ny\n","b":"x\ny","c":" x"}`,
		`{"list":[{"a":1,"b":[1,2]},"x"]}`, `{"a":"` + strings.Repeat("long ", 40) + `"}`, `{"a":"- b","c":"# d","e":"f: g","h":"{i}"}`,
		`{"n":12345678901234567890,"f":1.5,"e":1e3}`, `{"a":"ü 🛒 \u2028"}`,
	} {
		got, err := YAML([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		want, err := yaml.JSONToYAML([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", text, got, want)
		}
	}
}
