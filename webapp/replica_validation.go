package webapp

import (
	"fmt"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/objectmeta"
	"github.com/fivefold-dev/fivefold/internal/report"
)

// validateReplicas checks how many pods run, how old ones make room for new ones, and how many may be missing.
func validateReplicas(r *report.Report, spec Spec) {
	b := builder{name: r.Name, spec: spec}
	for _, number := range []struct {
		at    string
		value *int32
	}{
		{"replicas", spec.Replicas}, {"replicaFloor.minimum", spec.ReplicaFloor.Minimum},
		{"deployment.minReadySeconds", spec.Deployment.MinReadySeconds},
		{"deployment.progressDeadlineSeconds", spec.Deployment.ProgressDeadlineSeconds},
		{"deployment.revisionHistoryLimit", spec.Deployment.RevisionHistoryLimit},
	} {
		if value(number.value) < 0 {
			r.Errorf(number.at, "found %d; write 0 or more", *number.value)
		}
	}
	const usual = 600 // seconds that the API server gives a rollout
	switch deadline, ready := spec.Deployment.ProgressDeadlineSeconds, value(spec.Deployment.MinReadySeconds); {
	case deadline != nil && *deadline <= ready:
		r.Errorf("deployment.progressDeadlineSeconds", "found %d; a rollout takes longer than minReadySeconds: write more than %d", *deadline, ready)
	case deadline == nil && ready >= usual:
		r.Errorf("deployment.minReadySeconds", "found %d, and a rollout has %d seconds; write less, or a longer progressDeadlineSeconds", ready, usual)
	}
	if spec.Replicas == nil && !b.isScaled() {
		r.Errorf("replicas", "null: the API server would make it 1; write a number")
	}
	if floor := value(spec.ReplicaFloor.Minimum); b.leastReplicas() >= 0 && b.leastReplicas() < floor && len(spec.ReplicaFloor.ExemptLabels) == 0 {
		at, what := "replicas", "replicas"
		if b.isScaled() {
			at, what = "scaling.minReplicas", "scaling.minReplicas"
		}
		r.Warnf(at, "%d, which is below the floor of %d: a platform that asks for more refuses the Deployment; write %s: %d, or replicaFloor.exemptLabels",
			b.leastReplicas(), floor, what, floor)
	}
	validateStrategy(r, spec.Strategy)
	budget := spec.PodDisruptionBudget
	switch {
	case budget == nil:
	case budget.MaxUnavailable == nil:
		r.Errorf("podDisruptionBudget.maxUnavailable", "null; write a number, or podDisruptionBudget: null for no budget")
	case !validatePart(r, "podDisruptionBudget.maxUnavailable", *budget.MaxUnavailable):
	case isZero(*budget.MaxUnavailable):
		r.Errorf("podDisruptionBudget.maxUnavailable", "found %s: no pod could ever be evicted, and nodes would not drain; write 1 or more", budget.MaxUnavailable)
	}
}

// https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#strategy
func validateStrategy(r *report.Report, strategy *appsv1.DeploymentStrategy) {
	if strategy == nil {
		return
	}
	rolling := strategy.RollingUpdate
	if rolling == nil {
		return
	}
	if strategy.Type == appsv1.RecreateDeploymentStrategyType {
		r.Errorf("strategy.rollingUpdate", "type Recreate has none; drop it")
		return
	}
	zero := 0
	for _, part := range []struct {
		field string
		value *intstr.IntOrString
	}{{"maxSurge", rolling.MaxSurge}, {"maxUnavailable", rolling.MaxUnavailable}} {
		if part.value != nil && validatePart(r, "strategy.rollingUpdate."+part.field, *part.value) && isZero(*part.value) {
			zero++
		}
	}
	if zero == 2 {
		r.Errorf("strategy.rollingUpdate", "maxSurge and maxUnavailable are both 0: no pod could ever be replaced; write maxSurge: 1")
	}
}

// validatePart checks a number or a percentage of pods, and tells whether it is one.
func validatePart(r *report.Report, at string, part intstr.IntOrString) bool {
	switch {
	case part.Type == intstr.Int && part.IntVal < 0:
		r.Errorf(at, "found %d; write 0 or more", part.IntVal)
	case part.Type == intstr.String && len(validation.IsValidPercent(part.StrVal)) > 0:
		r.Errorf(at, "found %q; write a number without quotes, or a percentage such as 25%%", part.StrVal)
	default:
		return true
	}
	return false
}

func isZero(part intstr.IntOrString) bool {
	return part.Type == intstr.Int && part.IntVal == 0 || part.Type == intstr.String && strings.Trim(part.StrVal, "0") == "%"
}

