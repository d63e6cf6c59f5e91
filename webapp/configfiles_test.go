package webapp

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
)

func TestConfigFiles(t *testing.T) {
	t.Parallel()
	const spec = "configFiles: {/etc/shop/b.conf: b, /etc/shop/a.conf: a, /srv/other/a.conf: other}"
	testObjects(t, []objectTest{
		{"keys are unique", spec, "ConfigMap shop-config", "data", "{etc_shop_a.conf: a, etc_shop_b.conf: b, srv_other_a.conf: other}"},
		{"files are mounted one by one", "configFiles: {/etc/shop/a.conf: a}\nwritablePaths: []", "Deployment shop", container + ".volumeMounts",
			"[{mountPath: /etc/shop/a.conf, name: config-files, readOnly: true, subPath: etc_shop_a.conf}]"},
		{"volume", "configFiles: {/etc/shop/a.conf: a}", "Deployment shop", pod + ".volumes[0]",
			"{configMap: {name: shop-config}, name: config-files}"},
		{"no files", "", "ConfigMap shop-config", "data", absent},
	})
}

// TestConfigHash checks that a change of a file changes the ConfigMap's data and the annotation of the pods, nothing else.
func TestConfigHash(t *testing.T) {
	t.Parallel()
	before := build(t, "configFiles: {/etc/shop/a.conf: one}")
	after := build(t, "configFiles: {/etc/shop/a.conf: two}")
	const at = `spec.template.metadata.annotations["fivefold.dev/config-hash"]`
	old, _ := fieldpath.Get(before["Deployment shop"], at)
	now, _ := fieldpath.Get(after["Deployment shop"], at)
	if old == nil || old == now {
		t.Errorf("the hash was %v and is %v", old, now)
	}
	was := strings.NewReplacer(text(t, old), text(t, now), `"one"`, `"two"`).Replace(text(t, before))
	if got := text(t, after); got != was {
		t.Errorf("got %s\nwant %s", got, was)
	}
	moved := build(t, "configFiles: {/etc/shop/b.conf: one}")
	if elsewhere, _ := fieldpath.Get(moved["Deployment shop"], at); elsewhere == old {
		t.Error("the path does not count")
	}
}

func TestConfigKeys(t *testing.T) {
	t.Parallel()
	keys := map[string]string{}
	for _, at := range []string{
		"/a/b", "/a_b", "/a__b", "/a/_b", "/a_/b", "/..a", "/...", "/.env", "/ä", "/a b", "/a__20b", "/a__/b",
		"/" + strings.Repeat("x", 300), "/" + strings.Repeat("x", 301),
	} {
		key := configKey(at)
		if faults := validation.IsConfigMapKey(key); len(faults) > 0 {
			t.Errorf("%s gives the key %s: %v", at, key, faults)
		}
		if other, ok := keys[key]; ok {
			t.Errorf("%s and %s both give the key %s", at, other, key)
		}
		keys[key] = at
	}
}
