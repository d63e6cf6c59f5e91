package kustomize_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
	"sigs.k8s.io/yaml"
)

// separator stands between two documents.
const separator = "---\n"

var update = flag.Bool("update", false, "rewrite the expected texts in testdata/script")

// TestScript runs the scripts of testdata/script. Beside a script's own files lie examples/ and bin/, as in the
// repository, and registrations/ with a Platform and seven Tenants. Functions name fivefold without a path; it is in PATH.
//
// Commands beside those of testscript:
//
//	[!] build DIR
//	    Run kustomize build with functions enabled. It must (or must not) succeed; a build that fails prints nothing to
//	    stdout.
//	function FROM TO
//	    Copy a declaration, with the annotation that makes a function of it.
//	same FILE FILE
//	    Check that two YAML streams hold the same objects in the same order, whatever their texts.
//	shows FILE
//	    Check that stderr of the last command holds the text of FILE.
//	subtract WHOLE PART REST
//	    Write the documents of WHOLE that are not in PART, if any, to REST. Each document of PART must be in WHOLE to the byte.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			if err := layOut(env.WorkDir); err != nil {
				return err
			}
			target := filepath.Join(env.WorkDir, "registrations")
			if err := os.CopyFS(target, os.DirFS(registrations)); err != nil {
				return err
			}
			platform, err := os.ReadFile(platformFile)
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(target, "platform.yaml"), platform, 0o644)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"build":    build,
			"function": function,
			"same":     same,
			"shows":    shows,
			"subtract": subtract,
		},
	})
}

func build(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: build DIR")
	}
	err := ts.Exec("kustomize", "build", "--enable-alpha-plugins", "--enable-exec", args[0])
	switch {
	case !neg && err != nil:
		ts.Fatalf("kustomize build: %s", err)
	case neg && err == nil:
		ts.Fatalf("kustomize build succeeded")
	case neg && ts.ReadFile("stdout") != "":
		ts.Fatalf("kustomize build failed, and printed objects")
	}
}

func function(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: function FROM TO")
	}
	declaration, err := asFunction(ts.ReadFile(args[0]))
	ts.Check(err)
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[1])), 0o755))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(declaration), 0o644))
}

func same(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: same FILE FILE")
	}
	got, err := objects(ts.ReadFile(args[0]))
	ts.Check(err)
	want, err := objects(ts.ReadFile(args[1]))
	ts.Check(err)
	if len(want) == 0 {
		ts.Fatalf("%s holds no objects", args[1])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		ts.Fatalf("%s (+) differs from %s (-):\n%s", args[0], args[1], diff)
	}
}

func shows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: shows FILE")
	}
	text := ts.ReadFile(args[0])
	if text == "" {
		ts.Fatalf("%s is empty", args[0])
	}
	if !strings.Contains(ts.ReadFile("stderr"), text) {
		ts.Fatalf("stderr does not show:\n%s", text)
	}
}

func subtract(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: subtract WHOLE PART REST")
	}
	rest := documents(ts.ReadFile(args[0]))
	for _, document := range documents(ts.ReadFile(args[1])) {
		i := slices.Index(rest, document)
		if i < 0 {
			ts.Fatalf("%s lacks this document of %s:\n%s", args[0], args[1], document)
		}
		rest = slices.Delete(rest, i, i+1)
	}
	if len(rest) > 0 {
		ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.Join(rest, separator)), 0o644))
	}
}

// documents splits what kustomize prints. Within a block scalar the separator would be indented.
func documents(stream string) []string {
	if stream == "" {
		return nil
	}
	list := strings.Split(stream, "\n"+separator)
	for i := range list[:len(list)-1] {
		list[i] += "\n"
	}
	return list
}

// objects reads a stream of YAML documents.
func objects(stream string) ([]map[string]any, error) {
	var list []map[string]any
	for _, document := range documents(stream) {
		var object map[string]any
		if err := yaml.UnmarshalStrict([]byte(document), &object); err != nil {
			return nil, err
		}
		list = append(list, object)
	}
	return list, nil
}
