package tenant

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/objectmeta"
	"github.com/fivefold-dev/fivefold/internal/report"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

// validate reports everything that is wrong with a tenant. Spec is what its layers make together, and tree the same as
// JSON.
func validate(r *report.Report, t Tenant, spec Spec, tree map[string]any) {
	validateIdentity(r, t)
	validateNames(r, spec)
	validateMetadata(r, t, spec)
	validateNamespace(r, spec.Namespace)
	r.CheckPlaceholders(bracesMeanSomething)
	validateRules(r, spec, tree)
	validateSource(r, spec)
	validateSync(r, spec)
	validateRBAC(r, spec)
	validateSecrets(r, spec)
	validateQuota(r, spec)
	validateNetwork(r, spec)
	validateExternalDNS(r, spec)
	// validateURL says more about the credentials in a URL.
	r.CheckMaterial(tree, t.Labels, t.Annotations, func(path string) bool { return path == "source.url" })
	validateUniqueNames(r, spec)
}

// validateIdentity checks what a declaration needs to be one. Go users may leave the type out.
func validateIdentity(r *report.Report, t Tenant) {
	if t.APIVersion != "" && t.APIVersion != APIVersion {
		r.MetadataErrorf("apiVersion", "found %q; write %s", t.APIVersion, APIVersion)
	}
	if t.Kind != "" && t.Kind != Kind {
		r.MetadataErrorf("kind", "found %q; write %s", t.Kind, Kind)
	}
	if t.Name == "" {
		r.BadName = true
		r.MetadataErrorf("metadata.name", "not set; the name of the tenant is the default of all names")
		return
	}
	if fault := objectmeta.LabelFault(t.Name); fault != "" {
		r.BadName = true
		r.MetadataErrorf("metadata.name", "found %q: %s", t.Name, fault)
	}
}

// validateNames checks the names of objects. Names that the tenant's own is the default of are wrong with it, and are
// not reported again.
func validateNames(r *report.Report, spec Spec) {
	if spec.Namespace.Name != r.Name {
		if fault := objectmeta.LabelFault(spec.Namespace.Name); fault != "" {
			r.NameErrorf("namespace.name", spec.Namespace.Name, fault)
		}
	}
	if reservedNamespace(spec.Namespace.Name) {
		r.OwnErrorf("namespace.name", "%q belongs to the cluster; a tenant there could change what everybody runs on: "+
			"choose another name", spec.Namespace.Name)
	}
	// Flux writes the Kustomization's name into a label of everything that it applies.
	if spec.Sync.Name != r.Name {
		if fault := objectmeta.LabelFault(spec.Sync.Name); fault != "" {
			r.NameErrorf("sync.name", spec.Sync.Name, fault)
		}
	}
	type use struct{ path, name string }
	names := []use{{"serviceAccount.name", spec.ServiceAccount.Name}, {"source.name", spec.Source.Name}}
	if isTrue(spec.PullSecret.Enabled) {
		names = append(names, use{"pullSecret.name", spec.PullSecret.Name})
	}
	if isTrue(spec.SecretStore.Enabled) {
		names = append(names, use{"secretStore.name", spec.SecretStore.Name})
	}
	if isTrue(spec.ExternalDNS.Enabled) {
		names = append(names, use{"externalDNS.serviceAccountName", spec.ExternalDNS.ServiceAccountName})
	}
	for i, secret := range spec.Secrets {
		names = append(names, use{fmt.Sprintf("secrets[%d].name", i), secret.Name})
	}
	for i, secret := range spec.ServiceAccount.ImagePullSecrets {
		names = append(names, use{fmt.Sprintf("serviceAccount.imagePullSecrets[%d].name", i), secret.Name})
	}
	references := []struct {
		path string
		to   *meta.LocalObjectReference
	}{
		{"source.secretRef.name", spec.Source.SecretRef},
		{"source.certSecretRef.name", spec.Source.CertSecretRef},
		{"source.proxySecretRef.name", spec.Source.ProxySecretRef},
		{"source.verify.secretRef.name", value(spec.Source.Verify).SecretRef},
		{"source.verify.trustedRootSecretRef.name", value(spec.Source.Verify).TrustedRootSecretRef},
		{"sync.decryption.secretRef.name", value(spec.Sync.Decryption).SecretRef},
	}
	for _, reference := range references {
		if reference.to != nil && reference.to.Name != "" {
			names = append(names, use{reference.path, reference.to.Name})
		}
	}
	for _, n := range names {
		if n.name == r.Name {
			continue
		}
		if n.name == "" {
			r.Errorf(n.path, "not set; write a name")
		} else if fault := objectmeta.SubdomainFault(n.name); fault != "" {
			r.NameErrorf(n.path, n.name, fault)
		}
	}
}

