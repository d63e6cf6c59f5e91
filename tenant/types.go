package tenant

import (
	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/kustomize"
	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// APIVersion and Kind of a Tenant.
const (
	APIVersion = "fivefold.dev/v1alpha1"
	Kind       = "Tenant"
)

// Tenant declares one tenant of a shared Flux cluster: a namespace, what may happen in it, and where its manifests come
// from. The name is the default of every name in the spec. Labels and annotations of the metadata go on every object
// of the graph, except kustomize's and kpt's bookkeeping; the namespace of the metadata means nothing.
type Tenant struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// +optional
	Spec Spec `json:"spec,omitzero"`
}

// Spec is one layer of a tenant's specification: that of a Tenant, or what a platform sets for all of its tenants.
// A field that is not set leaves the decision to the layer below, in the end to the defaults that [Defaults] returns.
//
// Fields of upstream types replace the lower layer's value whole; Fivefold's own structs and maps merge key by key, as
// in JSON merge patch (RFC 7386).
type Spec struct {
	// Labels go on every object. Those that a field owns, pod-security.kubernetes.io/* and Flux's owner labels, are errors.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations go on every object.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// PruneProtection annotates every object with kustomize.toolkit.fluxcd.io/prune: disabled, so that Flux deletes none of
	// them when they leave the platform's repository. It has to be live before the objects change hands. Default false.
	// +optional
	PruneProtection *bool `json:"pruneProtection,omitempty"`
	// Namespace is the tenant's namespace.
	// +optional
	Namespace Namespace `json:"namespace,omitzero"`
	// ServiceAccount is the account that Flux impersonates when it applies the tenant's manifests.
	// +optional
	ServiceAccount ServiceAccount `json:"serviceAccount,omitzero"`
	// RBAC is what that account, and people, may do in the namespace.
	// +optional
	RBAC RBAC `json:"rbac,omitzero"`
	// Source is where the manifests come from and whose signature they need.
	// +optional
	Source Source `json:"source,omitzero"`
	// Sync is how Flux applies the manifests.
	// +optional
	Sync Sync `json:"sync,omitzero"`
	// PullSecret is the registry credential for the source and for the images of the tenant's pods.
	// +optional
	PullSecret PullSecret `json:"pullSecret,omitzero"`
	// SecretStore is the store that the tenant's own ExternalSecrets read from.
	// +optional
	SecretStore SecretStore `json:"secretStore,omitzero"`
	// Secrets are further ExternalSecrets that the platform makes for the tenant.
	// +optional
	Secrets []Secret `json:"secrets,omitempty"`
	// NetworkPolicy is the network floor of the namespace.
	// +optional
	NetworkPolicy NetworkPolicy `json:"networkPolicy,omitzero"`
	// ResourceQuota bounds what the namespace may use.
	// https://kubernetes.io/docs/concepts/policy/resource-quotas/
	// +optional
	ResourceQuota *corev1.ResourceQuotaSpec `json:"resourceQuota,omitempty"`
	// LimitRange bounds and defaults what one pod or container may use.
	// https://kubernetes.io/docs/concepts/policy/limit-range/
	// +optional
	LimitRange *corev1.LimitRangeSpec `json:"limitRange,omitempty"`
	// ExternalDNS lets the tenant run an external-dns of its own.
	// +optional
	ExternalDNS ExternalDNS `json:"externalDNS,omitzero"`

	// Null names fields that this layer removes from the layers below, by their path in the spec: in YAML they are
	// written as null. Null: []string{"source.verify"} turns the verification of the source off.
	Null []string `json:"-"`

	// written is the JSON that the spec was decoded from. It keeps texts that Go's types change, such as 90s and 1400m.
	written map[string]any
}

// Namespace describes the tenant's namespace.
type Namespace struct {
	// Name is a DNS label. Default: the tenant's name.
	// +optional
	Name string `json:"name,omitempty"`
	// Labels go on the Namespace only.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations go on the Namespace only.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// PodSecurity are the Pod Security levels of the namespace.
	// +optional
	PodSecurity PodSecurity `json:"podSecurity,omitzero"`
}

