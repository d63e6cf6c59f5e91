package webapp

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/fivefold-dev/fivefold/internal/objectmeta"
)

// deployment returns the app's Deployment. A copy, so that it shares nothing with other objects.
func (b builder) deployment() *appsv1.Deployment {
	d := b.spec.Deployment
	object := appsv1.Deployment{
		TypeMeta:   metav1.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"},
		ObjectMeta: b.meta(b.name, d.Annotations),
		Spec: appsv1.DeploymentSpec{
			Replicas:                b.replicas(),
			Selector:                &metav1.LabelSelector{MatchLabels: b.selector()},
			Strategy:                b.strategy(),
			MinReadySeconds:         value(d.MinReadySeconds),
			RevisionHistoryLimit:    d.RevisionHistoryLimit,
			ProgressDeadlineSeconds: d.ProgressDeadlineSeconds,
			Paused:                  isTrue(d.Paused),
			Template:                b.podTemplate(),
		},
	}
	if b.leastReplicas() < value(b.spec.ReplicaFloor.Minimum) {
		object.Labels = objectmeta.Union(object.Labels, b.spec.ReplicaFloor.ExemptLabels)
	}
	return object.DeepCopy()
}

func (b builder) podTemplate() corev1.PodTemplateSpec {
	mounted := b.mountedVolumes()
	pod := b.pod()
	pod.Volumes = b.volumes(mounted)
	pod.InitContainers = b.initContainers()
	pod.Containers = slices.Concat([]corev1.Container{b.container()}, b.sidecars())
	pod.TopologySpreadConstraints = b.topologySpreadConstraints()
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{
			Labels:      objectmeta.Union(b.spec.Pod.Labels, objectmeta.Union(b.policySelector(), b.selector())),
			Annotations: b.templateAnnotations(),
		},
		Spec: pod,
	}
}

func (b builder) templateAnnotations() map[string]string {
	return objectmeta.Union(objectmeta.Union(b.podAnnotations, b.spec.Pod.Annotations), b.configHash())
}

// pod returns what the pods of the Deployment and of cron jobs have in common.
func (b builder) pod() corev1.PodSpec {
	p := b.spec.Pod
	return corev1.PodSpec{
		SecurityContext:               b.podSecurityContext(),
		ServiceAccountName:            p.ServiceAccountName,
		AutomountServiceAccountToken:  p.AutomountServiceAccountToken,
		ImagePullSecrets:              p.ImagePullSecrets,
		NodeSelector:                  p.NodeSelector,
		Tolerations:                   p.Tolerations,
		Affinity:                      p.Affinity,
		PriorityClassName:             p.PriorityClassName,
		PreemptionPolicy:              p.PreemptionPolicy,
		SchedulerName:                 p.SchedulerName,
		SchedulingGates:               p.SchedulingGates,
		TerminationGracePeriodSeconds: p.TerminationGracePeriodSeconds,
		RuntimeClassName:              p.RuntimeClassName,
		DNSPolicy:                     p.DNSPolicy,
		DNSConfig:                     p.DNSConfig,
		HostAliases:                   p.HostAliases,
		Hostname:                      p.Hostname,
		Subdomain:                     p.Subdomain,
		SetHostnameAsFQDN:             p.SetHostnameAsFQDN,
		EnableServiceLinks:            p.EnableServiceLinks,
		ShareProcessNamespace:         p.ShareProcessNamespace,
		HostUsers:                     p.HostUsers,
		ReadinessGates:                p.ReadinessGates,
		ResourceClaims:                p.ResourceClaims,
		Resources:                     p.Resources,
		OS:                            p.OS,
	}
}

// topologySpreadConstraints returns the constraints, those without a selector with the app's own.
func (b builder) topologySpreadConstraints() []corev1.TopologySpreadConstraint {
	var constraints []corev1.TopologySpreadConstraint
	for _, constraint := range b.spec.Pod.TopologySpreadConstraints {
		if constraint.LabelSelector == nil {
			constraint.LabelSelector = &metav1.LabelSelector{MatchLabels: b.selector()}
		}
		constraints = append(constraints, constraint)
	}
	return constraints
}

// strategy returns how old pods make room for new ones. A pod that waits for a volume that an old one holds never becomes
// ready, so a rolling update would never end.
func (b builder) strategy() appsv1.DeploymentStrategy {
	switch {
	case b.spec.Strategy != nil:
		return *b.spec.Strategy
	case b.hasExclusiveStorage():
		return appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType}
	default:
		return appsv1.DeploymentStrategy{
			Type: appsv1.RollingUpdateDeploymentStrategyType,
			RollingUpdate: &appsv1.RollingUpdateDeployment{
				MaxSurge: new(intstr.FromInt32(1)), MaxUnavailable: new(intstr.FromInt32(0)),
			},
		}
	}
}
