package tenant

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

// validate reports everything that is wrong with a tenant. Spec is what its layers make together, and tree the same as
// JSON.
func validate(r *report, t Tenant, spec Spec, tree map[string]any) {
	validateIdentity(r, t)
	validateNames(r, spec)
	validateMetadata(r, t, spec)
	validateNamespace(r, spec.Namespace)
	validatePlaceholders(r)
	validateRules(r, spec, tree)
	validateSource(r, spec)
	validateSync(r, spec)
	validateRBAC(r, spec)
	validateSecrets(r, spec)
	validateQuota(r, spec)
	validateNetwork(r, spec)
	validateExternalDNS(r, spec)
	validateMaterial(r, t, tree)
	validateUniqueNames(r, spec)
}

// validateIdentity checks what a declaration needs to be one. Go users may leave the type out.
func validateIdentity(r *report, t Tenant) {
	if t.APIVersion != "" && t.APIVersion != APIVersion {
		r.metadataf("apiVersion", "found %q; write %s", t.APIVersion, APIVersion)
	}
	if t.Kind != "" && t.Kind != Kind {
		r.metadataf("kind", "found %q; write %s", t.Kind, Kind)
	}
	if t.Name == "" {
		r.badName = true
		r.metadataf("metadata.name", "not set; the name of the tenant is the default of all names")
		return
	}
	if fault := labelFault(t.Name); fault != "" {
		r.badName = true
		r.metadataf("metadata.name", "found %q: %s", t.Name, fault)
	}
}

// labelFault says why a text is no DNS label, which the name of a namespace has to be (RFC 1123), or "".
func labelFault(text string) string {
	if len(text) > validation.DNS1123LabelMaxLength {
		return fmt.Sprintf("it has %d characters, and a DNS label at most %d", len(text), validation.DNS1123LabelMaxLength)
	}
	if len(validation.IsDNS1123Label(text)) > 0 {
		return "a DNS label has lower-case letters, digits and - only, and begins and ends with a letter or digit"
	}
	return ""
}

// subdomainFault says why a text is no DNS subdomain, which the name of most objects has to be (RFC 1123), or "".
func subdomainFault(text string) string {
	if len(text) > validation.DNS1123SubdomainMaxLength {
		return fmt.Sprintf("it has %d characters, and an object's name at most %d", len(text), validation.DNS1123SubdomainMaxLength)
	}
	if len(validation.IsDNS1123Subdomain(text)) > 0 {
		return "an object's name has lower-case letters, digits, - and . only, and begins and ends with a letter or digit"
	}
	return ""
}