// PodSecurity becomes the pod-security.kubernetes.io labels of the namespace. Levels are privileged, baseline and
// restricted; versions are latest or v1.N. https://kubernetes.io/docs/concepts/security/pod-security-admission/
type PodSecurity struct {
	// Enforce is the level that pods are refused at. Default restricted.
	// +optional
	Enforce string `json:"enforce,omitempty"`
	// EnforceVersion is the version of that level. Default latest.
	// +optional
	EnforceVersion string `json:"enforceVersion,omitempty"`
	// Audit is the level that is noted in the audit log.
	// +optional
	Audit string `json:"audit,omitempty"`
	// AuditVersion is the version of that level.
	// +optional
	AuditVersion string `json:"auditVersion,omitempty"`
	// Warn is the level that clients are warned at.
	// +optional
	Warn string `json:"warn,omitempty"`
	// WarnVersion is the version of that level.
	// +optional
	WarnVersion string `json:"warnVersion,omitempty"`
}

// ServiceAccount describes the account that Flux impersonates for the tenant.
type ServiceAccount struct {
	// Name of the account. Default: the tenant's name.
	// +optional
	Name string `json:"name,omitempty"`
	// AutomountServiceAccountToken mounts a token into pods that run as the account. Default false.
	// +optional
	AutomountServiceAccountToken *bool `json:"automountServiceAccountToken,omitempty"`
	// ImagePullSecrets are used beside the pull secret.
	// +optional
	ImagePullSecrets []corev1.LocalObjectReference `json:"imagePullSecrets,omitempty"`
	// Annotations go on the ServiceAccount only, for example those of workload identity.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
}

// RBAC describes the rights of the service account and of people. Of ClusterRole and Role the highest layer that sets
// either decides.
type RBAC struct {
	// ClusterRole is bound to the service account within the namespace. Default edit. cluster-admin is an error.
	// +optional
	ClusterRole string `json:"clusterRole,omitempty"`
	// Role is made in the namespace and bound to the service account instead.
	// +optional
	Role *Role `json:"role,omitempty"`
	// BindingName is the RoleBinding's name. Default: the Role's name, else the tenant's.
	// +optional
	BindingName string `json:"bindingName,omitempty"`
	// Annotations go on the bindings only. A roleRef is immutable: kustomize.toolkit.fluxcd.io/force: enabled lets Flux
	// replace a binding whose role has changed.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// AdditionalRoleBindings bind ClusterRoles within the namespace to people.
	// +optional
	AdditionalRoleBindings []AdditionalRoleBinding `json:"additionalRoleBindings,omitempty"`
}

// Role is a Role in the tenant's namespace.
type Role struct {
	// Name of the Role.
	// +required
	Name string `json:"name,omitempty"`
	// Rules say what the tenant may do. One that lets it widen its own rights is an error.
	// +required
	Rules []rbacv1.PolicyRule `json:"rules,omitempty"`
}

// AdditionalRoleBinding binds a ClusterRole to subjects within the tenant's namespace.
type AdditionalRoleBinding struct {
	// Name of the RoleBinding.
	// +required
	Name string `json:"name,omitempty"`
	// ClusterRoleName is the role. cluster-admin is an error.
	// +required
	ClusterRoleName string `json:"clusterRoleName,omitempty"`
	// Subjects are whom the role is for.
	// +required
	Subjects []rbacv1.Subject `json:"subjects,omitempty"`
}

