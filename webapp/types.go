package webapp

import (
	"encoding/json"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	generatorsv1alpha1 "github.com/external-secrets/external-secrets/apis/generators/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
)

// APIVersion and Kind of a WebApp.
const (
	APIVersion = "fivefold.dev/v1alpha1"
	Kind       = "WebApp"
)

// WebApp declares one web application of a tenant. Its name is the name of every object and of the container. Without a
// namespace the objects carry none, and the targetNamespace of Flux decides. Labels and annotations of the metadata go
// on every object of the graph, and the annotations on the pods as kustomize's commonAnnotations do, except kustomize's
// and kpt's bookkeeping.
type WebApp struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// +optional
	Spec Spec `json:"spec,omitzero"`
}

// Spec is one layer of a web application's specification: that of a WebApp, or what a platform sets for all of its apps.
// A field that is not set leaves the decision to the layer below, in the end to the defaults that [Defaults] returns.
//
// Fields of upstream types replace the lower layer's value whole; Fivefold's own structs and maps merge key by key, as
// in JSON merge patch (RFC 7386).
type Spec struct {
	// Labels go on every object. Those of pods are in pod.labels.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations go on every object. Those of pods are in pod.annotations.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// Tenant is the tenant that the app runs in. Default: the namespace, else the name.
	// +optional
	Tenant string `json:"tenant,omitempty"`
	// Image of the container, with a tag or a digest.
	// https://kubernetes.io/docs/concepts/containers/images/
	// +required
	Image string `json:"image,omitempty"`
	// Port that the container listens on; it is named http. The environment variable PORT is not set for you. Default 8080.
	// +optional
	Port *int32 `json:"port,omitempty"`
	// Hostnames that the app is served on. Without any there is no route.
	// +optional
	Hostnames []string `json:"hostnames,omitempty"`
	// Replicas is the number of pods. A scaler owns it where there is one. Default 2.
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// Command replaces the entrypoint of the image.
	// +optional
	Command []string `json:"command,omitempty"`
	// Args are the arguments of the command.
	// +optional
	Args []string `json:"args,omitempty"`
	// Env are environment variables, in their order: $(NAME) refers to one that stands earlier. The URL of the database
	// comes first.
	// +optional
	Env []corev1.EnvVar `json:"env,omitempty"`
	// EnvFrom are sources of further environment variables.
	// +optional
	EnvFrom []corev1.EnvFromSource `json:"envFrom,omitempty"`
	// Resources of the container. Default: requests of 10m and 32Mi, a memory limit of 128Mi.
	// https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	// Probes tell whether the container has started, lives and is ready.
	// +optional
	Probes Probes `json:"probes,omitzero"`
	// WritablePaths are directories that the app may write to, an emptyDir each; all else of the root file system is
	// read-only. One that is mounted otherwise needs no emptyDir and gets none. Default /tmp.
	// +optional
	WritablePaths []WritablePath `json:"writablePaths,omitempty"`
	// ConfigFiles are files of the container: their absolute path and their content. They are mounted one by one, so that
	// other files of a directory stay visible, and pods roll when one changes. A running pod keeps the files it has started
	// with.
	// +optional
	ConfigFiles map[string]string `json:"configFiles,omitempty"`
	// Volumes are further volumes of the pod.
	// +optional
	Volumes []corev1.Volume `json:"volumes,omitempty"`
	// VolumeMounts are further mounts of the container.
	// +optional
	VolumeMounts []corev1.VolumeMount `json:"volumeMounts,omitempty"`
	// Storage are volumes that outlive the pods.
	// +optional
	Storage []Storage `json:"storage,omitempty"`
	// InitContainers run before the container, native sidecars with restartPolicy Always included. They are hardened like it
	// where they say nothing. One without an image, or with the app's, gets the app's environment, mounts and resources.
	// +optional
	InitContainers []corev1.Container `json:"initContainers,omitempty"`
	// Sidecars run beside the container, hardened like it where they say nothing.
	// +optional
	Sidecars []corev1.Container `json:"sidecars,omitempty"`
	// Container is the rest of the container.
	// +optional
	Container Container `json:"container,omitzero"`
	// Pod is the rest of the pod.
	// +optional
	Pod Pod `json:"pod,omitzero"`
	// Deployment is the rest of that object.
	// +optional
	Deployment Deployment `json:"deployment,omitzero"`
	// SecurityContext of the container, merged over the hardened default, which the level restricted admits.
	// +optional
	SecurityContext SecurityContext `json:"securityContext,omitzero"`
	// Strategy replaces old pods by new ones. Default: a rolling update with maxSurge 1 and maxUnavailable 0, but Recreate
	// where a volume can be used by one pod only.
	// +optional
	Strategy *appsv1.DeploymentStrategy `json:"strategy,omitempty"`
	// PodDisruptionBudget says how many pods may be evicted at once; null removes it.
	// +optional
	PodDisruptionBudget *PodDisruptionBudget `json:"podDisruptionBudget,omitempty"`
	// ReplicaFloor is the least number of pods that the platform asks for.
	// +optional
	ReplicaFloor ReplicaFloor `json:"replicaFloor,omitzero"`
	// Service in front of the pods.
	// +optional
	Service Service `json:"service,omitzero"`
	// Route from the shared Gateway to the app.
	// +optional
	Route Route `json:"route,omitzero"`
	// NetworkPolicy says whom the pods talk to.
	// +optional
	NetworkPolicy NetworkPolicy `json:"networkPolicy,omitzero"`
	// SecretStore is a store of the app's own for its secrets. Mostly the tenant's is there already; its name is then the
	// one to set.
	// +optional
	SecretStore SecretStore `json:"secretStore,omitzero"`
	// SecretPath is the prefix of every key that is read from or written to the store, such as apps/{name}/ .
	// +optional
	SecretPath string `json:"secretPath,omitempty"`
	// Secrets are ExternalSecrets, read from the namespaced store.
	// +optional
	Secrets []Secret `json:"secrets,omitempty"`
	// GeneratedSecrets are random values that are made once, kept in the store and never overwritten.
	// +optional
	GeneratedSecrets []GeneratedSecret `json:"generatedSecrets,omitempty"`
	// Database is a PostgreSQL cluster by CloudNativePG.
	// +optional
	Database Database `json:"database,omitzero"`
	// Scaling lets the number of pods follow the load.
	// +optional
	Scaling Scaling `json:"scaling,omitzero"`
	// Certificate is a TLS certificate by cert-manager for the Gateway.
	// +optional
	Certificate Certificate `json:"certificate,omitzero"`
	// ExternalDNS is an external-dns that keeps the DNS records of the tenant's routes.
	// +optional
	ExternalDNS ExternalDNS `json:"externalDNS,omitzero"`
	// CronJobs run the app's image at times.
	// +optional
	CronJobs []CronJob `json:"cronJobs,omitempty"`
	// Metrics lets Prometheus scrape the pods.
	// +optional
	Metrics Metrics `json:"metrics,omitzero"`

	// Null names fields that this layer removes from the layers below, by their path in the spec: in YAML they are
	// written as null. Null: []string{"probes.liveness"} turns the liveness probe off.
	Null []string `json:"-"`

	// written is the JSON that the spec was decoded from. It keeps texts that Go's types change, such as 90s and 1400m.
	written map[string]any
}

