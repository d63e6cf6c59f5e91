package tenant

import (
	"encoding/json"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/manifest"
)

// Object is a Kubernetes object.
type Object = fivefold.Object

// Graph is all objects of one tenant, a field each. A field is nil where the object is not wanted. Change an object by
// assigning to its field before calling [Graph.Objects], [Graph.JSON] or [Graph.YAML]; add others to Extra.
type Graph struct {
	Namespace     *corev1.Namespace
	ResourceQuota *corev1.ResourceQuota
	LimitRange    *corev1.LimitRange

	DefaultDeny *networkingv1.NetworkPolicy
	// The allow policies are of the kind that spec.networkPolicy.dialect says.
	AllowDNS                 *networkingv1.NetworkPolicy
	AllowSameNamespace       *networkingv1.NetworkPolicy
	CiliumAllowDNS           *unstructured.Unstructured
	CiliumAllowSameNamespace *unstructured.Unstructured

	ServiceAccount         *corev1.ServiceAccount
	Role                   *rbacv1.Role
	RoleBinding            *rbacv1.RoleBinding
	AdditionalRoleBindings []*rbacv1.RoleBinding

	ExternalDNSRoleBinding *rbacv1.RoleBinding
	// ExternalDNSGatewayRoleBinding is the one object outside of the tenant's namespace.
	ExternalDNSGatewayRoleBinding *rbacv1.RoleBinding
	ExternalDNSClusterRoleBinding *rbacv1.ClusterRoleBinding

	SecretStore     *esv1.SecretStore
	PullSecret      *esv1.ExternalSecret
	ExternalSecrets []*esv1.ExternalSecret

	// One of the two sources is set.
	OCIRepository *sourcev1.OCIRepository
	GitRepository *sourcev1.GitRepository
	Kustomization *kustomizev1.Kustomization

	// Extra are objects that a caller adds. They come last.
	Extra []Object

	// Warnings are risks that did not stop the build.
	Warnings fivefold.Findings

	// written holds, by object, the texts of values that Go's types write differently.
	written map[Object]any
}

// Objects returns the objects of the graph in the order to apply them in.
func (g *Graph) Objects() []Object {
	candidates := []Object{
		g.Namespace, g.ResourceQuota, g.LimitRange,
		g.DefaultDeny, g.AllowDNS, g.AllowSameNamespace, g.CiliumAllowDNS, g.CiliumAllowSameNamespace,
		g.ServiceAccount, g.Role, g.RoleBinding,
	}
	for _, binding := range g.AdditionalRoleBindings {
		candidates = append(candidates, binding)
	}
	candidates = append(candidates,
		g.ExternalDNSRoleBinding, g.ExternalDNSGatewayRoleBinding, g.ExternalDNSClusterRoleBinding,
		g.SecretStore, g.PullSecret,
	)
	for _, secret := range g.ExternalSecrets {
		candidates = append(candidates, secret)
	}
	candidates = append(candidates, g.OCIRepository, g.GitRepository, g.Kustomization)
	candidates = append(candidates, g.Extra...)
	objects := make([]Object, 0, len(candidates))
	for _, object := range candidates {
		if !manifest.IsNil(object) {
			objects = append(objects, object)
		}
	}
	return objects
}

// JSON returns the objects of [Graph.Objects], each as JSON in one line with sorted keys. It holds what a careful person
// would have written: no status, no empty values that only Go's types put there, and durations and quantities in the
// author's own text. It fails only on an object of the caller's that has no JSON.
func (g *Graph) JSON() ([]json.RawMessage, error) {
	return manifest.Objects(g.Objects(), g.written)
}

// YAML returns the objects of [Graph.JSON] as a stream of YAML documents.
func (g *Graph) YAML() ([]byte, error) {
	texts, err := g.JSON()
	if err != nil {
		return nil, err
	}
	return manifest.Stream(texts)
}
