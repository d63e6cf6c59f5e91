package webapp

import (
	"encoding/json"
	"fmt"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/fivefold-dev/fivefold/internal/declaration"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
	"github.com/fivefold-dev/fivefold/internal/manifest"
)

// objectTest says what one field of an object is, given a spec in YAML. An absent field is "-".
type objectTest struct {
	name   string
	spec   string
	object string // kind and name
	path   string
	want   string // YAML
}

// absent stands for a field or an object that must not be there.
const absent = "-"

func testObjects(t *testing.T, tests []objectTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			objects := build(t, test.spec)
			found, ok := fieldpath.Get(objects[test.object], test.path)
			if !ok {
				if test.want != absent {
					t.Fatalf("%s has no %s; objects are %v", test.object, test.path, sortedKeys(objects))
				}
				return
			}
			got := text(t, found)
			if test.want == absent {
				t.Fatalf("%s %s is %s, want none", test.object, test.path, got)
			}
			want, err := yaml.YAMLToJSONStrict([]byte(test.want))
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s %s\n got %s\nwant %s", test.object, test.path, got, want)
			}
		})
	}
}

// build returns the objects of an app called shop in the namespace acme, by kind and name.
func build(t *testing.T, spec string) map[string]any {
	t.Helper()
	texts, err := newTestBuilder(t, spec).graph().JSON()
	if err != nil {
		t.Fatal(err)
	}
	objects := map[string]any{}
	for _, text := range texts {
		tree, err := manifest.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		kind, _ := fieldpath.Get(tree, "kind")
		name, _ := fieldpath.Get(tree, "metadata.name")
		key := fmt.Sprintf("%v %v", kind, name)
		if objects[key] != nil {
			t.Errorf("%s is there twice", key)
		}
		objects[key] = tree
	}
	return objects
}

func newTestBuilder(t *testing.T, spec string) builder {
	t.Helper()
	app := WebApp{}
	app.Name, app.Namespace = "shop", "acme"
	data, err := yaml.YAMLToJSONStrict([]byte("{image: 'registry.example.org/shop:1.4.2'}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if spec != "" {
		if data, err = yaml.YAMLToJSONStrict([]byte("image: registry.example.org/shop:1.4.2\n" + spec)); err != nil {
			t.Fatal(err)
		}
	}
	if err := json.Unmarshal(data, &app.Spec); err != nil {
		t.Fatal(err)
	}
	layers, err := stack(app, Spec{})
	if err != nil {
		t.Fatal(err)
	}
	var merged plainSpec
	if err := declaration.Convert(layer.WithoutNulls(layers.Merged), &merged); err != nil {
		t.Fatal(err)
	}
	return newBuilder(app, Spec(merged))
}

func text(t *testing.T, tree any) string {
	t.Helper()
	data, err := manifest.JSON(tree)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