// Probes of the container. A probe that names no handler asks for Path over HTTP on the port; one that does, or that
// sets only the path, port or headers of its httpGet, is completed, never mixed with another. Null removes a probe.
// https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
type Probes struct {
	// Path that the probes ask for. Default / .
	// +optional
	Path string `json:"path,omitempty"`
	// Liveness restarts the container when it fails. Default: every 10 s, three failures.
	// +optional
	Liveness *corev1.Probe `json:"liveness,omitempty"`
	// Readiness takes the pod out of the Service when it fails. Default: every 10 s, three failures.
	// +optional
	Readiness *corev1.Probe `json:"readiness,omitempty"`
	// Startup holds the other two back until it has passed. Default: every 2 s, 60 failures.
	// +optional
	Startup *corev1.Probe `json:"startup,omitempty"`
}

// WritablePath is a directory with an emptyDir: in YAML a path, or a mapping of these fields.
type WritablePath struct {
	// Path is absolute.
	// +required
	Path string `json:"path,omitempty"`
	// SizeLimit of the directory. A pod that writes more is evicted. Default: none.
	// +optional
	SizeLimit *resource.Quantity `json:"sizeLimit,omitempty"`
	// Medium is Memory for a file system in memory, which counts as the container's. Default: the node's disk.
	// +optional
	Medium corev1.StorageMedium `json:"medium,omitempty"`
}

// UnmarshalJSON takes a path for the whole.
func (p *WritablePath) UnmarshalJSON(data []byte) error {
	type fields WritablePath
	if len(data) > 0 && data[0] == '"' {
		*p = WritablePath{}
		return json.Unmarshal(data, &p.Path)
	}
	return json.Unmarshal(data, (*fields)(p))
}

// Storage is a PersistentVolumeClaim and its mount. Flux does not delete it, even when the app is gone.
// https://kubernetes.io/docs/concepts/storage/persistent-volumes/
type Storage struct {
	// Name of the volume. The claim is named after the app and this.
	// +required
	Name string `json:"name,omitempty"`
	// MountPath is absolute.
	// +required
	MountPath string `json:"mountPath,omitempty"`
	// Size of the volume.
	// +required
	Size *resource.Quantity `json:"size,omitempty"`
	// StorageClassName of the claim. Default: the cluster's.
	// +optional
	StorageClassName *string `json:"storageClassName,omitempty"`
	// AccessModes of the claim. Default ReadWriteOnce, which one pod at a time can use: the app is then stopped for each
	// rollout, and cron jobs do not get the volume.
	// +optional
	AccessModes []corev1.PersistentVolumeAccessMode `json:"accessModes,omitempty"`
}

