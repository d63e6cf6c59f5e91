package webapp

import (
	"fmt"
	"reflect"

	"github.com/fivefold-dev/fivefold/internal/certmanager"
	"github.com/fivefold-dev/fivefold/internal/cnpg"
	"github.com/fivefold-dev/fivefold/internal/declaration"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/manifest"
	"github.com/fivefold-dev/fivefold/internal/report"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

// plainSpec is a Spec without its methods, so that decoding one does not call itself.
type plainSpec Spec

// UnmarshalJSON decodes a WebApp strictly. Its error is a [fivefold.Findings] with every unknown field and every value of
// a wrong type; the WebApp then holds the rest.
func (w *WebApp) UnmarshalJSON(data []byte) error {
	data, err := withMappings(data, "spec.writablePaths")
	if err != nil {
		return fmt.Errorf("decoding a WebApp: %w", err)
	}
	d, problems, err := declaration.Read(data, reflect.TypeFor[Spec](), exceptions("spec."))
	if err != nil {
		return fmt.Errorf("decoding a WebApp: %w", err)
	}
	*w = WebApp{}
	w.APIVersion, w.Kind = d.APIVersion, d.Kind
	w.Name, w.Namespace, w.Labels, w.Annotations = d.Metadata.Name, d.Metadata.Namespace, d.Metadata.Labels, d.Metadata.Annotations
	if err := w.Spec.fill(d.Spec); err != nil {
		return fmt.Errorf("decoding a WebApp's spec: %w", err)
	}
	return report.Problems(Kind, d.Title, problems)
}

// UnmarshalJSON decodes a layer strictly, as it stands in a Platform's spec.webApp. Its error is a [fivefold.Findings]
// with every unknown field and every value of a wrong type; the Spec then holds the rest.
func (s *Spec) UnmarshalJSON(data []byte) error {
	const path = "spec.webApp"
	data, err := withMappings(data, "writablePaths")
	if err != nil {
		return fmt.Errorf("decoding a WebApp's spec: %w", err)
	}
	written, problems, err := declaration.ReadSpec(data, reflect.TypeFor[Spec](), path, exceptions(path+"."))
	if err != nil {
		return fmt.Errorf("decoding a WebApp's spec: %w", err)
	}
	if err := s.fill(written); err != nil {
		return fmt.Errorf("decoding a WebApp's spec: %w", err)
	}
	return report.Problems("Platform", "", problems)
}

// MarshalJSON guards against losing texts: a Spec is written as it was read.
func (s Spec) MarshalJSON() ([]byte, error) {
	tree, err := s.tree()
	if err != nil {
		return nil, err
	}
	return manifest.JSON(tree)
}

// withMappings writes out the short form of writable paths, a path instead of a mapping, so that layers, checks and texts
// know one form only.
func withMappings(data []byte, path string) ([]byte, error) {
	tree, err := manifest.Decode(data)
	if err != nil {
		return nil, err
	}
	found, _ := fieldpath.Get(tree, path)
	list, ok := found.([]any)
	if !ok {
		return data, nil
	}
	for i, item := range list {
		switch item.(type) {
		case nil, map[string]any, []any:
		default:
			list[i] = map[string]any{"path": item}
		}
	}
	return manifest.JSON(tree)
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

// exceptions are what the Go types of a spec do not say.
func exceptions(prefix string) schema.Exceptions {
	const issuer = "certificate.issuer."
	return schema.Exceptions{Reserved: reserved(prefix), Untyped: map[string]reflect.Type{
		prefix + "database.cluster":                     cnpg.ClusterFields(),
		prefix + issuer + "ca":                          certmanager.CAFields(),
		prefix + issuer + "vault":                       certmanager.VaultFields(),
		prefix + issuer + "selfSigned":                  certmanager.SelfSignedFields(),
		prefix + issuer + "venafi":                      certmanager.VenafiFields(),
		prefix + issuer + "acme.externalAccountBinding": certmanager.ExternalAccountBindingFields(),
		prefix + issuer + "acme.solvers.selector":       certmanager.SelectorFields(),
		prefix + issuer + "acme.solvers.http01":         certmanager.HTTP01Fields(),
		prefix + issuer + "acme.solvers.dns01":          certmanager.DNS01Fields(),
	}}
}

// reserved are fields that exist in the upstream types but are elsewhere here, or not the author's to set.
func reserved(prefix string) map[string]string {
	const restricted = "Pod Security at its level restricted refuses it; drop it"
	fields := map[string]string{
		"podDisruptionBudget.minAvailable": "it blocks the drain of a node as soon as a pod is missing; write maxUnavailable: 1",
		"podDisruptionBudget.selector":     "Fivefold owns this field: the budget is that of the app's own pods; drop it",
		"database.backup.retentionPolicy":  "retention belongs to the ObjectStore that objectStore names; write retentionPolicy in its spec",
		"deployment.replicas":              "write spec.replicas",
		"deployment.strategy":              "write spec.strategy",
		"deployment.selector":              "Fivefold owns this field: the Deployment selects the app's own pods; drop it",
		"deployment.template":              "write spec.pod and spec.container",
		"container.name":                   "Fivefold owns this field: the container carries the app's name, by which pipelines set its image; drop it",
		"container.livenessProbe":          "write spec.probes.liveness",
		"container.readinessProbe":         "write spec.probes.readiness",
		"container.startupProbe":           "write spec.probes.startup",
		"pod.containers":                   "write spec.sidecars",
		"pod.restartPolicy":                "Fivefold owns this field: the pods of a Deployment always restart; drop it",
		"pod.topologySpread":               "write topologySpreadConstraints",
		"pod.nodeName":                     "the pods could run on one node only; write nodeSelector",
		"pod.hostNetwork":                  restricted,
		"pod.hostPID":                      restricted,
		"pod.hostIPC":                      restricted,
		"service.type":                     "Fivefold owns this field: the Service is reached through the Gateway; drop it",
		"service.selector":                 "Fivefold owns this field: the Service selects the app's own pods; drop it",
		"service.ports":                    "write port and portName, and extraPorts for more",
		"service.targetPort":               "write spec.port",
		"route.hostnames":                  "write spec.hostnames",
		"livenessProbe":                    "write spec.probes.liveness",
		"readinessProbe":                   "write spec.probes.readiness",
		"startupProbe":                     "write spec.probes.startup",
		"ports":                            "write spec.port, and spec.container.ports for more",
	}
	for _, field := range []string{"image", "command", "args", "env", "envFrom", "resources", "volumeMounts", "securityContext"} {
		fields["container."+field] = "write spec." + field
	}
	for _, field := range []string{"volumes", "initContainers"} {
		fields["pod."+field] = "write spec." + field
	}
	whole := make(map[string]string, len(fields))
	for field, why := range fields {
		whole[prefix+field] = why
	}
	return whole
}
