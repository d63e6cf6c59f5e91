package webapp

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/fivefold-dev/fivefold"
)

// TestWritablePathsHaveAShortForm reads both forms, and writes one.
func TestWritablePathsHaveAShortForm(t *testing.T) {
	var spec Spec
	if err := json.Unmarshal([]byte(`{"writablePaths":["/a",{"path":"/b","sizeLimit":"1024Mi"}]}`), &spec); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(spec)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"writablePaths":[{"path":"/a"},{"path":"/b","sizeLimit":"1024Mi"}]}`; string(text) != want {
		t.Errorf("got %s, want %s", text, want)
	}
}

// TestUnmarshalKeepsWhatFits reads a declaration with faults, all of which are found.
func TestUnmarshalKeepsWhatFits(t *testing.T) {
	var w WebApp
	err := w.UnmarshalJSON([]byte(`{"metadata":{"name":"shop"},"spec":{
		"image":"registry.example.org/shop:1","replicaz":2,"port":"80","hostnames":["a.example.org",1],
		"podDisruptionBudget":{"minAvailable":1},"probes":{"liveness":null}}}`))
	var findings fivefold.Findings
	if !errors.As(err, &findings) {
		t.Fatal(err)
	}
	var fields []string
	for _, f := range findings {
		fields = append(fields, f.Field)
	}
	slices.Sort(fields)
	if want := []string{"spec.hostnames[1]", "spec.podDisruptionBudget.minAvailable", "spec.port", "spec.replicaz"}; !slices.Equal(fields, want) {
		t.Errorf("faults at %v, want %v", fields, want)
	}
	if w.Spec.Image == "" || !slices.Equal(w.Spec.Hostnames, []string{"a.example.org", ""}) || !slices.Contains(w.Spec.Null, "probes.liveness") {
		t.Errorf("got %+v", w.Spec)
	}
}

// TestPlaceholdersOfTheLayers pins what {name} and {namespace} stand for.
func TestPlaceholdersOfTheLayers(t *testing.T) {
	for _, test := range []struct{ name, namespace, own, platform, want string }{
		{"shop", "", "", "", "shop shop"},
		{"api", "shop", "", "", "api shop"},
		{"api", "", "shop", "", "api shop"},
		{"api", "", "", "{name}-x", "api api-x"},
		{"api", "", "lab", "{name}-x", "api lab"},
		{"api", "prod", "shop", "", "api prod"},
	} {
		app := WebApp{Spec: Spec{Image: "registry.example.org/shop:1", Tenant: test.own}}
		app.Name, app.Namespace = test.name, test.namespace
		graph, err := Build(app, Spec{Tenant: test.platform, Annotations: map[string]string{"a": "{name} {namespace}"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := graph.Service.Annotations["a"]; got != test.want {
			t.Errorf("%+v: got %q, want %q", test, got, test.want)
		}
	}
}

// TestTextsStay pins that quantities and durations come out as they were written, wherever they end up.
func TestTextsStay(t *testing.T) {
	var spec Spec
	if err := json.Unmarshal([]byte(`{
		"image":"registry.example.org/shop:1",
		"resources":{"requests":{"cpu":"0.5","memory":"1024Mi"}},
		"sidecars":[{"name":"a","image":"registry.example.org/a:1","resources":{"requests":{"memory":"2048Mi"}}}],
		"initContainers":[{"name":"b","image":"registry.example.org/b:1","resources":{"requests":{"memory":"3072Mi"}}}],
		"cronJobs":[{"name":"c","schedule":"@daily","resources":{"requests":{"memory":"4096Mi"}}}],
		"writablePaths":[{"path":"/tmp","sizeLimit":"5120Mi"}],
		"volumes":[{"name":"v","emptyDir":{"sizeLimit":"6144Mi"}}],
		"storage":[{"name":"d","mountPath":"/d","size":"7168Mi","accessModes":["ReadWriteMany"]}],
		"database":{"enabled":true,"size":"8192Mi"},
		"secrets":[{"name":"s","refreshInterval":"90m","data":[{"secretKey":"a","remoteRef":{"key":"a"}}]}]}`), &spec); err != nil {
		t.Fatal(err)
	}
	app := WebApp{Spec: spec}
	app.Name = "shop"
	graph, err := Build(app, Spec{})
	if err != nil {
		t.Fatal(err)
	}
	texts, err := graph.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, text := range texts {
		all.Write(text)
	}
	for _, want := range []string{`"cpu":"0.5"`, `"1024Mi"`, `"2048Mi"`, `"3072Mi"`, `"4096Mi"`, `"5120Mi"`, `"6144Mi"`, `"7168Mi"`, `"8192Mi"`, `"90m"`} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("%s is written otherwise", want)
		}
	}
}