// Container is what a [corev1.Container] has beyond the spec's own fields, by its names.
type Container struct {
	// WorkingDir of the command. Default: the image's.
	// +optional
	WorkingDir string `json:"workingDir,omitempty"`
	// Ports are further ports, beside http.
	// +optional
	Ports []corev1.ContainerPort `json:"ports,omitempty"`
	// ResizePolicy says which resources change without a restart.
	// +optional
	ResizePolicy []corev1.ContainerResizePolicy `json:"resizePolicy,omitempty"`
	// RestartPolicy of the container, where it differs from the pod's.
	// +optional
	RestartPolicy *corev1.ContainerRestartPolicy `json:"restartPolicy,omitempty"`
	// RestartPolicyRules decide by exit code.
	// +optional
	RestartPolicyRules []corev1.ContainerRestartRule `json:"restartPolicyRules,omitempty"`
	// VolumeDevices are block devices.
	// +optional
	VolumeDevices []corev1.VolumeDevice `json:"volumeDevices,omitempty"`
	// Lifecycle are actions after the start and before the stop.
	// +optional
	Lifecycle *corev1.Lifecycle `json:"lifecycle,omitempty"`
	// TerminationMessagePath is the file whose content becomes the container's last message.
	// +optional
	TerminationMessagePath string `json:"terminationMessagePath,omitempty"`
	// TerminationMessagePolicy says what is used where that file is empty.
	// +optional
	TerminationMessagePolicy corev1.TerminationMessagePolicy `json:"terminationMessagePolicy,omitempty"`
	// ImagePullPolicy is Always, IfNotPresent or Never. Default: the API server's, by the image's tag.
	// +optional
	ImagePullPolicy corev1.PullPolicy `json:"imagePullPolicy,omitempty"`
	// Stdin keeps the standard input open.
	// +optional
	Stdin *bool `json:"stdin,omitempty"`
	// StdinOnce closes the standard input after the first session.
	// +optional
	StdinOnce *bool `json:"stdinOnce,omitempty"`
	// TTY gives the container a terminal.
	// +optional
	TTY *bool `json:"tty,omitempty"`
}

// SecurityContext is a [corev1.SecurityContext] whose fields merge across layers.
type SecurityContext corev1.SecurityContext

// PodSecurityContext is a [corev1.PodSecurityContext] whose fields merge across layers.
type PodSecurityContext corev1.PodSecurityContext

// Pod is what a pod template has beyond the spec's own fields, by the names of [corev1.PodSpec]. Cron jobs get the same.
type Pod struct {
	// Labels go on the pods. Those that select the app's pods are its own.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations go on the pods.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// SecurityContext of the pod, merged over the hardened default: user, group and fsGroup 1000.
	// +optional
	SecurityContext PodSecurityContext `json:"securityContext,omitzero"`
	// ServiceAccountName is the account that the pods run as. Default: the namespace's default account.
	// +optional
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// AutomountServiceAccountToken mounts a token of that account. Default false.
	// +optional
	AutomountServiceAccountToken *bool `json:"automountServiceAccountToken,omitempty"`
	// ImagePullSecrets are used beside those of the account.
	// +optional
	ImagePullSecrets []corev1.LocalObjectReference `json:"imagePullSecrets,omitempty"`
	// NodeSelector chooses nodes by label.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// Tolerations admit tainted nodes.
	// +optional
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	// Affinity chooses nodes by rules.
	// +optional
	Affinity *corev1.Affinity `json:"affinity,omitempty"`
	// TopologySpreadConstraints spread the pods. One without a labelSelector gets the app's own. Default: over host names,
	// within one version of the app, where that can be. Cron jobs get none.
	// https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/
	// +optional
	TopologySpreadConstraints []corev1.TopologySpreadConstraint `json:"topologySpreadConstraints,omitempty"`
	// PriorityClassName of the pods.
	// +optional
	PriorityClassName string `json:"priorityClassName,omitempty"`
	// PreemptionPolicy says whether the pods push others off their nodes.
	// +optional
	PreemptionPolicy *corev1.PreemptionPolicy `json:"preemptionPolicy,omitempty"`
	// SchedulerName is a scheduler other than the default one.
	// +optional
	SchedulerName string `json:"schedulerName,omitempty"`
	// SchedulingGates hold the pods back.
	// +optional
	SchedulingGates []corev1.PodSchedulingGate `json:"schedulingGates,omitempty"`
	// TerminationGracePeriodSeconds is what the pods get to stop, in seconds. Default: the API server's, 30.
	// +optional
	TerminationGracePeriodSeconds *int64 `json:"terminationGracePeriodSeconds,omitempty"`
	// RuntimeClassName is a container runtime other than the default one.
	// +optional
	RuntimeClassName *string `json:"runtimeClassName,omitempty"`
	// DNSPolicy of the pods.
	// +optional
	DNSPolicy corev1.DNSPolicy `json:"dnsPolicy,omitempty"`
	// DNSConfig of the pods.
	// +optional
	DNSConfig *corev1.PodDNSConfig `json:"dnsConfig,omitempty"`
	// HostAliases are lines of /etc/hosts.
	// +optional
	HostAliases []corev1.HostAlias `json:"hostAliases,omitempty"`
	// Hostname of the pods.
	// +optional
	Hostname string `json:"hostname,omitempty"`
	// Subdomain of the pods.
	// +optional
	Subdomain string `json:"subdomain,omitempty"`
	// SetHostnameAsFQDN makes the full name the host name.
	// +optional
	SetHostnameAsFQDN *bool `json:"setHostnameAsFQDN,omitempty"`
	// EnableServiceLinks puts the namespace's Services into the environment. Default: the API server's, true.
	// +optional
	EnableServiceLinks *bool `json:"enableServiceLinks,omitempty"`
	// ShareProcessNamespace lets the containers of a pod see each other's processes.
	// +optional
	ShareProcessNamespace *bool `json:"shareProcessNamespace,omitempty"`
	// HostUsers false gives the pods a user namespace of their own.
	// +optional
	HostUsers *bool `json:"hostUsers,omitempty"`
	// ReadinessGates are further conditions of readiness.
	// +optional
	ReadinessGates []corev1.PodReadinessGate `json:"readinessGates,omitempty"`
	// ResourceClaims are devices that the pods need.
	// +optional
	ResourceClaims []corev1.PodResourceClaim `json:"resourceClaims,omitempty"`
	// Resources of the pod as a whole.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	// OS of the nodes.
	// +optional
	OS *corev1.PodOS `json:"os,omitempty"`
}

