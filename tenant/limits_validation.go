package tenant

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/quota"
	"github.com/fivefold-dev/fivefold/internal/report"
)

// validateScopes checks that the scopes of a quota fit together and to what it counts.
// https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-scopes
func validateScopes(r *report.Report, spec *corev1.ResourceQuotaSpec) {
	scopes := map[corev1.ResourceQuotaScope]string{}
	for i, scope := range spec.Scopes {
		scopes[scope] = fmt.Sprintf("resourceQuota.scopes[%d]", i)
	}
	if spec.ScopeSelector != nil {
		for i, requirement := range spec.ScopeSelector.MatchExpressions {
			at := fmt.Sprintf("resourceQuota.scopeSelector.matchExpressions[%d]", i)
			scopes[requirement.ScopeName] = at + ".scopeName"
			validateScopeRequirement(r, at, requirement)
		}
	}
	for _, pair := range [][2]corev1.ResourceQuotaScope{
		{corev1.ResourceQuotaScopeBestEffort, corev1.ResourceQuotaScopeNotBestEffort},
		{corev1.ResourceQuotaScopeTerminating, corev1.ResourceQuotaScopeNotTerminating},
	} {
		if at, ok := scopes[pair[1]]; ok && scopes[pair[0]] != "" {
			r.Errorf(at, "no pod is both %s and %s; drop one of them", pair[0], pair[1])
		}
	}
	for _, scope := range slices.Sorted(maps.Keys(scopes)) {
		counted := countedIn(scope)
		for _, name := range slices.Sorted(maps.Keys(spec.Hard)) {
			if counted != nil && slices.Contains(quotaKeys(), string(name)) && !slices.Contains(counted, string(name)) {
				r.Errorf(scopes[scope], "%s does not count %s; drop one of them", scope, name)
			}
		}
	}
}

func validateScopeRequirement(r *report.Report, at string, requirement corev1.ScopedResourceSelectorRequirement) {
	scope, operator := requirement.ScopeName, requirement.Operator
	hasValues := scope == corev1.ResourceQuotaScopePriorityClass || scope == corev1.ResourceQuotaScopeVolumeAttributesClass
	needsValues := operator == corev1.ScopeSelectorOpIn || operator == corev1.ScopeSelectorOpNotIn
	switch {
	case !slices.Contains(quotaScopes(), string(scope)):
		r.Errorf(at+".scopeName", "found %q; allowed: %s", scope, strings.Join(quotaScopes(), ", "))
	case !needsValues && operator != corev1.ScopeSelectorOpExists && operator != corev1.ScopeSelectorOpDoesNotExist:
		r.Errorf(at+".operator", "found %q; allowed: DoesNotExist, Exists, In, NotIn", operator)
	case !hasValues && operator != corev1.ScopeSelectorOpExists:
		r.Errorf(at+".operator", "found %s; with %s it can only be Exists", operator, scope)
	case needsValues && len(requirement.Values) == 0:
		r.Errorf(at+".values", "none; operator %s needs some", operator)
	case !needsValues && len(requirement.Values) > 0:
		r.Errorf(at+".values", "operator %s has none; drop them", operator)
	}
}

// countedIn returns the standard resources that a quota of that scope can count, or nil for a scope that is none.
func countedIn(scope corev1.ResourceQuotaScope) []string {
	switch scope {
	case corev1.ResourceQuotaScopeBestEffort:
		return []string{"pods"}
	case corev1.ResourceQuotaScopeVolumeAttributesClass:
		return []string{"persistentvolumeclaims", "requests.storage"}
	case corev1.ResourceQuotaScopeCrossNamespacePodAffinity, corev1.ResourceQuotaScopeNotBestEffort, corev1.ResourceQuotaScopeNotTerminating,
		corev1.ResourceQuotaScopePriorityClass, corev1.ResourceQuotaScopeTerminating:
		return append(quota.ComputeKeys(), "pods")
	default:
		return nil
	}
}