// validatePod checks what the types of a pod leave open.
func validatePod(r *report.Report, pod Pod) {
	for i, secret := range pod.ImagePullSecrets {
		if secret.Name == "" {
			r.Errorf(fmt.Sprintf("pod.imagePullSecrets[%d].name", i), "not set; write a name")
		}
	}
	for _, name := range []struct{ at, text string }{
		{"pod.serviceAccountName", pod.ServiceAccountName}, {"pod.priorityClassName", pod.PriorityClassName},
		{"pod.runtimeClassName", value(pod.RuntimeClassName)},
	} {
		if name.text != "" {
			validateObjectName(r, name.at, name.text)
		}
	}
	for _, name := range []struct{ at, text string }{{"pod.hostname", pod.Hostname}, {"pod.subdomain", pod.Subdomain}} {
		if fault := objectmeta.LabelFault(name.text); name.text != "" && fault != "" && !isVariable(name.text) {
			r.Errorf(name.at, "found %q: %s", name.text, fault)
		}
	}
	if value(pod.TerminationGracePeriodSeconds) < 0 {
		r.Errorf("pod.terminationGracePeriodSeconds", "found %d; write 0 or more", *pod.TerminationGracePeriodSeconds)
	}
	objectmeta.CheckLabels("pod.nodeSelector", pod.NodeSelector, r.Errorf)
	if pod.DNSPolicy == corev1.DNSNone && (pod.DNSConfig == nil || len(pod.DNSConfig.Nameservers) == 0) {
		r.Errorf("pod.dnsConfig.nameservers", "not set, and dnsPolicy None has no others; write some")
	}
	for i, toleration := range pod.Tolerations {
		at := fmt.Sprintf("pod.tolerations[%d]", i)
		switch {
		case toleration.Operator == corev1.TolerationOpExists && toleration.Value != "":
			r.Errorf(at+".value", "operator Exists has none; drop it, or write operator: Equal")
		case toleration.Key == "" && toleration.Operator != corev1.TolerationOpExists:
			r.Errorf(at+".key", "not set; write the key of the taint, or operator: Exists for all")
		case toleration.TolerationSeconds != nil && toleration.Effect != corev1.TaintEffectNoExecute:
			r.Errorf(at+".tolerationSeconds", "needs effect NoExecute; write that, or drop it")
		}
	}
	seen := map[string]bool{}
	for i, constraint := range pod.TopologySpreadConstraints {
		at := fmt.Sprintf("pod.topologySpreadConstraints[%d]", i)
		if constraint.MaxSkew < 0 {
			r.Errorf(at+".maxSkew", "found %d; write 1 or more", constraint.MaxSkew)
		}
		if constraint.MinDomains != nil && (*constraint.MinDomains < 1 || constraint.WhenUnsatisfiable != corev1.DoNotSchedule) {
			r.Errorf(at+".minDomains", "takes 1 or more, with whenUnsatisfiable: DoNotSchedule; write that, or drop it")
		}
		pair := constraint.TopologyKey + " " + string(constraint.WhenUnsatisfiable)
		if seen[pair] {
			r.Errorf(at, "stands there twice for topologyKey %s and whenUnsatisfiable %s; keep one", constraint.TopologyKey, constraint.WhenUnsatisfiable)
		}
		seen[pair] = true
		if constraint.LabelSelector != nil && len(constraint.MatchLabelKeys) > 0 {
			for j, key := range constraint.MatchLabelKeys {
				if _, twice := constraint.LabelSelector.MatchLabels[key]; twice {
					r.Errorf(fieldpath.Index(at+".matchLabelKeys", j), "%s stands in labelSelector, too; drop one of them", key)
				}
			}
		}
		if constraint.WhenUnsatisfiable == corev1.DoNotSchedule && value(constraint.NodeTaintsPolicy) != corev1.NodeInclusionPolicyHonor {
			r.Warnf(at, "counts nodes whose taints keep the pods away: they stay empty, and further pods find no node; write nodeTaintsPolicy: Honor")
		}
		if constraint.WhenUnsatisfiable == corev1.DoNotSchedule && !slices.Contains(constraint.MatchLabelKeys, appsv1.DefaultDeploymentUniqueLabelKey) &&
			countsOwnPods(r.Name, pod, constraint.LabelSelector) {
			r.Warnf(at, "counts the pods of the old version, too: a new pod may find no node, and the rollout stops; write matchLabelKeys: [pod-template-hash]")
		}
	}
}

// countsOwnPods tells whether a constraint counts the app's own pods: one without a selector does.
func countsOwnPods(name string, pod Pod, written *metav1.LabelSelector) bool {
	if written == nil {
		return true
	}
	selector, err := metav1.LabelSelectorAsSelector(written)
	return err == nil && selector.Matches(labels.Set(objectmeta.Union(pod.Labels, map[string]string{nameLabel: name, partOfLabel: name})))
}

// validateObjectName checks the name of an object that is there already.
func validateObjectName(r *report.Report, at, name string) {
	if name == "" {
		r.Errorf(at, "not set; write a name")
	} else if fault := objectmeta.SubdomainFault(name); fault != "" && !isVariable(name) {
		r.NameErrorf(at, name, fault)
	}
}

// validateNamespaceName checks the name of a namespace.
func validateNamespaceName(r *report.Report, at, name string) {
	if name == "" {
		r.Errorf(at, "not set; write the name of a namespace")
	} else if fault := objectmeta.LabelFault(name); fault != "" && !isVariable(name) {
		r.NameErrorf(at, name, fault)
	}
}