// Deployment is what the [appsv1.Deployment] has beyond the spec's own fields, by its names.
type Deployment struct {
	// Annotations go on the Deployment only.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// MinReadySeconds is how long a pod must be ready to count as available, in seconds.
	// +optional
	MinReadySeconds *int32 `json:"minReadySeconds,omitempty"`
	// RevisionHistoryLimit is the number of old ReplicaSets that are kept. Default: the API server's, 10.
	// +optional
	RevisionHistoryLimit *int32 `json:"revisionHistoryLimit,omitempty"`
	// ProgressDeadlineSeconds is when a rollout counts as failed, in seconds. Default: the API server's, 600.
	// +optional
	ProgressDeadlineSeconds *int32 `json:"progressDeadlineSeconds,omitempty"`
	// Paused stops rollouts.
	// +optional
	Paused *bool `json:"paused,omitempty"`
}

// PodDisruptionBudget is a [policyv1.PodDisruptionBudgetSpec] without minAvailable, which blocks the drain of a node as
// soon as pods are missing. https://kubernetes.io/docs/tasks/run-application/configure-pdb/
type PodDisruptionBudget struct {
	// MaxUnavailable is the number or the percentage of pods that may be evicted at once. Default 1.
	// +optional
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
	// UnhealthyPodEvictionPolicy says whether pods that are not ready may always be evicted: AlwaysAllow. Default: the API
	// server's, IfHealthyBudget.
	// +optional
	UnhealthyPodEvictionPolicy *policyv1.UnhealthyPodEvictionPolicyType `json:"unhealthyPodEvictionPolicy,omitempty"`
}

// ReplicaFloor is judged by what really runs: the replicas, or a scaler's minimum.
type ReplicaFloor struct {
	// Minimum is the least number of pods. Default 2.
	// +optional
	Minimum *int32 `json:"minimum,omitempty"`
	// ExemptLabels go on a Deployment that is below the minimum, so that the platform's policy lets it pass.
	// +optional
	ExemptLabels map[string]string `json:"exemptLabels,omitempty"`
}

// Service describes the Service in front of the pods.
type Service struct {
	// Port of the Service. Default 80.
	// +optional
	Port *int32 `json:"port,omitempty"`
	// PortName of that port. Default http.
	// +optional
	PortName string `json:"portName,omitempty"`
	// AppProtocol of that port, such as kubernetes.io/h2c.
	// +optional
	AppProtocol *string `json:"appProtocol,omitempty"`
	// Annotations go on the Service only.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// ExtraPorts are further ports.
	// +optional
	ExtraPorts []corev1.ServicePort `json:"extraPorts,omitempty"`
}

// Route describes the HTTPRoute from the shared Gateway to the Service. https://gateway-api.sigs.k8s.io/api-types/httproute/
type Route struct {
	// ParentRefs are the Gateways and their listeners. Required with hostnames; mostly a Platform sets them.
	// +optional
	ParentRefs []gatewayv1.ParentReference `json:"parentRefs,omitempty"`
	// Annotations go on the HTTPRoute only.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// Rules of the route. One without backendRefs that redirects nowhere goes to the Service. Default: one for all requests.
	// +optional
	Rules []gatewayv1.HTTPRouteRule `json:"rules,omitempty"`
	// Redirects from other host names, a route each.
	// +optional
	Redirects []Redirect `json:"redirects,omitempty"`
}

// Redirect answers all requests for one host name with another.
type Redirect struct {
	// From is the host name that is redirected.
	// +required
	From string `json:"from,omitempty"`
	// To is the host name that is redirected to.
	// +required
	To string `json:"to,omitempty"`
	// StatusCode is 301, 302, 303, 307 or 308. Default 301.
	// +optional
	StatusCode *int `json:"statusCode,omitempty"`
	// ParentRefs are the Gateways and their listeners. Default: those of the route.
	// +optional
	ParentRefs []gatewayv1.ParentReference `json:"parentRefs,omitempty"`
}

// NetworkPolicy says whom the app's pods, those of its cron jobs included, talk to. It selects the app's own labels,
// never the whole namespace.
type NetworkPolicy struct {
	// Dialect is Kubernetes (default) or Cilium.
	// +optional
	Dialect string `json:"dialect,omitempty"`
	// Gateway is who may reach the port where there is a route. Required then in the Kubernetes dialect; in Cilium's
	// it is the ingress entity, and a rule for a namespace would match nothing.
	// +optional
	Gateway Gateway `json:"gateway,omitzero"`
	// DNS is the cluster's name server.
	// +optional
	DNS DNS `json:"dns,omitzero"`
	// APIServer is where the Kubernetes API is, for the database and external-dns.
	// +optional
	APIServer APIServer `json:"apiServer,omitzero"`
	// AllowDNS lets the pods ask the cluster's name server. Default true.
	// +optional
	AllowDNS *bool `json:"allowDNS,omitempty"`
	// AllowSameNamespace lets the app and the other pods of the namespace talk to each other. Default false.
	// +optional
	AllowSameNamespace *bool `json:"allowSameNamespace,omitempty"`
	// Egress is whom the pods may talk to.
	// +optional
	Egress Egress `json:"egress,omitzero"`
	// Ingress is who else may talk to the pods.
	// +optional
	Ingress Ingress `json:"ingress,omitzero"`
}