// validateQuotaKey checks the name and the amount of what a quota counts. Names without a domain are checked elsewhere.
func validateQuotaKey(r *report.Report, name string, hard resource.Quantity) {
	at := fieldpath.Key("resourceQuota.hard", name)
	isCount := slices.Contains(quotaKeys(), name) && !slices.Contains([]string{"cpu", "memory", "storage"}, name[strings.LastIndexAny(name, ".-")+1:])
	isExtended := strings.Contains(name, "/") && !strings.HasPrefix(name, "count/")
	if strings.Contains(name, "${") {
		return
	}
	if strings.Contains(name, "/") && len(validation.IsQualifiedName(name)) > 0 {
		r.Errorf(at, "is no name of a resource; write domain/name")
	} else if (isCount || isExtended) && hard.MilliValue()%1000 != 0 {
		r.Errorf(at, "found %s; write a whole number", hard.String())
	}
}

// validateLimitItems checks what a limit range says of each type.
func validateLimitItems(r *report.Report, items []corev1.LimitRangeItem) {
	first := map[corev1.LimitType]int{}
	for i, item := range items {
		at := fmt.Sprintf("limitRange.limits[%d]", i)
		if other, twice := first[item.Type]; twice {
			r.Errorf(at+".type", "%s stands in spec.limitRange.limits[%d], too; write one entry", item.Type, other)
		} else {
			first[item.Type] = i
		}
		for _, list := range []struct {
			field  string
			values corev1.ResourceList
		}{{"min", item.Min}, {"max", item.Max}, {"maxLimitRequestRatio", item.MaxLimitRequestRatio}, {"default", item.Default}, {"defaultRequest", item.DefaultRequest}} {
			if item.Type == corev1.LimitTypePod && strings.HasPrefix(list.field, "default") && len(list.values) > 0 {
				r.Errorf(at+"."+list.field, "pods have none of their own; write an entry of type Container")
				continue
			}
			for _, name := range slices.Sorted(maps.Keys(list.values)) {
				if !isLimited(item.Type, string(name)) {
					r.Errorf(fieldpath.Key(at+"."+list.field, string(name)), "is no resource of a %s; known: %s, and domain/name", item.Type,
						strings.Join(limited(item.Type), ", "))
				}
			}
		}
		validateRatio(r, at, item)
		_, least := item.Min[corev1.ResourceStorage]
		_, most := item.Max[corev1.ResourceStorage]
		if item.Type == corev1.LimitTypePersistentVolumeClaim && !least && !most {
			r.Errorf(at, "bounds no storage; write min or max with storage")
		}
	}
}

// validateRatio checks how much more than its request a limit may be.
func validateRatio(r *report.Report, at string, item corev1.LimitRangeItem) {
	for _, name := range slices.Sorted(maps.Keys(item.MaxLimitRequestRatio)) {
		path := fieldpath.Key(at+".maxLimitRequestRatio", string(name))
		ratio, least, most := item.MaxLimitRequestRatio[name], item.Min[name], item.Max[name]
		if ratio.AsApproximateFloat64() < 1 {
			r.Errorf(path, "found %s; a limit is never less than the request: write 1 or more", ratio.String())
		} else if possible := most.AsApproximateFloat64() / least.AsApproximateFloat64(); most.Sign() > 0 && least.Sign() > 0 && ratio.AsApproximateFloat64() > possible {
			r.Errorf(path, "found %s, and max is %.4g times min; write no more than that", ratio.String(), possible)
		}
	}
}

// limited returns the standard resources that a limit range bounds.
func limited(of corev1.LimitType) []string {
	if of == corev1.LimitTypePersistentVolumeClaim {
		return []string{"storage"}
	}
	return []string{"cpu", "ephemeral-storage", "memory"}
}

func isLimited(of corev1.LimitType, name string) bool {
	return strings.Contains(name, "${") || slices.Contains(limited(of), name) || strings.HasPrefix(name, "hugepages-") ||
		strings.Contains(name, "/") && len(validation.IsQualifiedName(name)) == 0
}