// reservedNamespace tells the namespaces that Kubernetes makes or reserves by their prefix, and Flux's own.
// https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/
func reservedNamespace(name string) bool {
	return strings.HasPrefix(name, "kube-") || name == "default" || name == "flux-system"
}

// validateMetadata checks the labels and annotations of all objects.
func validateMetadata(r *report.Report, t Tenant, spec Spec) {
	type set struct {
		path    string
		entries map[string]string
		report  func(path, format string, args ...any)
	}
	for _, labels := range []set{
		{"metadata.labels", objectmeta.WithoutBookkeeping(t.Labels), r.MetadataErrorf},
		{"labels", spec.Labels, r.Errorf},
		{"namespace.labels", spec.Namespace.Labels, r.Errorf},
	} {
		for _, key := range slices.Sorted(maps.Keys(labels.entries)) {
			if owner := labelOwner(key); owner != "" {
				labels.report(fieldpath.Key(labels.path, key), "%s; drop the label", owner)
			}
		}
		objectmeta.CheckLabels(labels.path, labels.entries, labels.report)
	}
	for _, annotations := range []set{
		{"metadata.annotations", objectmeta.WithoutBookkeeping(t.Annotations), r.MetadataErrorf},
		{"annotations", spec.Annotations, r.Errorf},
		{"namespace.annotations", spec.Namespace.Annotations, r.Errorf},
		{"serviceAccount.annotations", spec.ServiceAccount.Annotations, r.Errorf},
		{"rbac.annotations", spec.RBAC.Annotations, r.Errorf},
		{"sync.annotations", spec.Sync.Annotations, r.Errorf},
	} {
		objectmeta.CheckAnnotations(annotations.path, annotations.entries, annotations.report)
	}
}

// labelOwner says what sets a label, where that is not for the author to do, or "".
func labelOwner(key string) string {
	switch {
	case strings.HasPrefix(key, podSecurityPrefix):
		return "Pod Security levels are set with spec.namespace.podSecurity"
	case key == "kustomize.toolkit.fluxcd.io/name", key == "kustomize.toolkit.fluxcd.io/namespace":
		return "Flux marks with this label whose object it is, and prunes by it"
	case key == shardLabel:
		return "the shard is set with spec.sync.sharding"
	case key == "kubernetes.io/metadata.name":
		return "the API server sets this label"
	default:
		return ""
	}
}

var podSecurityVersion = regexp.MustCompile(`^(latest|v1\.(0|[1-9][0-9]*))$`)

func validateNamespace(r *report.Report, namespace Namespace) {
	levels := []string{"privileged", "baseline", "restricted"}
	values := namespace.PodSecurity.byMode()
	for _, mode := range []string{"audit", "enforce", "warn"} {
		level, version := values[mode], values[mode+"-version"]
		path := "namespace.podSecurity." + mode
		if level != "" && !slices.Contains(levels, level) {
			r.Errorf(path, "found %q; allowed: %s", level, strings.Join(levels, ", "))
		}
		if version != "" && !podSecurityVersion.MatchString(version) {
			r.Errorf(path+"Version", "found %q; write latest or a minor version such as v1.34", version)
		}
	}
	switch enforce := namespace.PodSecurity.Enforce; enforce {
	case "":
		r.Warnf("namespace.podSecurity.enforce", "not set: the cluster's default level decides which pods the tenant may run; write restricted")
	case "privileged", "baseline":
		r.Warnf("namespace.podSecurity.enforce", "%s lets pods run as root or with more privileges than restricted does", enforce)
	}
}

// bracesMeanSomething tells the fields whose texts have a syntax with braces: patches, expressions, templates and
// regular expressions.
func bracesMeanSomething(path string) bool {
	parts := fieldpath.Split(path)
	last := parts[len(parts)-1]
	return slices.Contains([]string{"patch", "current", "inProgress", "failed", "readyExpr", "issuer", "subject", "semverFilter",
		"regexp", "body", "jsonPath"}, last) || strings.Contains(path, "target.template.") || strings.Contains(path, ".rewrite[")
}