// Gateway selects the pods of the Gateway.
type Gateway struct {
	// Namespace of the Gateway's pods.
	// +optional
	Namespace string `json:"namespace,omitempty"`
	// Labels of the Gateway's pods. Default: all of the namespace.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
}

// DNS selects the pods of the cluster's name server.
type DNS struct {
	// Namespace of the name server. Default kube-system.
	// +optional
	Namespace string `json:"namespace,omitempty"`
	// Labels of its pods. Default k8s-app: kube-dns.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// NodeLocal is the address of a name server on each node.
	// +optional
	NodeLocal string `json:"nodeLocal,omitempty"`
}

// APIServer says where the Kubernetes API is, which a NetworkPolicy has no name for. In Cilium's dialect it is the
// kube-apiserver entity.
type APIServer struct {
	// CIDRs of the API server. Default: any address, on the ports 443 and 6443.
	// +optional
	CIDRs []string `json:"cidrs,omitempty"`
}

// Egress says whom pods may talk to, in short forms and in rules.
type Egress struct {
	// FQDNs are host names that may be reached on port 443; *.example.org is the subdomains of one level. Cilium only.
	// +optional
	FQDNs []string `json:"fqdns,omitempty"`
	// Namespaces that may be reached on any port.
	// +optional
	Namespaces []string `json:"namespaces,omitempty"`
	// CIDRs are address ranges that may be reached on any port.
	// +optional
	CIDRs []string `json:"cidrs,omitempty"`
	// Rules are the long form, by names of the author's choice.
	// +optional
	Rules map[string]EgressRule `json:"rules,omitempty"`
}

// EgressRule allows traffic to one kind of peer.
type EgressRule struct {
	// FQDNs are host names. Cilium only.
	// +optional
	FQDNs []string `json:"fqdns,omitempty"`
	// Namespaces of the pods.
	// +optional
	Namespaces []string `json:"namespaces,omitempty"`
	// Labels of the pods. Without namespaces, those of the app's own.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// CIDRs are address ranges.
	// +optional
	CIDRs []string `json:"cidrs,omitempty"`
	// Except are ranges within the CIDRs that stay closed.
	// +optional
	Except []string `json:"except,omitempty"`
	// Entities are Cilium's names for what has no labels, such as kube-apiserver. Cilium only.
	// https://docs.cilium.io/en/stable/security/policy/language/#entities-based
	// +optional
	Entities []string `json:"entities,omitempty"`
	// Ports of the peer. Default: 443 for host names, any else.
	// +optional
	Ports []Port `json:"ports,omitempty"`
}

// Ingress says who may talk to pods, in short forms and in rules.
type Ingress struct {
	// Namespaces that may reach the pods on any port.
	// +optional
	Namespaces []string `json:"namespaces,omitempty"`
	// Rules are the long form, by names of the author's choice.
	// +optional
	Rules map[string]IngressRule `json:"rules,omitempty"`
}

// IngressRule allows traffic from one kind of peer.
type IngressRule struct {
	// Namespaces of the pods.
	// +optional
	Namespaces []string `json:"namespaces,omitempty"`
	// Labels of the pods. Without namespaces, those of the app's own.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// CIDRs are address ranges.
	// +optional
	CIDRs []string `json:"cidrs,omitempty"`
	// Except are ranges within the CIDRs that stay closed.
	// +optional
	Except []string `json:"except,omitempty"`
	// Entities are Cilium's names for what has no labels, such as host. Cilium only.
	// +optional
	Entities []string `json:"entities,omitempty"`
	// Ports of the app. Default: any.
	// +optional
	Ports []Port `json:"ports,omitempty"`
}

// Port is a port, or a range of them.
type Port struct {
	// Port is its number.
	// +required
	Port *int32 `json:"port,omitempty"`
	// EndPort is the last one of a range.
	// +optional
	EndPort *int32 `json:"endPort,omitempty"`
	// Protocol is TCP (default), UDP or SCTP.
	// +optional
	Protocol corev1.Protocol `json:"protocol,omitempty"`
}

// SecretStore describes the namespaced store of the app's secrets. https://external-secrets.io/latest/api/secretstore/
type SecretStore struct {
	// Enabled makes the store. Default false.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// Name of the store that secrets are read from and written to. Default tenant.
	// +optional
	Name string `json:"name,omitempty"`
	// Provider of the secrets. Vault's kubernetes auth with neither a serviceAccountRef nor a secretRef gets the service
	// account that is named as the tenant. Required where enabled. https://external-secrets.io/latest/provider/
	// +optional
	Provider *esv1.SecretStoreProvider `json:"provider,omitempty"`
}

// Secret is an ExternalSecret. Where they are not set, refreshInterval is 1h, target.name is the name,
// target.creationPolicy is Owner, and secretStoreRef is the namespaced store unless only generators are read.
type Secret struct {
	// Name of the ExternalSecret.
	// +required
	Name string `json:"name,omitempty"`

	esv1.ExternalSecretSpec `json:",inline"`
}

