package webapp

import (
	"testing"
)

const (
	pod       = "spec.template.spec"
	container = pod + ".containers[0]"
	hardening = "{allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}, readOnlyRootFilesystem: true, runAsNonRoot: true, " +
		"seccompProfile: {type: RuntimeDefault}}"
	exclusive = "replicas: 1\nstorage: [{name: data, mountPath: /data, size: 1024Mi}]"
)

func TestDeployment(t *testing.T) {
	t.Parallel()
	const deployment = "Deployment shop"
	testObjects(t, []objectTest{
		{"container carries the app's name", "", deployment, container + ".name", "shop"},
		{"container is hardened", "", deployment, container + ".securityContext", hardening},
		{"port is named", "port: 3000", deployment, container + ".ports", "[{name: http, containerPort: 3000}]"},
		{"resources by default", "", deployment, container + ".resources", "{requests: {cpu: 10m, memory: 32Mi}, limits: {memory: 128Mi}}"},
		{"pod is hardened", "", deployment, pod + ".securityContext",
			"{fsGroup: 1000, runAsGroup: 1000, runAsNonRoot: true, runAsUser: 1000, seccompProfile: {type: RuntimeDefault}}"},
		{"pod context merges", "pod: {securityContext: {runAsUser: 101}}", deployment, pod + ".securityContext.fsGroup", "1000"},
		{"pod context cannot be emptied", "pod: {securityContext: {runAsNonRoot: null, seccompProfile: null}}", deployment, pod + ".securityContext",
			"{fsGroup: 1000, runAsGroup: 1000, runAsNonRoot: true, runAsUser: 1000, seccompProfile: {type: RuntimeDefault}}"},
		{"container context cannot be emptied", "securityContext: {allowPrivilegeEscalation: null, capabilities: null, runAsNonRoot: null, seccompProfile: null}",
			deployment, container + ".securityContext", hardening},
		{"no token", "", deployment, pod + ".automountServiceAccountToken", "false"},
		{"own capability is added", "securityContext: {capabilities: {add: [NET_BIND_SERVICE]}}", deployment,
			container + ".securityContext.capabilities", "{add: [NET_BIND_SERVICE], drop: [ALL]}"},
		{"sidecar keeps its user and gets the rest", "sidecars: [{name: proxy, image: p:1, securityContext: {runAsUser: 101}}]",
			deployment, pod + ".containers[1].securityContext",
			"{allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}, readOnlyRootFilesystem: true, runAsNonRoot: true, " +
				"runAsUser: 101, seccompProfile: {type: RuntimeDefault}}"},
		{"init container is hardened", "initContainers: [{name: wait, image: w:1}]", deployment,
			pod + ".initContainers[0].securityContext", hardening},
		{"no list that is empty", "env: []\nsidecars: []", deployment, container + ".env", absent},
		{"selector", "", deployment, "spec.selector", "{matchLabels: {app.kubernetes.io/name: shop}}"},
		{"pod labels", "pod: {labels: {team: a, app.kubernetes.io/name: b}}", deployment, "spec.template.metadata.labels",
			"{app.kubernetes.io/name: shop, app.kubernetes.io/part-of: shop, team: a}"},
		{"spread within one version", "", deployment, pod + ".topologySpreadConstraints",
			"[{labelSelector: {matchLabels: {app.kubernetes.io/name: shop}}, matchLabelKeys: [pod-template-hash], maxSkew: 1, " +
				"nodeTaintsPolicy: Honor, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway}]"},
		{"strategy", "", deployment, "spec.strategy", "{rollingUpdate: {maxSurge: 1, maxUnavailable: 0}, type: RollingUpdate}"},
		{"strategy with a volume of one pod", exclusive, deployment, "spec.strategy", "{type: Recreate}"},
		{"strategy with a shared volume", "storage: [{name: data, mountPath: /data, size: 1Gi, accessModes: [ReadWriteMany]}]",
			deployment, "spec.strategy.type", "RollingUpdate"},
		{"strategy with a volume that one pod writes", "replicas: 1\nstorage: [{name: data, mountPath: /data, size: 1Gi, accessModes: [ReadWriteOnce, ReadOnlyMany]}]",
			deployment, "spec.strategy", "{type: Recreate}"},
		{"strategy with a volume that all read", "storage: [{name: data, mountPath: /data, size: 1Gi, accessModes: [ReadOnlyMany]}]",
			deployment, "spec.strategy.type", "RollingUpdate"},
		{"strategy as written", "strategy: {type: Recreate}", deployment, "spec.strategy", "{type: Recreate}"},
		{"replicas", "", deployment, "spec.replicas", "2"},
		{"rest of the container", "container: {imagePullPolicy: Always, ports: [{name: admin, containerPort: 81}]}", deployment,
			container + ".ports[1]", "{name: admin, containerPort: 81}"},
		{"rest of the Deployment", "deployment: {minReadySeconds: 5}", deployment, "spec.minReadySeconds", "5"},
		{"floor is met", "replicaFloor: {exemptLabels: {floor: exempt}}", deployment, "metadata.labels", absent},
		{"floor is not met", "replicas: 1\nreplicaFloor: {exemptLabels: {floor: exempt}}", deployment, "metadata.labels", "{floor: exempt}"},
		{"floor is met by a scaler", "replicas: 1\nscaling: {minReplicas: 2, maxReplicas: 3}\nreplicaFloor: {exemptLabels: {floor: exempt}}",
			deployment, "metadata.labels", absent},
		{"labels of objects are not those of pods", "labels: {team: a}", deployment, "spec.template.metadata.labels.team", absent},
	})
}

