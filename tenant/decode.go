package tenant

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
	"github.com/fivefold-dev/fivefold/internal/manifest"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

// declaration is what may be written in a Tenant: fields of the metadata that would be lost are not there.
type declaration struct {
	APIVersion string   `json:"apiVersion,omitempty"`
	Kind       string   `json:"kind,omitempty"`
	Metadata   metadata `json:"metadata,omitzero"`
	Spec       Spec     `json:"spec,omitzero"`
}

type metadata struct {
	Name        string            `json:"name,omitempty"`
	Namespace   string            `json:"namespace,omitempty"`
	Labels      map[string]string `json:"labels,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// plainSpec is a Spec without its methods, so that decoding one does not call itself.
type plainSpec Spec

// UnmarshalJSON decodes a Tenant strictly. Its error is a [fivefold.Findings] with every unknown field and every value of
// a wrong type; the Tenant then holds the rest.
func (t *Tenant) UnmarshalJSON(data []byte) error {
	tree, err := manifest.Decode(data)
	if err != nil {
		return fmt.Errorf("decoding a Tenant: %w", err)
	}
	name, _ := fieldpath.Get(tree, "metadata.name")
	problems := schema.Types(tree, reflect.TypeFor[declaration](), "", reserved("spec.sync."))
	object, _ := prune(tree, problems).(map[string]any)
	*t = Tenant{}
	t.APIVersion, _ = object["apiVersion"].(string)
	t.Kind, _ = object["kind"].(string)
	if meta, ok := object["metadata"].(map[string]any); ok {
		var m metadata
		if err := convert(meta, &m); err != nil {
			return fmt.Errorf("decoding a Tenant's metadata: %w", err)
		}
		t.Name, t.Namespace, t.Labels, t.Annotations = m.Name, m.Namespace, m.Labels, m.Annotations
	}
	if spec, ok := object["spec"].(map[string]any); ok {
		if err := t.Spec.fill(spec); err != nil {
			return fmt.Errorf("decoding a Tenant's spec: %w", err)
		}
	}
	title, _ := name.(string)
	return findings(Kind, title, problems)
}

// UnmarshalJSON decodes a layer strictly, as it stands in a Platform's spec.tenant. Its error is a [fivefold.Findings]
// with every unknown field and every value of a wrong type; the Spec then holds the rest.
func (s *Spec) UnmarshalJSON(data []byte) error {
	tree, err := manifest.Decode(data)
	if err != nil {
		return fmt.Errorf("decoding a Tenant's spec: %w", err)
	}
	const path = "spec.tenant"
	problems := schema.Types(tree, reflect.TypeFor[Spec](), path, reserved(path+".sync."))
	if object, ok := prune(map[string]any{"spec": map[string]any{"tenant": tree}}, problems).(map[string]any); ok {
		if spec, ok := fieldpath.Get(object, path); ok {
			fields, _ := spec.(map[string]any)
			if err := s.fill(fields); err != nil {
				return fmt.Errorf("decoding a Tenant's spec: %w", err)
			}
		}
	}
	return findings("Platform", "", problems)
}

// fill sets the spec from JSON that fits its type, and keeps the JSON for the texts in it.
func (s *Spec) fill(written map[string]any) error {
	var p plainSpec
	if err := convert(layer.WithoutNulls(written), &p); err != nil {
		return err
	}
	*s = Spec(p)
	s.Null = nulls(written, "")
	s.written = written
	return nil
}

func convert(tree, into any) error {
	data, err := manifest.JSON(tree)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// nulls returns the paths of the fields that are written as null. Within lists, which layers replace whole, null means
// nothing.
func nulls(object map[string]any, path string) []string {
	var paths []string
	for _, key := range slices.Sorted(maps.Keys(object)) {
		at := fieldpath.Key(path, key)
		switch v := object[key].(type) {
		case nil:
			paths = append(paths, at)
		case map[string]any:
			paths = append(paths, nulls(v, at)...)
		}
	}
	return paths
}

// tree returns the spec as JSON, with the texts that it was written in and null where it removes a field.
func (s Spec) tree() (map[string]any, error) {
	encoded, err := manifest.Encode(plainSpec(s))
	if err != nil {
		return nil, err
	}
	object, ok := manifest.Restore(encoded, s.written).(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	for _, path := range s.Null {
		setNull(object, fieldpath.Split(path))
	}
	return object, nil
}

// setNull writes null where there is no value: one that a caller has set since the spec was read is meant.
func setNull(object map[string]any, path []string) {
	for len(path) > 1 {
		inner, ok := object[path[0]].(map[string]any)
		if !ok {
			inner = map[string]any{}
			object[path[0]] = inner
		}
		object, path = inner, path[1:]
	}
	if len(path) == 0 {
		return
	}
	if _, set := object[path[0]]; !set {
		object[path[0]] = nil
	}
}

// prune returns value without the fields at the problems' paths.
func prune(value any, problems []schema.Problem) any {
	for _, p := range problems {
		value = remove(value, fieldpath.Split(p.Path))
	}
	return value
}

func remove(value any, path []string) any {
	if len(path) == 0 {
		return nil
	}
	switch v := value.(type) {
	case map[string]any:
		if inner, ok := v[path[0]]; ok {
			if len(path) == 1 {
				delete(v, path[0])
			} else {
				v[path[0]] = remove(inner, path[1:])
			}
		}
	case []any:
		// Dropping an item would shift those behind it; dropping the list would hide their faults.
		for i := range v {
			if fieldpath.Index("", i) == "["+path[0]+"]" {
				if len(path) == 1 {
					v[i] = map[string]any{}
				} else {
					v[i] = remove(v[i], path[1:])
				}
			}
		}
	}
	return value
}

func findings(kind, name string, problems []schema.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	found := make(fivefold.Findings, len(problems))
	for i, p := range problems {
		found[i] = fivefold.Finding{
			Severity: fivefold.Error, Kind: kind, Name: name, Field: p.Path, Format: p.Format, Args: p.Args,
		}
	}
	return found
}

// reserved are the fields of a Kustomization that no tenant may choose, since its isolation rests on them.
func reserved(prefix string) map[string]string {
	return map[string]string{
		prefix + "serviceAccountName": "Fivefold owns this field: Flux applies the tenant's manifests as the tenant's service account; " +
			"drop it, or name the account with spec.serviceAccount.name",
		prefix + "targetNamespace": "Fivefold owns this field: the tenant's manifests go to the tenant's namespace; " +
			"drop it, or name the namespace with spec.namespace.name",
		prefix + "sourceRef": "Fivefold owns this field: the Kustomization reads the tenant's own source; " +
			"drop it, and describe the source in spec.source",
		prefix + "kubeConfig": "Fivefold owns this field: a tenant's manifests go to the cluster that its namespace is in; drop it",
	}
}