// GeneratedSecret is a random value. A generator makes it, a PushSecret writes it to the store where there is none yet,
// and an ExternalSecret reads it back, so that losing the cluster does not lose the value. Of Key and Data one is set.
type GeneratedSecret struct {
	// Name of the three objects and of the Secret.
	// +required
	Name string `json:"name,omitempty"`
	// Key in the Secret.
	// +optional
	Key string `json:"key,omitempty"`
	// RemoteKey is the path in the store.
	// +optional
	RemoteKey string `json:"remoteKey,omitempty"`
	// Property within the remote key. Default: the key.
	// +optional
	Property string `json:"property,omitempty"`
	// Data are several places for the one value.
	// +optional
	Data []GeneratedData `json:"data,omitempty"`
	// Password says what the value is made of. Default: 24 characters, a quarter each of digits and symbols.
	// https://external-secrets.io/latest/api/generator/password/
	// +optional
	Password *generatorsv1alpha1.PasswordSpec `json:"password,omitempty"`
}

// GeneratedData is one place that a generated value is kept in.
type GeneratedData struct {
	// Key in the Secret.
	// +required
	Key string `json:"key,omitempty"`
	// RemoteKey is the path in the store.
	// +required
	RemoteKey string `json:"remoteKey,omitempty"`
	// Property within the remote key. Default: the key.
	// +optional
	Property string `json:"property,omitempty"`
}

// Database is a PostgreSQL cluster by CloudNativePG, with a network policy of its own. Flux does not delete the Cluster,
// since losing it is losing the data. https://cloudnative-pg.io/docs/
type Database struct {
	// Enabled makes the database. Default false.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// Name of the database's objects. Default: the app's name and -db.
	// +optional
	Name string `json:"name,omitempty"`
	// Instances of PostgreSQL. One switches CloudNativePG's own disruption budget off, so that nodes drain. Default 1.
	// +optional
	Instances *int32 `json:"instances,omitempty"`
	// Size of each instance's volume, a quantity. Default 1Gi.
	// +optional
	Size string `json:"size,omitempty"`
	// StorageClassName of the volumes. Default: the cluster's.
	// +optional
	StorageClassName string `json:"storageClassName,omitempty"`
	// Owner is the role that owns the database. Default: the app's name.
	// +optional
	Owner string `json:"owner,omitempty"`
	// Database is its name. Default: the app's name.
	// +optional
	Database string `json:"database,omitempty"`
	// Parameters of postgresql.conf.
	// +optional
	Parameters map[string]string `json:"parameters,omitempty"`
	// URLEnv is the environment variable of the app with the URL of the database; null leaves it out. Default DATABASE_URL.
	// +optional
	URLEnv string `json:"urlEnv,omitempty"`
	// Cluster is laid key by key over the spec that Fivefold makes.
	// https://cloudnative-pg.io/docs/current/cloudnative-pg.v1/#clusterspec
	// +optional
	Cluster map[string]any `json:"cluster,omitempty"`
	// OperatorNamespace is where CloudNativePG runs. Default cnpg-system.
	// +optional
	OperatorNamespace string `json:"operatorNamespace,omitempty"`
	// Backup of the database.
	// +optional
	Backup Backup `json:"backup,omitzero"`
}

// Backup archives the write-ahead log and, by a schedule, the whole database, through the Barman Cloud plugin.
// https://cloudnative-pg.io/plugin-barman-cloud/
type Backup struct {
	// Schedule in cron's notation with a field for seconds first: "0 0 3 * * *" is three o'clock.
	// +optional
	Schedule string `json:"schedule,omitempty"`
	// ObjectStore is the name of the plugin's object of that kind, in the namespace, which also says how long backups are
	// kept.
	// +optional
	ObjectStore string `json:"objectStore,omitempty"`
	// Egress is where the object store is.
	// +optional
	Egress Egress `json:"egress,omitzero"`
}

// Scaling lets the number of pods follow the load. Any field of it takes replicas out of the Deployment: the scaler owns
// them.
type Scaling struct {
	// MinReplicas is the least number of pods. Default: replicas, but 0 with http.
	// +optional
	MinReplicas *int32 `json:"minReplicas,omitempty"`
	// MaxReplicas is the greatest number of pods. Required with any other field.
	// +optional
	MaxReplicas *int32 `json:"maxReplicas,omitempty"`
	// CPUUtilization to keep, in percent of the requests, which every container then needs.
	// +optional
	CPUUtilization *int32 `json:"cpuUtilization,omitempty"`
	// MemoryUtilization to keep, in percent of the requests, which every container then needs.
	// +optional
	MemoryUtilization *int32 `json:"memoryUtilization,omitempty"`
	// HTTP scales from zero while the request waits.
	// +optional
	HTTP HTTPScaling `json:"http,omitzero"`
}

// HTTPScaling scales by requests with the HTTP add-on of KEDA. https://kedacore.github.io/http-add-on/
type HTTPScaling struct {
	// Enabled sends the requests through the add-on's interceptor. The interceptor's namespace has to grant that with a
	// ReferenceGrant, which is the platform's to write. Default false.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// TargetConcurrency is the number of concurrent requests per pod. Default 10.
	// +optional
	TargetConcurrency *int32 `json:"targetConcurrency,omitempty"`
	// CooldownPeriod is how long after the last request the pods are stopped, in seconds. Default 300.
	// +optional
	CooldownPeriod *int32 `json:"cooldownPeriod,omitempty"`
	// Interceptor is the Service that holds requests back.
	// +optional
	Interceptor Interceptor `json:"interceptor,omitzero"`
	// ScalerAddress is host and port of the add-on's scaler. Default keda-add-ons-http-external-scaler.keda:9090.
	// +optional
	ScalerAddress string `json:"scalerAddress,omitempty"`
}

