package webapp

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/jsonfield"
	"github.com/fivefold-dev/fivefold/internal/report"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

// corePackage is where the types of pods are. They carry no markers, and no CRD: what the API server's own code asks of
// them is below.
const corePackage = "k8s.io/api/core/v1"

// validateCore checks, wherever a type of Kubernetes stands in the spec, that its required fields are set and that its
// enumerations hold a value of theirs.
func validateCore(r *report.Report, v reflect.Value, path string) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if allowed := choices(v.Type()); allowed != nil {
		r.CheckChoice(path, v.String(), allowed)
		return
	}
	switch v.Type() {
	case reflect.TypeFor[intstr.IntOrString](), reflect.TypeFor[metav1.Time](), reflect.TypeFor[metav1.Duration]():
		return
	case reflect.TypeFor[resource.Quantity]():
		if quantity, ok := reflect.TypeAssert[resource.Quantity](v); ok && quantity.Sign() < 0 {
			r.Errorf(path, "found %s; a quantity is not negative", quantity.String())
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for _, field := range jsonfield.Of(v.Type()).Fields {
			at := fieldpath.Key(path, field.Name)
			inner := v.FieldByIndex(field.Index)
			switch {
			case isMissing(inner, field) && !isFilledIn(at):
				r.Errorf(at, "not set; the API requires a value")
			case field.Optional && inner.Kind() == reflect.String && inner.Len() == 0:
			case isObjectName(field):
				validateObjectName(r, at, inner.String())
			default:
				validateCore(r, inner, at)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			validateCore(r, v.Index(i), fieldpath.Index(path, i))
		}
	case reflect.Map:
		if v.Type().Key().Kind() != reflect.String || v.Type().Elem().Kind() == reflect.Interface {
			return
		}
		for _, key := range slices.SortedFunc(slices.Values(v.MapKeys()), func(a, b reflect.Value) int {
			return strings.Compare(a.String(), b.String())
		}) {
			validateCore(r, v.MapIndex(key), fieldpath.Key(path, key.String()))
		}
	}
}

// isMissing tells whether a field of a core type is empty though the API has no value for that.
func isMissing(v reflect.Value, field jsonfield.Field) bool {
	if field.Owner.PkgPath() != corePackage || field.Optional {
		return false
	}
	switch v.Kind() {
	case reflect.String, reflect.Int32, reflect.Int64:
		return v.IsZero()
	default:
		return false
	}
}

// isFilledIn tells the fields of core types that may be empty although they are always written.
func isFilledIn(path string) bool {
	parts := fieldpath.Split(path)
	return parts[len(parts)-1] == "value" && slices.Contains(parts, "httpHeaders") || path == "externalDNS.webhook.name"
}

// choices returns the values that a type of Kubernetes allows, or nil where it allows any.
func choices(t reflect.Type) []string {
	switch t {
	case reflect.TypeFor[appsv1.DeploymentStrategyType]():
		return texts(appsv1.RecreateDeploymentStrategyType, appsv1.RollingUpdateDeploymentStrategyType)
	case reflect.TypeFor[batchv1.ConcurrencyPolicy]():
		return texts(batchv1.AllowConcurrent, batchv1.ForbidConcurrent, batchv1.ReplaceConcurrent)
	case reflect.TypeFor[corev1.AppArmorProfileType]():
		return texts(corev1.AppArmorProfileTypeLocalhost, corev1.AppArmorProfileTypeRuntimeDefault, corev1.AppArmorProfileTypeUnconfined)
	case reflect.TypeFor[corev1.ContainerRestartPolicy]():
		return texts(corev1.ContainerRestartPolicyAlways, corev1.ContainerRestartPolicyNever, corev1.ContainerRestartPolicyOnFailure)
	case reflect.TypeFor[corev1.ContainerRestartRuleAction]():
		return texts(corev1.ContainerRestartRuleActionRestart)
	case reflect.TypeFor[corev1.ContainerRestartRuleOnExitCodesOperator]():
		return texts(corev1.ContainerRestartRuleOnExitCodesOpIn, corev1.ContainerRestartRuleOnExitCodesOpNotIn)
	case reflect.TypeFor[corev1.DNSPolicy]():
		return texts(corev1.DNSClusterFirst, corev1.DNSClusterFirstWithHostNet, corev1.DNSDefault, corev1.DNSNone)
	case reflect.TypeFor[corev1.MountPropagationMode]():
		return texts(corev1.MountPropagationBidirectional, corev1.MountPropagationHostToContainer, corev1.MountPropagationNone)
	case reflect.TypeFor[corev1.NodeInclusionPolicy]():
		return texts(corev1.NodeInclusionPolicyHonor, corev1.NodeInclusionPolicyIgnore)
	case reflect.TypeFor[corev1.NodeSelectorOperator]():
		return texts(corev1.NodeSelectorOpDoesNotExist, corev1.NodeSelectorOpExists, corev1.NodeSelectorOpGt, corev1.NodeSelectorOpIn,
			corev1.NodeSelectorOpLt, corev1.NodeSelectorOpNotIn)
	case reflect.TypeFor[corev1.OSName]():
		return texts(corev1.Linux) // Pod Security's restricted rules are those of Linux
	case reflect.TypeFor[corev1.PersistentVolumeAccessMode]():
		return texts(corev1.ReadOnlyMany, corev1.ReadWriteMany, corev1.ReadWriteOnce, corev1.ReadWriteOncePod)
	case reflect.TypeFor[corev1.PodFSGroupChangePolicy]():
		return texts(corev1.FSGroupChangeAlways, corev1.FSGroupChangeOnRootMismatch)
	case reflect.TypeFor[corev1.PreemptionPolicy]():
		return texts(corev1.PreemptLowerPriority, corev1.PreemptNever)
	case reflect.TypeFor[corev1.ProcMountType]():
		return texts(corev1.DefaultProcMount) // restricted allows no other
	case reflect.TypeFor[corev1.PullPolicy]():
		return texts(corev1.PullAlways, corev1.PullIfNotPresent, corev1.PullNever)
	case reflect.TypeFor[corev1.Protocol]():
		return texts(corev1.ProtocolSCTP, corev1.ProtocolTCP, corev1.ProtocolUDP)
	case reflect.TypeFor[corev1.RecursiveReadOnlyMode]():
		return texts(corev1.RecursiveReadOnlyDisabled, corev1.RecursiveReadOnlyEnabled, corev1.RecursiveReadOnlyIfPossible)
	case reflect.TypeFor[corev1.ResourceResizeRestartPolicy]():
		return texts(corev1.NotRequired, corev1.RestartContainer)
	case reflect.TypeFor[corev1.RestartPolicy]():
		return texts(corev1.RestartPolicyNever, corev1.RestartPolicyOnFailure) // that of cron jobs
	case reflect.TypeFor[corev1.SeccompProfileType]():
		return texts(corev1.SeccompProfileTypeLocalhost, corev1.SeccompProfileTypeRuntimeDefault, corev1.SeccompProfileTypeUnconfined)
	case reflect.TypeFor[corev1.SupplementalGroupsPolicy]():
		return texts(corev1.SupplementalGroupsPolicyMerge, corev1.SupplementalGroupsPolicyStrict)
	case reflect.TypeFor[corev1.TaintEffect]():
		return texts(corev1.TaintEffectNoExecute, corev1.TaintEffectNoSchedule, corev1.TaintEffectPreferNoSchedule)
	case reflect.TypeFor[corev1.TerminationMessagePolicy]():
		return texts(corev1.TerminationMessageFallbackToLogsOnError, corev1.TerminationMessageReadFile)
	case reflect.TypeFor[corev1.TolerationOperator]():
		return texts(corev1.TolerationOpEqual, corev1.TolerationOpExists, corev1.TolerationOpGt, corev1.TolerationOpLt)
	case reflect.TypeFor[corev1.UnsatisfiableConstraintAction]():
		return texts(corev1.DoNotSchedule, corev1.ScheduleAnyway)
	case reflect.TypeFor[corev1.URIScheme]():
		return texts(corev1.URISchemeHTTP, corev1.URISchemeHTTPS)
	case reflect.TypeFor[metav1.LabelSelectorOperator]():
		return texts(metav1.LabelSelectorOpDoesNotExist, metav1.LabelSelectorOpExists, metav1.LabelSelectorOpIn, metav1.LabelSelectorOpNotIn)
	case reflect.TypeFor[policyv1.UnhealthyPodEvictionPolicyType]():
		return texts(policyv1.AlwaysAllow, policyv1.IfHealthyBudget)
	default:
		return nil
	}
}

func texts[T ~string](values ...T) []string {
	list := make([]string, len(values))
	for i, value := range values {
		list[i] = string(value)
	}
	return list
}

// validateResources checks what a container asks for.
// https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
func validateResources(r *report.Report, at string, resources corev1.ResourceRequirements) {
	for _, set := range []struct {
		field string
		list  corev1.ResourceList
	}{{"requests", resources.Requests}, {"limits", resources.Limits}} {
		for _, name := range slices.Sorted(maps.Keys(set.list)) {
			text := string(name)
			known := []string{"cpu", "ephemeral-storage", "memory"}
			if slices.Contains(known, text) || strings.HasPrefix(text, "hugepages-") ||
				strings.Contains(text, "/") && (len(validation.IsQualifiedName(text)) == 0 || isVariable(text)) {
				continue
			}
			if near := schema.Nearest(text, known); near != "" {
				r.Errorf(fieldpath.Key(at+"."+set.field, text), "unknown resource; did you mean %q?", near)
			} else {
				r.Errorf(fieldpath.Key(at+"."+set.field, text), "unknown resource; known: %s, and domain/name", strings.Join(known, ", "))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(resources.Requests)) {
		request, limit := resources.Requests[name], resources.Limits[name]
		if _, limited := resources.Limits[name]; limited && request.Cmp(limit) > 0 {
			r.Errorf(fieldpath.Key(at+".requests", string(name)), "found %s, which is more than the limit of %s; write less, or raise that",
				request.String(), limit.String())
		}
	}
}