// Source describes an OCIRepository where its URL starts with oci://, and a GitRepository where it starts with https://,
// http:// or ssh://. Fields are those of [sourcev1.OCIRepositorySpec] and [sourcev1.GitRepositorySpec], by their names.
// https://fluxcd.io/flux/components/source/ocirepositories/ https://fluxcd.io/flux/components/source/gitrepositories/
type Source struct {
	// URL of the repository, without tag or digest.
	// +required
	URL string `json:"url,omitempty"`
	// Name of the source object. Default: the tenant's name.
	// +optional
	Name string `json:"name,omitempty"`
	// Interval between checks for a new revision, in ms, s, m or h. Default 5m.
	// +optional
	Interval *metav1.Duration `json:"interval,omitempty"`
	// Timeout of one operation, in ms, s or m.
	// +optional
	Timeout *metav1.Duration `json:"timeout,omitempty"`
	// Ref says which revision to follow.
	// +optional
	Ref *SourceRef `json:"ref,omitempty" layer:"replace"`
	// SecretRef names the Secret with the credentials. Default: the pull secret for an OCI source where it is enabled; none
	// for a Git source, since a registry credential is of no use there.
	// +optional
	SecretRef *meta.LocalObjectReference `json:"secretRef,omitempty"`
	// Verify says whose signature the source must carry. It is required; null turns verification off and warns.
	// +required
	Verify *SourceVerification `json:"verify,omitempty" layer:"replace"`
	// Provider of contextual authentication, such as aws or azure.
	// +optional
	Provider string `json:"provider,omitempty"`
	// ServiceAccountName is the account whose pull secrets or workload identity authenticate against the source.
	// +optional
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// ProxySecretRef names a Secret with the proxy's address.
	// +optional
	ProxySecretRef *meta.LocalObjectReference `json:"proxySecretRef,omitempty"`
	// Ignore are patterns, as in .gitignore, of files that are left out.
	// +optional
	Ignore *string `json:"ignore,omitempty"`
	// Suspend stops reconciliation.
	// +optional
	Suspend *bool `json:"suspend,omitempty"`

	// LayerSelector chooses a layer of the artifact. OCI only.
	// +optional
	LayerSelector *sourcev1.OCILayerSelector `json:"layerSelector,omitempty"`
	// CertSecretRef names a Secret with a client certificate or a CA. OCI only.
	// +optional
	CertSecretRef *meta.LocalObjectReference `json:"certSecretRef,omitempty"`
	// Insecure allows a registry without TLS, and warns. OCI only.
	// +optional
	Insecure *bool `json:"insecure,omitempty"`

	// RecurseSubmodules fetches Git submodules too. Git only.
	// +optional
	RecurseSubmodules *bool `json:"recurseSubmodules,omitempty"`
	// Include adds the content of other GitRepositories of the namespace. Git only.
	// +optional
	Include []sourcev1.GitRepositoryInclude `json:"include,omitempty"`
	// SparseCheckout lists the folders to fetch. Git only.
	// +optional
	SparseCheckout []string `json:"sparseCheckout,omitempty"`
}

// SourceRef is an [sourcev1.OCIRepositoryRef] or a [sourcev1.GitRepositoryRef].
type SourceRef struct {
	// Tag of the artifact or of the commit.
	// +optional
	Tag string `json:"tag,omitempty"`
	// SemVer is a range of tags, such as ">=1.0.0".
	// +optional
	SemVer string `json:"semver,omitempty"`
	// SemverFilter is a regular expression for the tags within the range. OCI only.
	// +optional
	SemverFilter string `json:"semverFilter,omitempty"`
	// Digest of the artifact, as in sha256:0123… . OCI only.
	// +optional
	Digest string `json:"digest,omitempty"`
	// Branch to follow. Git only.
	// +optional
	Branch string `json:"branch,omitempty"`
	// Name of a Git reference, as in refs/heads/main. Git only.
	// +optional
	Name string `json:"name,omitempty"`
	// Commit in hexadecimal digits. Git only.
	// +optional
	Commit string `json:"commit,omitempty"`
}

// SourceVerification is an [sourcev1.OCIRepositoryVerification] or a [sourcev1.GitRepositoryVerification].
type SourceVerification struct {
	// Provider of the signature: cosign (default) or notation. OCI only.
	// +optional
	Provider string `json:"provider,omitempty"`
	// MatchOIDCIdentity is the one identity that may have signed keyless: regular expressions, anchored at both ends, for
	// the issuer and the subject of its certificate. OCI with cosign only.
	// +optional
	MatchOIDCIdentity []sourcev1.OIDCIdentityMatch `json:"matchOIDCIdentity,omitempty"`
	// TrustedRootSecretRef names a Secret with the trusted_root.json of a Sigstore of one's own. OCI with cosign only.
	// +optional
	TrustedRootSecretRef *meta.LocalObjectReference `json:"trustedRootSecretRef,omitempty"`
	// SecretRef names the Secret with the trusted public keys.
	// +optional
	SecretRef *meta.LocalObjectReference `json:"secretRef,omitempty"`
	// Mode says which Git object is verified: HEAD, Tag or TagAndHEAD. Git only.
	// +optional
	Mode sourcev1.GitVerificationMode `json:"mode,omitempty"`
}