// Interceptor is the Service of KEDA's HTTP add-on that holds requests back until a pod is ready.
type Interceptor struct {
	// Namespace that it runs in. Default keda.
	// +optional
	Namespace string `json:"namespace,omitempty"`
	// Service is the name. Default keda-add-ons-http-interceptor-proxy.
	// +optional
	Service string `json:"service,omitempty"`
	// Port that it takes requests on. Default 8080.
	// +optional
	Port *int32 `json:"port,omitempty"`
}

// Certificate is a TLS certificate by cert-manager, and the grant that lets the Gateway read its Secret.
// https://cert-manager.io/docs/usage/certificate/
type Certificate struct {
	// Enabled makes the certificate. Default false.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// DNSNames of the certificate. Default: the hostnames and those that are redirected.
	// +optional
	DNSNames []string `json:"dnsNames,omitempty"`
	// Issuer signs the certificate. Required where enabled.
	// +optional
	Issuer *Issuer `json:"issuer,omitempty" layer:"replace"`
	// GatewayNamespace is where the Gateway lives. Default kube-system.
	// +optional
	GatewayNamespace string `json:"gatewayNamespace,omitempty"`
}

// Issuer is the spec of a namespaced cert-manager Issuer, by its names, or a reference to one that is there already. One
// field is set.
type Issuer struct {
	// IssuerRef is an Issuer of the namespace. A ClusterIssuer is an error. The Gateway is let to the pods by which it may
	// prove names over HTTP.
	// +optional
	IssuerRef *IssuerRef `json:"issuerRef,omitempty"`
	// ACME gets certificates from a server of that protocol. https://cert-manager.io/docs/configuration/acme/
	// +optional
	ACME *ACMEIssuer `json:"acme,omitempty"`
	// CA signs with a key pair. https://cert-manager.io/docs/configuration/ca/
	// +optional
	CA map[string]any `json:"ca,omitempty"`
	// Vault lets that, or OpenBao, sign. https://cert-manager.io/docs/configuration/vault/
	// +optional
	Vault map[string]any `json:"vault,omitempty"`
	// SelfSigned signs each certificate with its own key. https://cert-manager.io/docs/configuration/selfsigned/
	// +optional
	SelfSigned map[string]any `json:"selfSigned,omitempty"`
	// Venafi lets CyberArk Certificate Manager sign. https://cert-manager.io/docs/configuration/venafi/
	// +optional
	Venafi map[string]any `json:"venafi,omitempty"`
}

// IssuerRef names an issuer.
type IssuerRef struct {
	// Name of the issuer.
	// +required
	Name string `json:"name,omitempty"`
	// Kind is Issuer (default), or that of an external issuer.
	// +optional
	Kind string `json:"kind,omitempty"`
	// Group of that kind. Default cert-manager.io.
	// +optional
	Group string `json:"group,omitempty"`
}

// ACMEIssuer is an ACME account and how to prove that a name is one's own.
type ACMEIssuer struct {
	// Server is the URL of the ACME directory.
	// +required
	Server string `json:"server,omitempty"`
	// Email of the account.
	// +optional
	Email string `json:"email,omitempty"`
	// PrivateKeySecretRef is the Secret that the account's key is kept in.
	// +required
	PrivateKeySecretRef *SecretKeyRef `json:"privateKeySecretRef,omitempty"`
	// PreferredChain is the name of a root's certificate.
	// +optional
	PreferredChain string `json:"preferredChain,omitempty"`
	// Profile of the certificates, where the server has some.
	// +optional
	Profile string `json:"profile,omitempty"`
	// CABundle that the server's own certificate is verified with, in base64.
	// +optional
	CABundle []byte `json:"caBundle,omitempty"`
	// SkipTLSVerify trusts any certificate of the server.
	// +optional
	SkipTLSVerify *bool `json:"skipTLSVerify,omitempty"`
	// ExternalAccountBinding ties the account to one elsewhere.
	// +optional
	ExternalAccountBinding map[string]any `json:"externalAccountBinding,omitempty"`
	// DisableAccountKeyGeneration takes the key that is there.
	// +optional
	DisableAccountKeyGeneration *bool `json:"disableAccountKeyGeneration,omitempty"`
	// EnableDurationFeature asks the server for the certificate's duration.
	// +optional
	EnableDurationFeature *bool `json:"enableDurationFeature,omitempty"`
	// Solvers prove that a name is one's own.
	// +required
	Solvers []ACMESolver `json:"solvers,omitempty"`
}

// SecretKeyRef is a key of a Secret.
type SecretKeyRef struct {
	// Name of the Secret.
	// +required
	Name string `json:"name,omitempty"`
	// Key in the Secret.
	// +optional
	Key string `json:"key,omitempty"`
}

// ACMESolver proves that a name is one's own, by an answer over HTTP or by a DNS record.
type ACMESolver struct {
	// Selector says which names this solver is for. Default: all.
	// +optional
	Selector map[string]any `json:"selector,omitempty"`
	// HTTP01 answers over HTTP, through the Gateway; a policy lets it reach the solver's pod. It proves no wildcard.
	// https://cert-manager.io/docs/configuration/acme/http01/
	// +optional
	HTTP01 map[string]any `json:"http01,omitempty"`
	// DNS01 makes a DNS record. https://cert-manager.io/docs/configuration/acme/dns01/
	// +optional
	DNS01 map[string]any `json:"dns01,omitempty"`
}

