package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fivefold-dev/fivefold/tenant"
	"github.com/fivefold-dev/fivefold/webapp"
)

// TestDefaults prints the lowest layer of one kind, or of each as a document of its own.
func TestDefaults(t *testing.T) {
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"tenant"}, 0, string(tenant.Defaults())},
		{[]string{"webapp"}, 0, string(webapp.Defaults())},
		{nil, 0, "# spec of a Tenant\n" + string(tenant.Defaults()) + "---\n# spec of a WebApp\n" + string(webapp.Defaults())},
		{[]string{"WebApp"}, 2, ""},
		{[]string{"tenant", "webapp"}, 2, ""},
	} {
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"defaults"}, test.args...), strings.NewReader(""), &stdout, &stderr, "")
		if code != test.code || stdout.String() != test.want || (code == 2) != (stderr.Len() > 0) {
			t.Errorf("defaults %v: exit code %d, stdout\n%s\nstderr\n%s", test.args, code, stdout.String(), stderr.String())
		}
	}
}

// TestCheckKnowsApps looks for the objects of a WebApp in what kustomize printed.
func TestCheckKnowsApps(t *testing.T) {
	const input = "testdata/render/webapp-minimal/input"
	var stream, stderr bytes.Buffer
	if code := run([]string{"render", input}, strings.NewReader(""), &stream, &stderr, ""); code != 0 {
		t.Fatal(stderr.String())
	}
	declared := "apiVersion: fivefold.dev/v1alpha1\nkind: WebApp\nmetadata: {name: shop}\n"
	for _, test := range []struct {
		stream string
		code   int
		says   string
	}{
		{stream.String(), 0, ""},
		{declared, 1, "is not expanded"},
		{"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n", 1, "none of its 5 objects is in the stream"},
	} {
		var stdout, stderr bytes.Buffer
		code := run([]string{"check", "--expect", input}, strings.NewReader(test.stream), &stdout, &stderr, "")
		if code != test.code || !strings.Contains(stderr.String(), test.says) {
			t.Errorf("exit code %d, want %d and %q; stderr\n%s", code, test.code, test.says, stderr.String())
		}
	}
}
