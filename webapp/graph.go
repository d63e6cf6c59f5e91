package webapp

import (
	"encoding/json"
	"maps"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	esv1alpha1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1alpha1"
	generatorsv1alpha1 "github.com/external-secrets/external-secrets/apis/generators/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
	gatewayv1beta1 "sigs.k8s.io/gateway-api/apis/v1beta1"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/manifest"
)

// Object is a Kubernetes object.
type Object = fivefold.Object

// Graph is all objects of one web application, a field each. A field is nil where the object is not wanted. Change an
// object by assigning to its field before calling [Graph.Objects], [Graph.JSON] or [Graph.YAML]; add others to Extra.
type Graph struct {
	// Tenant is the name of the tenant that the app runs in.
	Tenant string

	ExternalDNSServiceAccount *corev1.ServiceAccount

	ConfigMap              *corev1.ConfigMap
	PersistentVolumeClaims []*corev1.PersistentVolumeClaim

	// The policies are of the kind that spec.networkPolicy.dialect says.
	NetworkPolicy            *networkingv1.NetworkPolicy
	DatabaseNetworkPolicy    *networkingv1.NetworkPolicy
	ACMESolverNetworkPolicy  *networkingv1.NetworkPolicy
	ExternalDNSNetworkPolicy *networkingv1.NetworkPolicy
	CiliumPolicy             *unstructured.Unstructured
	DatabaseCiliumPolicy     *unstructured.Unstructured
	ACMESolverCiliumPolicy   *unstructured.Unstructured
	ExternalDNSCiliumPolicy  *unstructured.Unstructured

	SecretStore *esv1.SecretStore
	// Each generated secret is a Password, a PushSecret and an ExternalSecret, in the same order.
	Passwords                []*generatorsv1alpha1.Password
	PushSecrets              []*esv1alpha1.PushSecret
	GeneratedExternalSecrets []*esv1.ExternalSecret
	ExternalSecrets          []*esv1.ExternalSecret

	DatabaseCluster *unstructured.Unstructured
	ScheduledBackup *unstructured.Unstructured

	Service             *corev1.Service
	Deployment          *appsv1.Deployment
	PodDisruptionBudget *policyv1.PodDisruptionBudget
	CronJobs            []*batchv1.CronJob

	HorizontalPodAutoscaler *autoscalingv2.HorizontalPodAutoscaler
	InterceptorRoute        *unstructured.Unstructured
	ScaledObject            *unstructured.Unstructured

	Issuer         *unstructured.Unstructured
	Certificate    *unstructured.Unstructured
	ReferenceGrant *gatewayv1beta1.ReferenceGrant
	HTTPRoute      *gatewayv1.HTTPRoute
	RedirectRoutes []*gatewayv1.HTTPRoute

	ExternalDNSDeployment *appsv1.Deployment
	ServiceMonitor        *unstructured.Unstructured

	// Extra are objects that a caller adds. They come last.
	Extra []Object

	// Warnings are risks that did not stop the build.
	Warnings fivefold.Findings

	// written holds, by object, the texts of values that Go's types write differently.
	written map[Object]any
}