// validateNames checks the names of objects. Names that the tenant's own is the default of are wrong with it, and are
// not reported again.
func validateNames(r *report, spec Spec) {
	if spec.Namespace.Name != r.name {
		if fault := labelFault(spec.Namespace.Name); fault != "" {
			r.namef("namespace.name", spec.Namespace.Name, fault)
		}
	}
	if reservedNamespace(spec.Namespace.Name) {
		r.ownErrorf("namespace.name", "%q belongs to the cluster; a tenant there could change what everybody runs on: "+
			"choose another name", spec.Namespace.Name)
	}
	// Flux writes the Kustomization's name into a label of everything that it applies.
	if spec.Sync.Name != r.name {
		if fault := labelFault(spec.Sync.Name); fault != "" {
			r.namef("sync.name", spec.Sync.Name, fault)
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
	for _, n := range names {
		if n.name == r.name {
			continue
		}
		if n.name == "" {
			r.errorf(n.path, "not set; write a name")
		} else if fault := subdomainFault(n.name); fault != "" {
			r.namef(n.path, n.name, fault)
		}
	}
}

// reservedNamespace tells the namespaces that Kubernetes makes or reserves by their prefix, and Flux's own.
// https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/
func reservedNamespace(name string) bool {
	return strings.HasPrefix(name, "kube-") || name == "default" || name == "flux-system"
}

// validateMetadata checks the labels and annotations of all objects.
func validateMetadata(r *report, t Tenant, spec Spec) {
	type report func(path, format string, args ...any)
	sets := []struct {
		path   string
		labels map[string]string
		report report
	}{
		{"metadata.labels", withoutBookkeeping(t.Labels), r.metadataf},
		{"labels", spec.Labels, r.errorf},
		{"namespace.labels", spec.Namespace.Labels, r.errorf},
	}
	for _, set := range sets {
		for _, key := range slices.Sorted(maps.Keys(set.labels)) {
			at := fieldpath.Key(set.path, key)
			if owner := labelOwner(key); owner != "" {
				set.report(at, "%s; drop the label", owner)
			}
			validateKey(set.report, at, key)
			if faults := validation.IsValidLabelValue(set.labels[key]); len(faults) > 0 && !strings.Contains(set.labels[key], "${") {
				set.report(at, "found %q; a label's value has at most 63 letters, digits, -, _ and ., and begins and ends with "+
					"a letter or digit; put longer texts into annotations", set.labels[key])
			}
		}
	}
	annotations := []struct {
		path    string
		entries map[string]string
		report  report
	}{
		{"metadata.annotations", withoutBookkeeping(t.Annotations), r.metadataf},
		{"annotations", spec.Annotations, r.errorf},
		{"namespace.annotations", spec.Namespace.Annotations, r.errorf},
		{"serviceAccount.annotations", spec.ServiceAccount.Annotations, r.errorf},
		{"rbac.annotations", spec.RBAC.Annotations, r.errorf},
		{"sync.annotations", spec.Sync.Annotations, r.errorf},
	}
	for _, set := range annotations {
		for _, key := range slices.Sorted(maps.Keys(set.entries)) {
			validateKey(set.report, fieldpath.Key(set.path, key), strings.ToLower(key))
		}
	}
}

// validateKey checks the key of a label. The API server allows capitals in the domain of an annotation only; callers
// give the key of one in lower case.
func validateKey(report func(path, format string, args ...any), path, key string) {
	if len(validation.IsQualifiedName(key)) > 0 {
		report(path, "%q is no label or annotation key; write name or domain/name, the domain in lower case, "+
			"the name of at most 63 letters, digits, -, _ and .", key)
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

func validateNamespace(r *report, namespace Namespace) {
	levels := []string{"privileged", "baseline", "restricted"}
	values := namespace.PodSecurity.byMode()
	for _, mode := range []string{"audit", "enforce", "warn"} {
		level, version := values[mode], values[mode+"-version"]
		path := "namespace.podSecurity." + mode
		if level != "" && !slices.Contains(levels, level) {
			r.errorf(path, "found %q; allowed: %s", level, strings.Join(levels, ", "))
		}
		if version != "" && !podSecurityVersion.MatchString(version) {
			r.errorf(path+"Version", "found %q; write latest or a minor version such as v1.34", version)
		}
	}
	switch enforce := namespace.PodSecurity.Enforce; enforce {
	case "":
		r.warnf("namespace.podSecurity.enforce", "not set: the cluster's default level decides which pods the tenant may run; write restricted")
	case "privileged", "baseline":
		r.warnf("namespace.podSecurity.enforce", "%s lets pods run as root or with more privileges than restricted does", enforce)
	}
}

// validatePlaceholders warns of what reads like a placeholder of the Platform but is none, in strings where braces have
// no other meaning.
func validatePlaceholders(r *report) {
	walkTexts(r.layers.conventions, "", func(path, text string) {
		if bracesMeanSomething(path) {
			return
		}
		for _, placeholder := range layer.Placeholders(text) {
			if !r.layers.fromPlatform(path) {
				continue
			}
			r.warnf(path, "%s is no placeholder and stays as it is; did you mean {name} or {namespace}?", placeholder)
		}
	})
}

// bracesMeanSomething tells the fields whose texts have a syntax with braces: patches, expressions, templates and
// regular expressions.
func bracesMeanSomething(path string) bool {
	parts := fieldpath.Split(path)
	last := parts[len(parts)-1]
	return slices.Contains([]string{"patch", "current", "inProgress", "failed", "readyExpr", "issuer", "subject", "semverFilter",
		"regexp", "body", "jsonPath"}, last) || strings.Contains(path, "target.template.") || strings.Contains(path, ".rewrite[")
}

// walkTexts calls visit for every string and every key in a JSON value, in the order of paths.
func walkTexts(value any, path string, visit func(path, text string)) {
	switch v := value.(type) {
	case string:
		visit(path, v)
	case []any:
		for i, item := range v {
			walkTexts(item, fieldpath.Index(path, i), visit)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			at := fieldpath.Key(path, key)
			visit(at, key)
			walkTexts(v[key], at, visit)
		}
	}
}

// validateRules checks the merged spec against what the CRDs demand beyond Go's types.
func validateRules(r *report, spec Spec, tree map[string]any) {
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
		case p.Path == "source", p.Path == "source.url", strings.HasPrefix(p.Path, "source.verify"), p.Path == "secretStore.provider":
			// validateSource and validateSecretStore have more to say about them.
		case p.Path == "sync.prune":
			r.errorf(p.Path, "null, but the API needs a value; write true or false")
		case r.layers.isNull(p.Path):
			r.errorf(p.Path, "null, but the API needs a value; write one, or drop the line")
		default:
			r.errorf(p.Path, p.Format, p.Args...)
		}
	}
}

func validateNetwork(r *report, spec Spec) {
	dialects := []string{dialectCilium, dialectKubernetes}
	allows := isTrue(spec.NetworkPolicy.AllowDNS) || isTrue(spec.NetworkPolicy.AllowSameNamespace)
	switch dialect := spec.NetworkPolicy.Dialect; {
	case dialect == "" && allows:
		r.errorf("networkPolicy.dialect", "not set; write %s", strings.Join(dialects, " or "))
	case dialect != "" && !slices.Contains(dialects, dialect):
		r.errorf("networkPolicy.dialect", "found %q; allowed: %s", spec.NetworkPolicy.Dialect, strings.Join(dialects, ", "))
	}
	if !isTrue(spec.NetworkPolicy.DefaultDeny) {
		r.warnf("networkPolicy.defaultDeny", "off: the tenant's pods may talk to every other tenant's, and be reached by them")
	}
}

func validateExternalDNS(r *report, spec Spec) {
	if !isTrue(spec.ExternalDNS.Enabled) {
		return
	}
	if fault := labelFault(spec.ExternalDNS.GatewayNamespace); fault != "" {
		r.namef("externalDNS.gatewayNamespace", spec.ExternalDNS.GatewayNamespace, fault)
	}
	validateClusterRoleName(r, "externalDNS.clusterRole", spec.ExternalDNS.ClusterRole)
	validateClusterRoleName(r, "externalDNS.globalClusterRole", spec.ExternalDNS.GlobalClusterRole)
}

// validateUniqueNames finds two objects of one kind and name in the namespace.
func validateUniqueNames(r *report, spec Spec) {
	type use struct{ path, name string }
	b := builder{name: r.name, spec: spec}
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
				r.ownErrorf(u.path, "%q is also the name of the %s of spec.%s; choose another name", u.name, group.what, other)
				continue
			}
			first[u.name] = u.path
		}
	}
}
