package webapp

import (
	"reflect"

	"github.com/fivefold-dev/fivefold/internal/layer"
)

// stack merges the layers of an app. Where a declaration carries no namespace, {namespace} is its tenant, whose namespace
// mostly has that name.
func stack(w WebApp, platform Spec) (layer.Stack, error) {
	defaults, err := defaultsTree()
	if err != nil {
		return layer.Stack{}, err
	}
	conventions, err := platform.tree()
	if err != nil {
		return layer.Stack{}, err
	}
	own, err := w.Spec.tree()
	if err != nil {
		return layer.Stack{}, err
	}
	tenant := w.Namespace
	if tenant == "" {
		tenant = w.Name
	}
	// The tenant's own name cannot hold itself; there, {namespace} is what it would be without the Platform's word.
	conventional, _ := layer.Substitute(conventions["tenant"], w.Name, tenant).(string)
	chosen := tenant
	switch name, written := own["tenant"]; {
	case written && name != nil:
		chosen, _ = name.(string)
	case !written && conventional != "":
		chosen = conventional
	}
	namespace := w.Namespace
	if namespace == "" {
		namespace = chosen
	}
	substituted, _ := layer.Substitute(conventions, w.Name, namespace).(map[string]any)
	if conventional != "" {
		substituted["tenant"] = conventional
	}
	l := layer.NewStack(reflect.TypeFor[Spec](), nil, defaults, conventions, substituted, own)
	l.SetDefault("tenant", tenant)
	if name, ok := l.Merged["tenant"].(string); ok {
		tenant = name
	}
	l.SetDefault("database.name", w.Name+"-db")
	l.SetDefault("database.owner", w.Name)
	l.SetDefault("database.database", w.Name)
	l.SetDefault("externalDNS.ownerId", tenant)
	return l, nil
}