// ExternalDNS is an external-dns for the HTTPRoutes of the tenant's namespace. The tenant's half of it, the rights of the
// account, is spec.externalDNS of the Tenant. https://kubernetes-sigs.github.io/external-dns/
type ExternalDNS struct {
	// Enabled makes the external-dns. Default false.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// Domains whose records it may touch. Required where enabled.
	// +optional
	Domains []string `json:"domains,omitempty"`
	// OwnerID marks its records: two with one id delete each other's. Default: the tenant's name.
	// +optional
	OwnerID string `json:"ownerId,omitempty"`
	// Image of external-dns. Required where enabled.
	// +optional
	Image string `json:"image,omitempty"`
	// Args are further arguments, or other values of those that Fivefold writes.
	// +optional
	Args []string `json:"args,omitempty"`
	// Env are environment variables, such as the credentials of a provider.
	// +optional
	Env []corev1.EnvVar `json:"env,omitempty"`
	// Webhook is the container of a provider that external-dns talks to on localhost.
	// +optional
	Webhook *corev1.Container `json:"webhook,omitempty"`
	// APIFQDNs are the host names of the provider's API. In Cilium's dialect nothing else can be reached; a NetworkPolicy
	// knows no host names and opens port 443.
	// +optional
	APIFQDNs []string `json:"apiFQDNs,omitempty"`
	// Resources of the container. Default: requests of 10m and 32Mi, a memory limit of 128Mi.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	// ServiceAccountName is the account that the Tenant gives rights to. Default external-dns.
	// +optional
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// GatewayNamespace is where the Gateway lives. Default kube-system.
	// +optional
	GatewayNamespace string `json:"gatewayNamespace,omitempty"`
}

// CronJob runs the app's image with its environment, mounts and hardening, but neither its init containers nor its
// sidecars, which would keep it from ending. https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/
type CronJob struct {
	// Name of the CronJob, after the app's.
	// +required
	Name string `json:"name,omitempty"`
	// Schedule in cron's notation with five fields.
	// +required
	Schedule string `json:"schedule,omitempty"`
	// TimeZone of the schedule, such as Europe/Berlin. Default: that of the control plane.
	// +optional
	TimeZone *string `json:"timeZone,omitempty"`
	// ConcurrencyPolicy is Allow, Forbid or Replace. Default Forbid.
	// +optional
	ConcurrencyPolicy batchv1.ConcurrencyPolicy `json:"concurrencyPolicy,omitempty"`
	// Command replaces the entrypoint of the image.
	// +optional
	Command []string `json:"command,omitempty"`
	// Args are the arguments of the command.
	// +optional
	Args []string `json:"args,omitempty"`
	// Env are further environment variables, after the app's; one of the same name wins.
	// +optional
	Env []corev1.EnvVar `json:"env,omitempty"`
	// Resources of the container. Default: the app's.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	// RestartPolicy of the pods, Never or OnFailure. Default OnFailure.
	// +optional
	RestartPolicy corev1.RestartPolicy `json:"restartPolicy,omitempty"`
	// BackoffLimit is the number of retries. Default: the API server's, 6.
	// +optional
	BackoffLimit *int32 `json:"backoffLimit,omitempty"`
	// ActiveDeadlineSeconds is how long a job may take, in seconds.
	// +optional
	ActiveDeadlineSeconds *int64 `json:"activeDeadlineSeconds,omitempty"`
	// TTLSecondsAfterFinished is when a job is deleted, in seconds.
	// +optional
	TTLSecondsAfterFinished *int32 `json:"ttlSecondsAfterFinished,omitempty"`
	// StartingDeadlineSeconds is how late a job may start, in seconds.
	// +optional
	StartingDeadlineSeconds *int64 `json:"startingDeadlineSeconds,omitempty"`
	// SuccessfulJobsHistoryLimit is the number of jobs that are kept. Default: the API server's, 3.
	// +optional
	SuccessfulJobsHistoryLimit *int32 `json:"successfulJobsHistoryLimit,omitempty"`
	// FailedJobsHistoryLimit is the number of failed jobs that are kept. Default: the API server's, 1.
	// +optional
	FailedJobsHistoryLimit *int32 `json:"failedJobsHistoryLimit,omitempty"`
	// Suspend stops new jobs.
	// +optional
	Suspend *bool `json:"suspend,omitempty"`
}

// Metrics lets Prometheus scrape the pods, by a ServiceMonitor of the Prometheus Operator.
// https://prometheus-operator.dev/docs/developer/getting-started/
type Metrics struct {
	// Enabled makes the ServiceMonitor. Default false.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// Path of the metrics. Default /metrics.
	// +optional
	Path string `json:"path,omitempty"`
	// Port of the container. Default: the app's; another one is named metrics and goes into the Service too.
	// +optional
	Port *int32 `json:"port,omitempty"`
	// Interval between two scrapes, as in 30s or 1m. Default 30s.
	// +optional
	Interval string `json:"interval,omitempty"`
	// Namespace that Prometheus runs in; the network policy lets it reach the port.
	// +optional
	Namespace string `json:"namespace,omitempty"`
}
