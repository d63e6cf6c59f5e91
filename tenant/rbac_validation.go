package tenant

import (
	"fmt"
	"slices"
	"strings"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/report"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

func validateRBAC(r *report.Report, spec Spec) {
	rbac := spec.RBAC
	for _, layer := range []struct {
		tree   map[string]any
		report func(path, format string, args ...any)
	}{{r.Layers.Own, r.OwnErrorf}, {r.Layers.Platform, r.Errorf}} {
		clusterRole, _ := fieldpath.Get(layer.tree, "rbac.clusterRole")
		role, _ := fieldpath.Get(layer.tree, "rbac.role")
		if clusterRole != nil && role != nil {
			layer.report("rbac", "clusterRole and role are both set, and the service account is bound to one; drop one of them")
		}
	}
	if rbac.ClusterRole != "" {
		validateClusterRoleName(r, "rbac.clusterRole", rbac.ClusterRole)
	}
	if rbac.Role != nil {
		validateRole(r, "rbac.role", *rbac.Role, spec.Sync)
	}
	if rbac.ClusterRole == "" && rbac.Role == nil {
		r.Warnf("rbac", "neither clusterRole nor role: Flux may apply nothing as the tenant's service account")
	}
	if rbac.BindingName != "" {
		validateRBACName(r, "rbac.bindingName", rbac.BindingName)
	}
	for i, binding := range rbac.AdditionalRoleBindings {
		at := fmt.Sprintf("rbac.additionalRoleBindings[%d]", i)
		validateRBACName(r, at+".name", binding.Name)
		validateClusterRoleName(r, at+".clusterRoleName", binding.ClusterRoleName)
		if len(binding.Subjects) == 0 {
			r.Errorf(at+".subjects", "not set; write whom the role is for, as in {kind: Group, name: …}")
		}
		for j, subject := range binding.Subjects {
			validateSubject(r, fmt.Sprintf("%s.subjects[%d]", at, j), subject)
		}
	}
}

// validateRBACName checks the name of a role or a binding, which may be any path segment.
func validateRBACName(r *report.Report, at, name string) {
	if name == "" {
		r.Errorf(at, "not set; write a name")
	} else if faults := content.IsPathSegmentName(name); len(faults) > 0 {
		r.Errorf(at, "found %q: it %s", name, strings.Join(faults, " and "))
	}
}

// validateClusterRoleName refuses the one role that makes an account the owner of the cluster, even within a namespace:
// with it a tenant can rewrite its own limits.
func validateClusterRoleName(r *report.Report, at, name string) {
	if name == "cluster-admin" {
		r.Errorf(at, "cluster-admin would let the tenant lift its own quota, network policies and Pod Security; write edit, admin or a role of yours")
		return
	}
	validateRBACName(r, at, name)
}

// validateReachingRole refuses Kubernetes' own roles for people where a binding reaches out of the tenant's namespace:
// all of them read or write what belongs to others.
// https://kubernetes.io/docs/reference/access-authn-authz/rbac/#user-facing-roles
func validateReachingRole(r *report.Report, at, name string) {
	if slices.Contains([]string{"admin", "cluster-admin", "edit", "view"}, name) {
		r.Errorf(at, "%s would hold outside of the tenant's namespace, too; write a role of yours that may only read Gateways and HTTPRoutes", name)
		return
	}
	validateRBACName(r, at, name)
}

// https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-subjects
func validateSubject(r *report.Report, at string, subject rbacv1.Subject) {
	kinds := []string{rbacv1.GroupKind, rbacv1.ServiceAccountKind, rbacv1.UserKind}
	if !slices.Contains(kinds, subject.Kind) {
		hint := ""
		if near := schema.Nearest(subject.Kind, kinds); near != "" {
			hint = fmt.Sprintf("; did you mean %s?", near)
		}
		r.Errorf(at+".kind", "found %q; allowed: %s%s", subject.Kind, strings.Join(kinds, ", "), hint)
		return
	}
	if subject.Name == "" {
		r.Errorf(at+".name", "not set; write the name of the %s", subject.Kind)
	}
	switch {
	case subject.Kind == rbacv1.ServiceAccountKind && subject.Namespace == "":
		r.Errorf(at+".namespace", "not set; a ServiceAccount lives in a namespace: write which")
	case subject.Kind == rbacv1.ServiceAccountKind && subject.APIGroup != "":
		r.Errorf(at+".apiGroup", "found %q; a ServiceAccount has none: drop it", subject.APIGroup)
	case subject.Kind != rbacv1.ServiceAccountKind && subject.Namespace != "":
		r.Errorf(at+".namespace", "found %q; a %s has no namespace: drop it", subject.Namespace, subject.Kind)
	case subject.Kind != rbacv1.ServiceAccountKind && subject.APIGroup != "" && subject.APIGroup != rbacv1.GroupName:
		r.Errorf(at+".apiGroup", "found %q; write %s", subject.APIGroup, rbacv1.GroupName)
	}
	if subject.Kind == rbacv1.GroupKind && slices.Contains([]string{
		"system:authenticated", "system:unauthenticated", "system:serviceaccounts",
	}, subject.Name) {
		r.Warnf(at+".name", "%s is everybody in the cluster, other tenants too; name the team's group", subject.Name)
	}
}

func validateRole(r *report.Report, at string, role Role, sync Sync) {
	validateRBACName(r, at+".name", role.Name)
	if len(role.Rules) == 0 {
		r.Errorf(at+".rules", "not set; write what the tenant may do, as in {apiGroups: [apps], resources: [deployments], verbs: [get, …]}")
		return
	}
	for i, rule := range role.Rules {
		validatePolicyRule(r, fmt.Sprintf("%s.rules[%d]", at, i), rule)
	}
	validateDuties(r, at+".rules", role.Rules, sync)
}

func validatePolicyRule(r *report.Report, at string, rule rbacv1.PolicyRule) {
	if len(rule.NonResourceURLs) > 0 {
		r.Errorf(at+".nonResourceURLs", "a Role lives in a namespace and has no URLs; drop them")
	}
	if len(rule.APIGroups) == 0 && len(rule.NonResourceURLs) == 0 {
		r.Errorf(at+".apiGroups", `not set; write the API groups of the resources, such as [apps], or [""] for the core group`)
	}
	if len(rule.Resources) == 0 && len(rule.NonResourceURLs) == 0 {
		r.Errorf(at+".resources", "not set; write which, such as [deployments, services]")
	}
	if len(rule.Verbs) == 0 {
		r.Errorf(at+".verbs", "not set; write what may be done, such as [get, list, watch]")
	}
	if allows(rule, rbacv1.GroupName, "roles", "create", "update", "patch", "bind", "escalate") ||
		allows(rule, rbacv1.GroupName, "rolebindings", "create", "update", "patch") {
		r.Errorf(at, "lets the tenant write Roles or RoleBindings, and so give itself what the role does not; "+
			"name the API groups, resources and verbs that it needs, without those of %s", rbacv1.GroupName)
		return
	}
	for _, verb := range []string{"bind", "escalate", "impersonate"} {
		if slices.Contains(rule.Verbs, verb) {
			r.Errorf(at+".verbs", "%s lets the tenant act with rights that the role does not give; drop it", verb)
		}
	}
	if allows(rule, "", "serviceaccounts/token", "create") {
		r.Errorf(at, "lets the tenant make tokens of every service account in its namespace; name the resources that it needs, without serviceaccounts/token")
		return
	}
	if slices.Contains(rule.Verbs, "*") && slices.Contains(rule.Resources, "*") {
		r.Errorf(at, "* on * includes every resource and verb that these API groups will ever have; name the resources or the verbs that the tenant needs")
		return
	}
	if writes(rule, "", "resourcequotas") || writes(rule, "", "limitranges") {
		r.Warnf(at, "lets the tenant lift its own quota or limit range; name the resources that it needs, without resourcequotas and limitranges")
	}
	if writes(rule, "kustomize.toolkit.fluxcd.io", "kustomizations") || writes(rule, "source.toolkit.fluxcd.io", "ocirepositories") ||
		writes(rule, "source.toolkit.fluxcd.io", "gitrepositories") {
		r.Warnf(at, "lets the tenant rewrite the Flux objects that hold it to its account and to signed sources; "+
			"name the API groups that it needs, without those of toolkit.fluxcd.io")
	}
}

func writes(rule rbacv1.PolicyRule, group, resource string) bool {
	return allows(rule, group, resource, "create", "update", "patch", "delete", "deletecollection")
}

// allows tells whether a rule allows any of the verbs on a resource.
func allows(rule rbacv1.PolicyRule, group, resource string, verbs ...string) bool {
	_, sub, _ := strings.Cut(resource, "/")
	hasResource := slices.Contains(rule.Resources, "*") || slices.Contains(rule.Resources, resource) ||
		sub != "" && slices.Contains(rule.Resources, "*/"+sub)
	hasGroup := slices.Contains(rule.APIGroups, "*") || slices.Contains(rule.APIGroups, group)
	hasVerb := slices.Contains(rule.Verbs, "*") || slices.ContainsFunc(verbs, func(verb string) bool {
		return slices.Contains(rule.Verbs, verb)
	})
	// Rights over named objects only cannot make new ones, but they can change those.
	return hasGroup && hasResource && hasVerb
}

// validateDuties warns where no rule has a verb that Flux needs while it acts as the tenant.
// https://fluxcd.io/flux/components/kustomize/kustomizations/#role-based-access-control
func validateDuties(r *report.Report, at string, rules []rbacv1.PolicyRule, sync Sync) {
	lacks := func(verbs ...string) []string {
		var missing []string
		for _, verb := range verbs {
			if !slices.ContainsFunc(rules, func(rule rbacv1.PolicyRule) bool {
				return slices.Contains(rule.Verbs, verb) || slices.Contains(rule.Verbs, "*")
			}) {
				missing = append(missing, verb)
			}
		}
		return missing
	}
	if missing := lacks("create", "patch"); len(missing) > 0 {
		r.Warnf(at, "no rule allows %s: Flux applies objects with create and patch; add the verbs", strings.Join(missing, " and "))
	}
	if missing := lacks("delete"); len(missing) > 0 && isTrue(sync.Prune) {
		r.Warnf(at, "no rule allows delete: Flux cannot prune what leaves the source; add delete, or write sync.prune: false")
	}
	if missing := lacks("get", "list", "watch"); len(missing) > 0 && (isTrue(sync.Wait) || len(sync.HealthChecks) > 0) {
		r.Warnf(at, "no rule allows %s: Flux cannot see whether objects are healthy; add the verbs, or write sync.wait: false",
			strings.Join(missing, ", "))
	}
}