// graph returns all objects of the app.
func (b builder) graph() *Graph {
	app, database, solver, dns := b.appPolicy(), b.databasePolicy(), b.solverPolicy(), b.externalDNSPolicy()
	return &Graph{
		Tenant:                    b.tenant,
		ExternalDNSServiceAccount: b.externalDNSServiceAccount(),
		ConfigMap:                 b.configMap(),
		PersistentVolumeClaims:    b.persistentVolumeClaims(),
		NetworkPolicy:             b.kubernetesPolicy(app),
		DatabaseNetworkPolicy:     b.kubernetesPolicy(database),
		ACMESolverNetworkPolicy:   b.kubernetesPolicy(solver),
		ExternalDNSNetworkPolicy:  b.kubernetesPolicy(dns),
		CiliumPolicy:              b.ciliumPolicy(app),
		DatabaseCiliumPolicy:      b.ciliumPolicy(database),
		ACMESolverCiliumPolicy:    b.ciliumPolicy(solver),
		ExternalDNSCiliumPolicy:   b.ciliumPolicy(dns),
		SecretStore:               b.secretStore(),
		Passwords:                 b.passwords(),
		PushSecrets:               b.pushSecrets(),
		GeneratedExternalSecrets:  b.generatedExternalSecrets(),
		ExternalSecrets:           b.externalSecrets(),
		DatabaseCluster:           b.databaseCluster(),
		ScheduledBackup:           b.scheduledBackup(),
		Service:                   b.service(),
		Deployment:                b.deployment(),
		PodDisruptionBudget:       b.podDisruptionBudget(),
		CronJobs:                  b.cronJobs(),
		HorizontalPodAutoscaler:   b.horizontalPodAutoscaler(),
		InterceptorRoute:          b.interceptorRoute(),
		ScaledObject:              b.scaledObject(),
		Issuer:                    b.issuer(),
		Certificate:               b.certificate(),
		ReferenceGrant:            b.referenceGrant(),
		HTTPRoute:                 b.httpRoute(),
		RedirectRoutes:            b.redirectRoutes(),
		ExternalDNSDeployment:     b.externalDNSDeployment(),
		ServiceMonitor:            b.serviceMonitor(),
	}
}

// Objects returns the objects of the graph in the order to apply them in: first what pods need, then the pods, then what
// brings requests to them.
func (g *Graph) Objects() []Object {
	var all []Object
	add := func(objects ...Object) {
		for _, object := range objects {
			if !manifest.IsNil(object) {
				all = append(all, object)
			}
		}
	}
	add(g.ExternalDNSServiceAccount, g.ConfigMap)
	add(list(g.PersistentVolumeClaims)...)
	add(g.NetworkPolicy, g.DatabaseNetworkPolicy, g.ACMESolverNetworkPolicy, g.ExternalDNSNetworkPolicy,
		g.CiliumPolicy, g.DatabaseCiliumPolicy, g.ACMESolverCiliumPolicy, g.ExternalDNSCiliumPolicy, g.SecretStore)
	add(list(g.Passwords)...)
	add(list(g.PushSecrets)...)
	add(list(g.GeneratedExternalSecrets)...)
	add(list(g.ExternalSecrets)...)
	add(g.DatabaseCluster, g.ScheduledBackup, g.Service, g.Deployment, g.PodDisruptionBudget)
	add(list(g.CronJobs)...)
	add(g.HorizontalPodAutoscaler, g.InterceptorRoute, g.ScaledObject,
		g.Issuer, g.Certificate, g.ReferenceGrant, g.HTTPRoute)
	add(list(g.RedirectRoutes)...)
	add(g.ExternalDNSDeployment, g.ServiceMonitor)
	add(g.Extra...)
	return all
}

// JSON returns the objects of [Graph.Objects], each as JSON in one line with sorted keys. It holds what a careful person
// would have written: no status, no empty values that only Go's types put there, and durations and quantities in the
// author's own text. It fails only on an object of the caller's that has no JSON.
func (g *Graph) JSON() ([]json.RawMessage, error) {
	return manifest.Objects(g.Objects(), g.texts())
}

// texts returns the texts of what Go's types write differently, those of Fivefold's own values too: the documentation of
// External Secrets writes an interval of nothing as 0, and a grant for Secrets has to name their group, which is empty.
func (g *Graph) texts() map[Object]any {
	texts := maps.Clone(g.written)
	if texts == nil {
		texts = map[Object]any{}
	}
	for _, secret := range g.PushSecrets {
		texts[secret] = map[string]any{"spec": map[string]any{"refreshInterval": "0"}}
	}
	if g.ReferenceGrant != nil {
		core := map[string]any{"group": manifest.EmptyText{}}
		texts[g.ReferenceGrant] = map[string]any{"spec": map[string]any{"to": []any{core}}}
	}
	return texts
}

// YAML returns the objects of [Graph.JSON] as a stream of YAML documents.
func (g *Graph) YAML() ([]byte, error) {
	texts, err := g.JSON()
	if err != nil {
		return nil, err
	}
	return manifest.Stream(texts)
}

func list[T Object](objects []T) []Object {
	all := make([]Object, len(objects))
	for i, object := range objects {
		all[i] = object
	}
	return all
}
