package tenant

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fivefold-dev/fivefold/internal/declaration"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
	"github.com/fivefold-dev/fivefold/internal/manifest"
	"github.com/fivefold-dev/fivefold/internal/objectmeta"
	"github.com/fivefold-dev/fivefold/internal/report"
)

const (
	pruneAnnotation = "kustomize.toolkit.fluxcd.io/prune"
	pruneDisabled   = "disabled"
)

// Build returns the objects of a tenant. Platform is what the tenant's platform sets for all of its tenants, the
// spec.tenant of a Platform; its strings may hold {name} and {namespace}.
//
// The error is a [fivefold.Findings] with all faults at once, and warnings beside them. Without an error, warnings are
// in the graph.
func Build(t Tenant, platform Spec) (*Graph, error) {
	l, err := stack(t, platform)
	if err != nil {
		return nil, fmt.Errorf("reading the layers of Tenant %q: %w", t.Name, err)
	}
	effective, _ := layer.WithoutNulls(l.Merged).(map[string]any)
	var merged plainSpec
	if err := declaration.Convert(effective, &merged); err != nil {
		return nil, fmt.Errorf("merging the layers of Tenant %q: %w", t.Name, err)
	}
	spec := Spec(merged)

	r := report.Report{Kind: Kind, Name: t.Name, Section: "spec.tenant", Layers: l}
	validate(&r, t, spec, effective)
	r.Findings.Sort()
	if r.Findings.HasErrors() {
		return nil, r.Findings
	}

	b := newBuilder(t, spec)
	g := &Graph{
		Namespace:                     b.namespaceObject(),
		ResourceQuota:                 b.resourceQuota(),
		LimitRange:                    b.limitRange(),
		DefaultDeny:                   b.defaultDeny(),
		AllowDNS:                      b.allowDNS(),
		AllowSameNamespace:            b.allowSameNamespace(),
		CiliumAllowDNS:                b.ciliumAllowDNS(),
		CiliumAllowSameNamespace:      b.ciliumAllowSameNamespace(),
		ServiceAccount:                b.serviceAccount(),
		Role:                          b.role(),
		RoleBinding:                   b.roleBinding(),
		AdditionalRoleBindings:        b.additionalRoleBindings(),
		ExternalDNSRoleBinding:        b.externalDNSRoleBinding(),
		ExternalDNSGatewayRoleBinding: b.externalDNSGatewayRoleBinding(),
		ExternalDNSClusterRoleBinding: b.externalDNSClusterRoleBinding(),
		SecretStore:                   b.secretStore(),
		PullSecret:                    b.pullSecret(),
		ExternalSecrets:               b.externalSecrets(),
		OCIRepository:                 b.ociRepository(),
		GitRepository:                 b.gitRepository(),
		Kustomization:                 b.kustomization(),
		Warnings:                      r.Findings,
	}
	g.written = writtenTexts(g, effective)
	return g, nil
}

// builder makes the objects of one tenant from its validated spec.
type builder struct {
	name        string
	spec        Spec
	labels      map[string]string
	annotations map[string]string
	protection  map[string]string // annotations that nothing overrides
}

func newBuilder(t Tenant, spec Spec) builder {
	b := builder{
		name:        t.Name,
		spec:        spec,
		labels:      objectmeta.Union(objectmeta.WithoutBookkeeping(t.Labels), spec.Labels),
		annotations: objectmeta.Union(objectmeta.WithoutBookkeeping(t.Annotations), spec.Annotations),
	}
	if isTrue(spec.PruneProtection) {
		b.protection = map[string]string{pruneAnnotation: pruneDisabled}
	}
	return b
}

// meta returns the metadata of an object in the tenant's namespace, with annotations of its own.
func (b builder) meta(name string, annotations map[string]string) metav1.ObjectMeta {
	meta := b.clusterMeta(name, annotations)
	meta.Namespace = b.spec.Namespace.Name
	return meta
}

// clusterMeta returns the metadata of an object outside of namespaces.
func (b builder) clusterMeta(name string, annotations map[string]string) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Name:        name,
		Labels:      objectmeta.Union(b.labels, nil),
		Annotations: objectmeta.Union(objectmeta.Union(b.annotations, annotations), b.protection),
	}
}

// writtenTexts says for the objects that carry values of upstream types what text their author wrote them in.
func writtenTexts(g *Graph, spec map[string]any) map[Object]any {
	texts := map[Object]any{}
	add := func(object Object, path ...string) {
		value, ok := fieldpath.Lookup(spec, path)
		if ok && !manifest.IsNil(object) {
			texts[object] = map[string]any{"spec": value}
		}
	}
	add(g.ResourceQuota, "resourceQuota")
	add(g.LimitRange, "limitRange")
	add(g.OCIRepository, "source")
	add(g.GitRepository, "source")
	add(g.Kustomization, "sync")
	add(g.PullSecret, "pullSecret")
	add(g.SecretStore, "secretStore")
	for i, secret := range g.ExternalSecrets {
		add(secret, "secrets", fmt.Sprint(i))
	}
	return texts
}

func isTrue(flag *bool) bool {
	return flag != nil && *flag
}

// MarshalJSON guards against losing texts: a Spec is written as it was read.
func (s Spec) MarshalJSON() ([]byte, error) {
	tree, err := s.tree()
	if err != nil {
		return nil, err
	}
	return manifest.JSON(tree)
}