// Sync describes the Flux Kustomization that applies the tenant's manifests. Fields are those of
// [kustomizev1.KustomizationSpec], by their names; the service account, the target namespace, the source and the cluster
// are not the tenant's to choose. https://fluxcd.io/flux/components/kustomize/kustomizations/
type Sync struct {
	// Name of the Kustomization. Default: the tenant's name.
	// +optional
	Name string `json:"name,omitempty"`
	// Annotations go on the Kustomization object only.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// Sharding spreads the tenants over several instances of Flux's controllers.
	// +optional
	Sharding Sharding `json:"sharding,omitzero"`

	// Interval between two reconciliations, in ms, s, m or h. Default 10m.
	// +optional
	Interval *metav1.Duration `json:"interval,omitempty"`
	// Timeout of apply and health checks, in ms, s, m or h. Default 5m.
	// +optional
	Timeout *metav1.Duration `json:"timeout,omitempty"`
	// RetryInterval after a failure, in ms, s, m or h. Default 2m.
	// +optional
	RetryInterval *metav1.Duration `json:"retryInterval,omitempty"`
	// Path within the source. Default ./
	// +optional
	Path string `json:"path,omitempty"`
	// Prune deletes what leaves the source. Default true. It cannot be null.
	// +optional
	Prune *bool `json:"prune,omitempty"`
	// Wait for all objects to become healthy; Flux then ignores HealthChecks. Default true.
	// +optional
	Wait *bool `json:"wait,omitempty"`
	// Force deletes and recreates objects that cannot be patched, with what they hold. It warns.
	// +optional
	Force *bool `json:"force,omitempty"`
	// DependsOn names Kustomizations that must be ready first.
	// +optional
	DependsOn []kustomizev1.DependencyReference `json:"dependsOn,omitempty"`
	// Decryption of Secrets in the source.
	// +optional
	Decryption *kustomizev1.Decryption `json:"decryption,omitempty"`
	// PostBuild substitutes variables.
	// +optional
	PostBuild *kustomizev1.PostBuild `json:"postBuild,omitempty"`
	// Patches of the tenant's objects.
	// +optional
	Patches []kustomize.Patch `json:"patches,omitempty"`
	// Images to replace.
	// +optional
	Images []kustomize.Image `json:"images,omitempty"`
	// Components are paths of kustomize components.
	// +optional
	Components []string `json:"components,omitempty"`
	// IgnoreMissingComponents leaves out components whose path does not exist.
	// +optional
	IgnoreMissingComponents *bool `json:"ignoreMissingComponents,omitempty"`
	// CommonMetadata goes on all of the tenant's objects.
	// +optional
	CommonMetadata *kustomizev1.CommonMetadata `json:"commonMetadata,omitempty"`
	// HealthChecks are looked at where Wait is false.
	// +optional
	HealthChecks []meta.NamespacedObjectKindReference `json:"healthChecks,omitempty"`
	// HealthCheckExprs tell the health of custom resources, in CEL.
	// +optional
	HealthCheckExprs []kustomize.CustomHealthCheck `json:"healthCheckExprs,omitempty"`
	// DeletionPolicy says what happens to the tenant's objects when the Kustomization is deleted: MirrorPrune, Delete,
	// WaitForTermination or Orphan.
	// +optional
	DeletionPolicy string `json:"deletionPolicy,omitempty"`
	// Suspend stops reconciliation.
	// +optional
	Suspend *bool `json:"suspend,omitempty"`
	// NamePrefix of all objects.
	// +optional
	NamePrefix string `json:"namePrefix,omitempty"`
	// NameSuffix of all objects.
	// +optional
	NameSuffix string `json:"nameSuffix,omitempty"`
	// BuildMetadata that kustomize adds: originAnnotations, transformerAnnotations.
	// +optional
	BuildMetadata []kustomizev1.BuildMetadataOption `json:"buildMetadata,omitempty"`
	// Ignore says which changes drift detection overlooks.
	// +optional
	Ignore []kustomizev1.IgnoreRule `json:"ignore,omitempty"`
}

