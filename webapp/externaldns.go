package webapp

import (
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/fivefold-dev/fivefold/internal/objectmeta"
)

const externalDNSContainer = "external-dns"

func (b builder) externalDNSName() string {
	return b.derived("external-dns")
}

// externalDNSSelector returns the labels of external-dns. It is no pod of the app, whose policies are not for it.
func (b builder) externalDNSSelector() map[string]string {
	return b.partLabel(externalDNSContainer)
}

// externalDNSServiceAccount returns the account that the Tenant gives the rights of an external-dns to.
func (b builder) externalDNSServiceAccount() *corev1.ServiceAccount {
	if !isTrue(b.spec.ExternalDNS.Enabled) {
		return nil
	}
	return &corev1.ServiceAccount{
		TypeMeta:                     metav1.TypeMeta{APIVersion: "v1", Kind: "ServiceAccount"},
		ObjectMeta:                   b.meta(b.spec.ExternalDNS.ServiceAccountName, nil),
		AutomountServiceAccountToken: new(false),
	}
}

// externalDNSDeployment returns the external-dns. There is one pod of it at any time: two writers would race.
func (b builder) externalDNSDeployment() *appsv1.Deployment {
	dns := b.spec.ExternalDNS
	if !isTrue(dns.Enabled) {
		return nil
	}
	containers := []corev1.Container{{
		Name:            externalDNSContainer,
		Image:           dns.Image,
		Args:            b.externalDNSArgs(),
		Env:             slices.Concat(dns.Env),
		Resources:       value(dns.Resources),
		LivenessProbe:   externalDNSProbe(),
		ReadinessProbe:  externalDNSProbe(),
		SecurityContext: hardened(nil),
	}}
	if dns.Webhook != nil {
		webhook := dns.Webhook.DeepCopy()
		webhook.Name = orDefault(webhook.Name, "webhook")
		webhook.SecurityContext = hardened(webhook.SecurityContext)
		containers = append(containers, *webhook)
	}
	object := appsv1.Deployment{
		TypeMeta:   metav1.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"},
		ObjectMeta: b.meta(b.externalDNSName(), nil),
		Spec: appsv1.DeploymentSpec{
			Replicas: new(int32(1)),
			Selector: &metav1.LabelSelector{MatchLabels: b.externalDNSSelector()},
			Strategy: appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{
					Labels:      b.externalDNSSelector(),
					Annotations: objectmeta.Union(b.podAnnotations, nil),
				},
				Spec: corev1.PodSpec{
					ServiceAccountName: dns.ServiceAccountName,
					// It reads the routes, and is the only pod that needs a token.
					AutomountServiceAccountToken: new(true),
					SecurityContext:              b.podSecurityContext(),
					ImagePullSecrets:             b.spec.Pod.ImagePullSecrets,
					NodeSelector:                 b.spec.Pod.NodeSelector,
					Tolerations:                  b.spec.Pod.Tolerations,
					PriorityClassName:            b.spec.Pod.PriorityClassName,
					Containers:                   containers,
				},
			},
		},
	}
	if value(b.spec.ReplicaFloor.Minimum) > 1 {
		object.Labels = objectmeta.Union(object.Labels, b.spec.ReplicaFloor.ExemptLabels)
	}
	return object.DeepCopy()
}

// externalDNSArgs returns the arguments. One that the author writes takes the place of Fivefold's of that name.
func (b builder) externalDNSArgs() []string {
	dns := b.spec.ExternalDNS
	args := []string{
		"--source=gateway-httproute",
		"--namespace=" + orDefault(b.namespace, b.tenant),
		"--gateway-namespace=" + dns.GatewayNamespace,
		"--registry=txt",
		"--txt-owner-id=" + orDefault(dns.OwnerID, b.tenant),
	}
	for _, domain := range dns.Domains {
		args = append(args, "--domain-filter="+domain)
	}
	if dns.Webhook != nil {
		args = append(args, "--provider=webhook", "--webhook-provider-url="+webhookURL(*dns.Webhook))
	}
	args = slices.DeleteFunc(args, func(arg string) bool {
		name, _, _ := strings.Cut(arg, "=")
		return slices.ContainsFunc(dns.Args, func(own string) bool {
			ownName, _, _ := strings.Cut(own, "=")
			return ownName == name
		})
	})
	return append(args, dns.Args...)
}

// webhookURL returns the address of a webhook in the same pod: its first port, or the one that webhooks agree on.
func webhookURL(webhook corev1.Container) string {
	number := intstr.FromInt32(8888)
	if len(webhook.Ports) > 0 {
		number = intstr.FromInt32(webhook.Ports[0].ContainerPort)
	}
	return "http://localhost:" + number.String()
}

// externalDNSProbe asks external-dns on the port that it serves its health and metrics on.
func externalDNSProbe() *corev1.Probe {
	return &corev1.Probe{ProbeHandler: corev1.ProbeHandler{
		HTTPGet: &corev1.HTTPGetAction{Path: "/healthz", Port: intstr.FromInt32(7979)},
	}}
}

// externalDNSPolicy lets external-dns reach the API server and its provider, and nobody reach it.
func (b builder) externalDNSPolicy() *policy {
	if !isTrue(b.spec.ExternalDNS.Enabled) {
		return nil
	}
	p := &policy{
		name:     b.externalDNSName(),
		selector: b.externalDNSSelector(),
		egress:   []rule{{peer: peer{apiServer: &b.spec.NetworkPolicy.APIServer}}},
	}
	if names := b.spec.ExternalDNS.APIFQDNs; len(names) > 0 {
		p.egress = append(p.egress, rule{peer{fqdns: names}, tcp(httpsPort)})
	}
	return b.withDNS(p, true)
}