func TestProbes(t *testing.T) {
	t.Parallel()
	const deployment = "Deployment shop"
	testObjects(t, []objectTest{
		{"liveness", "", deployment, container + ".livenessProbe", "{httpGet: {path: /, port: http}}"},
		{"startup is patient", "", deployment, container + ".startupProbe",
			"{failureThreshold: 60, httpGet: {path: /, port: http}, periodSeconds: 2}"},
		{"own handler stands alone", "probes: {liveness: {exec: {command: [/app/alive]}, periodSeconds: 30}}", deployment,
			container + ".livenessProbe", "{exec: {command: [/app/alive]}, periodSeconds: 30}"},
		{"others stay", "probes: {liveness: {exec: {command: [/app/alive]}}}", deployment, container + ".readinessProbe",
			"{httpGet: {path: /, port: http}}"},
		{"grpc", "probes: {readiness: {grpc: {port: 9090}}}", deployment, container + ".readinessProbe", "{grpc: {port: 9090}}"},
		{"header is added", "probes: {path: /healthz, readiness: {httpGet: {httpHeaders: [{name: Host, value: a.b}]}}}", deployment,
			container + ".readinessProbe.httpGet", "{httpHeaders: [{name: Host, value: a.b}], path: /healthz, port: http}"},
		{"timing alone", "probes: {path: /healthz, startup: {failureThreshold: 9}}", deployment, container + ".startupProbe",
			"{failureThreshold: 9, httpGet: {path: /healthz, port: http}}"},
		{"null removes", "probes: {liveness: null}", deployment, container + ".livenessProbe", absent},
	})
}

func TestEnv(t *testing.T) {
	t.Parallel()
	const (
		deployment = "Deployment shop"
		url        = "{name: DATABASE_URL, valueFrom: {secretKeyRef: {key: uri, name: shop-db-app}}}"
		database   = "database: {enabled: true}\n"
	)
	testObjects(t, []objectTest{
		{"order is kept", "env: [{name: Z, value: a}, {name: A, value: $(Z)}, {name: L, value: $$(N)}]", deployment, container + ".env",
			"[{name: Z, value: a}, {name: A, value: $(Z)}, {name: L, value: $$(N)}]"},
		{"database first", database + "env: [{name: Z, value: $(DATABASE_URL)}]", deployment, container + ".env",
			"[" + url + ", {name: Z, value: $(DATABASE_URL)}]"},
		{"own URL wins", database + "env: [{name: DATABASE_URL, value: x}]", deployment, container + ".env",
			"[{name: DATABASE_URL, value: x}]"},
		{"other name", "database: {enabled: true, urlEnv: PG, name: db}", deployment, container + ".env",
			"[{name: PG, valueFrom: {secretKeyRef: {key: uri, name: db-app}}}]"},
		{"no name", "database: {enabled: true, urlEnv: null}", deployment, container + ".env", absent},
		{"init container of the app", database + "initContainers: [{name: migrate, command: [m], env: [{name: M, value: m}]}]",
			deployment, pod + ".initContainers[0].env", "[" + url + ", {name: M, value: m}]"},
		{"init container without an image", "initContainers: [{name: migrate}]", deployment, pod + ".initContainers[0].image",
			"registry.example.org/shop:1.4.2"},
		{"init container of the app may write", "initContainers: [{name: migrate}]", deployment,
			pod + ".initContainers[0].volumeMounts", "[{mountPath: /tmp, name: tmp}]"},
		{"foreign init container gets no secrets", database + "initContainers: [{name: wait, image: w:1}]", deployment,
			pod + ".initContainers[0].env", absent},
		{"cron job", database + "cronJobs: [{name: report, schedule: '@daily', env: [{name: R, value: r}]}]", "CronJob shop-report",
			"spec.jobTemplate." + container + ".env", "[" + url + ", {name: R, value: r}]"},
	})
}

func TestVolumes(t *testing.T) {
	t.Parallel()
	const deployment = "Deployment shop"
	testObjects(t, []objectTest{
		{"writable path", "", deployment, pod + ".volumes", "[{emptyDir: {}, name: tmp}]"},
		{"mapping", "writablePaths: [{path: /var/cache/nginx, sizeLimit: 64Mi, medium: Memory}]", deployment, pod + ".volumes",
			"[{emptyDir: {medium: Memory, sizeLimit: 64Mi}, name: var-cache-nginx}]"},
		{"mounted otherwise", "writablePaths: [/tmp, /data]\n" + exclusive, deployment, container + ".volumeMounts",
			"[{mountPath: /data, name: data}, {mountPath: /tmp, name: tmp}]"},
		{"own mount of the same path", "volumes: [{name: scratch, emptyDir: {}}]\nvolumeMounts: [{name: scratch, mountPath: /tmp}]",
			deployment, pod + ".volumes", "[{emptyDir: {}, name: scratch}]"},
		{"claim", exclusive, "PersistentVolumeClaim shop-data", "spec", "{accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}"},
		{"claim is kept", exclusive, "PersistentVolumeClaim shop-data", "metadata.annotations",
			"{kustomize.toolkit.fluxcd.io/force: disabled, kustomize.toolkit.fluxcd.io/prune: disabled}"},
		{"claim is mounted", exclusive, deployment, pod + ".volumes[0]", "{name: data, persistentVolumeClaim: {claimName: shop-data}}"},
	})
}

func TestVolumeNames(t *testing.T) {
	t.Parallel()
	names := map[string]string{}
	for _, at := range []string{"/a-b", "/a/b", "/a_b", "/A/b", "/.a", "/", "/-"} {
		name := volumeName(at)
		if other, ok := names[name]; ok {
			t.Errorf("%s and %s are both called %s", at, other, name)
		}
		names[name] = at
	}
}
