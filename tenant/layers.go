package tenant

import (
	"reflect"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
)

// alternatives are fields of which only one can hold: the highest layer that sets any of a row decides, and what lower
// layers say about the others is gone.
func alternatives() [][]string {
	return [][]string{
		{"rbac.clusterRole", "rbac.role"},
		{"pullSecret.remoteRef", "pullSecret.dataFrom"},
	}
}

// stack merges the layers of a tenant.
func stack(t Tenant, platform Spec) (layer.Stack, error) {
	defaults, err := defaultsTree()
	if err != nil {
		return layer.Stack{}, err
	}
	conventions, err := platform.tree()
	if err != nil {
		return layer.Stack{}, err
	}
	own, err := t.Spec.tree()
	if err != nil {
		return layer.Stack{}, err
	}
	namespace := t.Name
	conventional, _ := fieldpath.Get(conventions, "namespace.name")
	if conventional != nil {
		namespace, _ = layer.Substitute(conventional, t.Name, t.Name).(string)
	}
	if name, ok := fieldpath.Get(own, "namespace.name"); ok {
		if namespace, ok = name.(string); !ok {
			namespace = t.Name
		}
	} else if whole, ok := own["namespace"]; ok && whole == nil {
		namespace = t.Name
	}
	substituted, _ := layer.Substitute(conventions, t.Name, namespace).(map[string]any)
	if fields, ok := substituted["namespace"].(map[string]any); ok && conventional != nil {
		// The namespace's own name cannot hold itself; there, {namespace} is the tenant's name.
		fields["name"] = layer.Substitute(conventional, t.Name, t.Name)
	}
	l := layer.NewStack(reflect.TypeFor[Spec](), alternatives(), defaults, conventions, substituted, own)
	for _, path := range []string{"namespace.name", "serviceAccount.name", "source.name", "sync.name"} {
		l.SetDefault(path, t.Name)
	}
	return l, nil
}