// Sharding assigns a tenant to one of several instances of Flux's controllers, by the label sharding.fluxcd.io/key on
// its source and its Kustomization. https://fluxcd.io/flux/installation/configuration/sharding/
type Sharding struct {
	// Shards is the number of instances, shard1 to shardN. Default 0: no label. The assignment is a rendezvous hash of the
	// tenant's name, so that going from N to N+1 moves about one tenant in N+1.
	// +optional
	Shards *int `json:"shards,omitempty"`
}

// PullSecret describes the ExternalSecret that makes a Secret of type kubernetes.io/dockerconfigjson.
type PullSecret struct {
	// Enabled makes it. Default false.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// Name of the ExternalSecret and of the Secret. Default registry-auth.
	// +optional
	Name string `json:"name,omitempty"`
	// SecretStoreRef names the store that RemoteRef is read from.
	// +optional
	SecretStoreRef *esv1.SecretStoreRef `json:"secretStoreRef,omitempty"`
	// RemoteRef is where the store keeps the docker config. Either this or DataFrom.
	// +optional
	RemoteRef *esv1.ExternalSecretDataRemoteRef `json:"remoteRef,omitempty"`
	// DataFrom brings a key dockerconfigjson from elsewhere, a generator for example.
	// +optional
	DataFrom []esv1.ExternalSecretDataFromRemoteRef `json:"dataFrom,omitempty"`
	// RefreshInterval, in Go's units. Default 1h; 0 never refreshes.
	// +optional
	RefreshInterval *metav1.Duration `json:"refreshInterval,omitempty"`
}

// SecretStore describes the SecretStore in the tenant's namespace.
type SecretStore struct {
	// Enabled makes it. Default false.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// Name of the SecretStore. Default tenant.
	// +optional
	Name string `json:"name,omitempty"`
	// Provider of the secrets. Vault's kubernetes auth with neither a serviceAccountRef nor a secretRef gets the tenant's
	// service account. Required where enabled. https://external-secrets.io/latest/provider/
	// +optional
	Provider *esv1.SecretStoreProvider `json:"provider,omitempty"`
}

// Secret is an ExternalSecret in the tenant's namespace. Where they are not set, refreshInterval is 1h, target.name is
// the name, target.creationPolicy is Owner, and secretStoreRef is the tenant's own store unless only generators are read.
type Secret struct {
	// Name of the ExternalSecret.
	// +required
	Name string `json:"name,omitempty"`

	esv1.ExternalSecretSpec `json:",inline"`
}

// NetworkPolicy describes the policies that hold for all pods of the namespace.
type NetworkPolicy struct {
	// DefaultDeny denies all traffic that no other policy allows, in both directions. Default true.
	// +optional
	DefaultDeny *bool `json:"defaultDeny,omitempty"`
	// Dialect of the allow policies: Kubernetes (default) or Cilium.
	// +optional
	Dialect string `json:"dialect,omitempty"`
	// AllowDNS lets all pods ask the cluster's DNS. Default false.
	// +optional
	AllowDNS *bool `json:"allowDNS,omitempty"`
	// AllowSameNamespace lets the pods of the namespace talk to each other. Default false.
	// +optional
	AllowSameNamespace *bool `json:"allowSameNamespace,omitempty"`
}

// ExternalDNS describes the rights of an external-dns that the tenant runs itself. They are the only ones that reach
// out of the tenant's namespace: reading the shared Gateway.
type ExternalDNS struct {
	// Enabled makes the bindings. Default false.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// ServiceAccountName of the external-dns. Default external-dns.
	// +optional
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// ClusterRole is bound in the tenant's and in the Gateway's namespace. Default tenant-external-dns.
	// +optional
	ClusterRole string `json:"clusterRole,omitempty"`
	// GlobalClusterRole is bound cluster-wide. Default tenant-external-dns-global.
	// +optional
	GlobalClusterRole string `json:"globalClusterRole,omitempty"`
	// GatewayNamespace is where the shared Gateway lives. Default kube-system.
	// +optional
	GatewayNamespace string `json:"gatewayNamespace,omitempty"`
}
