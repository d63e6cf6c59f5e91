package tenant

import (
	"fmt"
	"reflect"

	"github.com/fivefold-dev/fivefold/internal/declaration"
	"github.com/fivefold-dev/fivefold/internal/report"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

// plainSpec is a Spec without its methods, so that decoding one does not call itself.
type plainSpec Spec

// UnmarshalJSON decodes a Tenant strictly. Its error is a [fivefold.Findings] with every unknown field and every value of
// a wrong type; the Tenant then holds the rest.
func (t *Tenant) UnmarshalJSON(data []byte) error {
	d, problems, err := declaration.Read(data, reflect.TypeFor[Spec](), schema.Exceptions{Reserved: reserved("spec.sync.")})
	if err != nil {
		return fmt.Errorf("decoding a Tenant: %w", err)
	}
	*t = Tenant{}
	t.APIVersion, t.Kind = d.APIVersion, d.Kind
	t.Name, t.Namespace, t.Labels, t.Annotations = d.Metadata.Name, d.Metadata.Namespace, d.Metadata.Labels, d.Metadata.Annotations
	if err := t.Spec.fill(d.Spec); err != nil {
		return fmt.Errorf("decoding a Tenant's spec: %w", err)
	}
	return report.Problems(Kind, d.Title, problems)
}

// UnmarshalJSON decodes a layer strictly, as it stands in a Platform's spec.tenant. Its error is a [fivefold.Findings]
// with every unknown field and every value of a wrong type; the Spec then holds the rest.
func (s *Spec) UnmarshalJSON(data []byte) error {
	const path = "spec.tenant"
	written, problems, err := declaration.ReadSpec(data, reflect.TypeFor[Spec](), path, schema.Exceptions{Reserved: reserved(path + ".sync.")})
	if err != nil {
		return fmt.Errorf("decoding a Tenant's spec: %w", err)
	}
	if err := s.fill(written); err != nil {
		return fmt.Errorf("decoding a Tenant's spec: %w", err)
	}
	return report.Problems("Platform", "", problems)
}

// fill sets the spec from JSON that fits its type, and keeps the JSON for the texts in it.
func (s *Spec) fill(written any) error {
	var p plainSpec
	object, null, err := declaration.Fill(written, &p)
	if err != nil {
		return err
	}
	*s = Spec(p)
	s.Null, s.written = null, object
	return nil
}

// tree returns the spec as JSON, with the texts that it was written in and null where it removes a field.
func (s Spec) tree() (map[string]any, error) {
	return declaration.Tree(plainSpec(s), s.written, s.Null)
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