// validateRules checks the merged spec against what the CRDs demand beyond Go's types.
func validateRules(r *report.Report, spec Spec, tree map[string]any) {
	mirrors := map[reflect.Type]reflect.Type{
		reflect.TypeFor[Sync](): reflect.TypeFor[kustomizev1.KustomizationSpec](),
	}
	if spec.Source.isOCI() {
		mirrors[reflect.TypeFor[Source]()] = reflect.TypeFor[sourcev1.OCIRepositorySpec]()
		mirrors[reflect.TypeFor[SourceRef]()] = reflect.TypeFor[sourcev1.OCIRepositoryRef]()
		mirrors[reflect.TypeFor[SourceVerification]()] = reflect.TypeFor[sourcev1.OCIRepositoryVerification]()
	} else {
		mirrors[reflect.TypeFor[Source]()] = reflect.TypeFor[sourcev1.GitRepositorySpec]()
		mirrors[reflect.TypeFor[SourceRef]()] = reflect.TypeFor[sourcev1.GitRepositoryRef]()
		mirrors[reflect.TypeFor[SourceVerification]()] = reflect.TypeFor[sourcev1.GitRepositoryVerification]()
	}
	for _, p := range schema.Rules(tree, reflect.TypeFor[Spec](), "", mirrors) {
		switch {
		case p.Path == "source", p.Path == "source.url", p.Path == "secretStore.provider",
			strings.HasPrefix(p.Path, "source.verify") && p.Path != "source.verify.trustedRootSecretRef.name":
			// validateSource and validateSecretStore have more to say about them.
		case p.Path == "sync.prune":
			r.Errorf(p.Path, "null, but the API needs a value; write true or false")
		case r.Layers.IsNull(p.Path):
			r.Errorf(p.Path, "null, but the API needs a value; write one, or drop the line")
		default:
			r.Errorf(p.Path, p.Format, p.Args...)
		}
	}
}

func validateNetwork(r *report.Report, spec Spec) {
	dialects := []string{dialectCilium, dialectKubernetes}
	allows := isTrue(spec.NetworkPolicy.AllowDNS) || isTrue(spec.NetworkPolicy.AllowSameNamespace)
	switch dialect := spec.NetworkPolicy.Dialect; {
	case dialect == "" && allows:
		r.Errorf("networkPolicy.dialect", "not set; write %s", strings.Join(dialects, " or "))
	case dialect != "" && !slices.Contains(dialects, dialect):
		r.Errorf("networkPolicy.dialect", "found %q; allowed: %s", spec.NetworkPolicy.Dialect, strings.Join(dialects, ", "))
	}
	if !isTrue(spec.NetworkPolicy.DefaultDeny) {
		r.Warnf("networkPolicy.defaultDeny", "off: the tenant's pods may talk to every other tenant's, and be reached by them")
	}
}

func validateExternalDNS(r *report.Report, spec Spec) {
	if !isTrue(spec.ExternalDNS.Enabled) {
		return
	}
	if fault := objectmeta.LabelFault(spec.ExternalDNS.GatewayNamespace); fault != "" {
		r.NameErrorf("externalDNS.gatewayNamespace", spec.ExternalDNS.GatewayNamespace, fault)
	}
	validateReachingRole(r, "externalDNS.clusterRole", spec.ExternalDNS.ClusterRole)
	validateReachingRole(r, "externalDNS.globalClusterRole", spec.ExternalDNS.GlobalClusterRole)
}

// validateUniqueNames finds two objects of one kind and name in the namespace.
func validateUniqueNames(r *report.Report, spec Spec) {
	type use struct{ path, name string }
	b := builder{name: r.Name, spec: spec}
	bindings := []use{}
	if spec.RBAC.Role != nil || spec.RBAC.ClusterRole != "" {
		bindings = append(bindings, use{"rbac.bindingName", b.bindingName()})
	}
	if isTrue(spec.ExternalDNS.Enabled) {
		bindings = append(bindings, use{"externalDNS", b.externalDNSName()})
	}
	for i, binding := range spec.RBAC.AdditionalRoleBindings {
		bindings = append(bindings, use{fmt.Sprintf("rbac.additionalRoleBindings[%d].name", i), binding.Name})
	}
	secrets := []use{}
	if isTrue(spec.PullSecret.Enabled) {
		secrets = append(secrets, use{"pullSecret.name", spec.PullSecret.Name})
	}
	targets := slices.Clone(secrets)
	for i, secret := range spec.Secrets {
		secrets = append(secrets, use{fmt.Sprintf("secrets[%d].name", i), secret.Name})
		if secret.Target.Name != "" && secret.Target.Name != secret.Name {
			targets = append(targets, use{fmt.Sprintf("secrets[%d].target.name", i), secret.Target.Name})
		} else {
			targets = append(targets, use{fmt.Sprintf("secrets[%d].name", i), secret.Name})
		}
	}
	reported := map[string]bool{} // two ExternalSecrets of one name make the same Secret, too
	for _, group := range []struct {
		what string
		uses []use
	}{{"RoleBinding", bindings}, {"ExternalSecret", secrets}, {"Secret", targets}} {
		first := map[string]string{}
		for _, u := range group.uses {
			if u.name == "" {
				continue
			}
			if other, taken := first[u.name]; taken {
				if reported[u.path] {
					continue
				}
				reported[u.path] = true
				r.OwnErrorf(u.path, "%q is also the name of the %s of spec.%s; choose another name", u.name, group.what, other)
				continue
			}
			first[u.name] = u.path
		}
	}
}
