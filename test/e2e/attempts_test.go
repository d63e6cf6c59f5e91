package e2e

import (
	"context"
	"errors"
	"fmt"
	"strings"

	registryname "github.com/google/go-containerregistry/pkg/name"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold/test/e2e/internal/cluster"
	"github.com/fivefold-dev/fivefold/test/e2e/internal/sigstore"
)

// sourceAttempts try to have an artifact accepted that the platform does not trust.
func sourceAttempts() []attempt {
	const failed = "VerificationError"
	with := func(name string, identity sigstore.Identity) attempt {
		return attempt{name: name, by: byVerification, says: failed, prepare: started, try: signed(as(identity))}
	}
	return []attempt{
		{
			name: "unsigned", by: byVerification, says: failed, prepare: started,
			try: signed(func(*attacker, registryname.Digest) error { return nil }),
		},
		{
			name: "signed by another key", by: byVerification, says: failed, prepare: keyed,
			spec: "  source: {verify: {provider: cosign, secretRef: {name: cosign-key}}}\n",
			try: signed(func(a *attacker, digest registryname.Digest) error {
				other, err := sigstore.NewKey()
				return errors.Join(err, other.Sign(digest, a.env.registry.Options()...))
			}),
		},
		{
			name: "signed by a key where an identity is asked for", by: byVerification, says: failed, prepare: started,
			try: signed(func(a *attacker, digest registryname.Digest) error {
				return a.key.Sign(digest, a.env.registry.Options()...)
			}),
		},
		{
			name: "signed by the right identity of another Sigstore", by: byVerification, says: failed, prepare: started,
			try: signed(func(a *attacker, digest registryname.Digest) error {
				return a.other.Sign(digest, trustedIdentity(), a.env.registry.Options()...)
			}),
		},
		with("signed by the right workflow on a branch", sigstore.Identity{Issuer: actions, Subject: workflow + "@refs/heads/main"}),
		with("signed by the right workflow in a fork", sigstore.Identity{
			Issuer: actions, Subject: strings.Replace(workflow, "/acme/", "/mallory/", 1) + "@" + commit}),
		with("signed in a repository whose name starts with ours", sigstore.Identity{
			Issuer: actions, Subject: strings.Replace(workflow, "/acme/ci/", "/acme/ci-mallory/", 1) + "@" + commit}),
		with("signed by an owner whose name ends with ours", sigstore.Identity{
			Issuer: actions, Subject: strings.Replace(workflow, "/acme/", "/mallory-acme/", 1) + "@" + commit}),
		with("signed by another workflow of ours", sigstore.Identity{
			Issuer: actions, Subject: strings.Replace(workflow, "publish-app.yaml", "test.yaml", 1) + "@" + commit}),
		with("signed on another host that has our path", sigstore.Identity{
			Issuer: actions, Subject: "https://evil.example/" + strings.TrimPrefix(workflow, "https://") + "@" + commit}),
		with("signed with another issuer", sigstore.Identity{Issuer: "https://token.evil.example", Subject: workflow + "@" + commit}),
		{
			name: "a signature of another artifact", by: byVerification, says: failed, prepare: started,
			try: signed(func(a *attacker, digest registryname.Digest) error {
				return a.env.sigstore.SignBeside(a.first, digest, trustedIdentity(), a.env.registry.Options()...)
			}),
		},
		{
			name: "an older artifact under a newer tag, against a pinned digest", by: byPin, says: "stays at",
			prepare: startedWithOlder,
			spec:    "  source: {ref: {digest: PINNED}}\n",
			try:     replay,
		},
	}
}

// startedWithOlder is started after another artifact, which was good once and is signed as well.
func startedWithOlder(ctx context.Context, a *attacker) (err error) {
	if a.older, err = a.push("0.9.0", harmful()); err != nil {
		return err
	}
	return errors.Join(as(trustedIdentity())(a, a.older), started(ctx, a))
}

// replay gives that older artifact a tag that is newer than all.
func replay(ctx context.Context, a *attacker) error {
	if err := a.waitFor(ctx, "before"); err != nil {
		return fmt.Errorf("it did not even start: %w", err)
	}
	if err := a.env.registry.Tag(a.older, "1.1.0"); err != nil {
		return err
	}
	return a.waitForSource(ctx, a.older)
}

// artifactAttempts apply, well signed, what a tenant has no business with.
func artifactAttempts() []attempt {
	forbidden := func(name, manifest string, objects ...string) attempt {
		return attempt{name: name, by: byRBAC, says: "forbidden", prepare: publishing(manifest), try: absent(objects...)}
	}
	const foreign = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mallory, namespace: %s}\n"
	withoutTarget := func(name, namespace string) attempt {
		return attempt{
			name: name, by: byRBAC, says: "forbidden", prepare: publishing(fmt.Sprintf(foreign, namespace)),
			try: func(ctx context.Context, a *attacker) error {
				// A Kustomization as the Tenant's, but for the one field.
				if err := a.copyKustomization(ctx, "without-target", func(spec map[string]any) { delete(spec, "targetNamespace") }); err != nil {
					return err
				}
				return errors.Join(a.outcome(ctx, "without-target"), a.absent(ctx, "v1 ConfigMap "+namespace+" mallory"))
			},
		}
	}
	rehomed := func(name, namespace string) attempt {
		return attempt{
			name: name, by: byTarget, says: "it went into the tenant's own namespace", prepare: publishing(fmt.Sprintf(foreign, namespace)),
			try: func(ctx context.Context, a *attacker) error {
				if err := reconciled(ctx, a); err != nil {
					return err
				}
				if err := a.absent(ctx, "v1 ConfigMap "+namespace+" mallory"); err != nil {
					return err
				}
				if _, err := a.env.client.Get(ctx, configMaps(), a.tenant, "mallory"); err != nil {
					return err
				}
				return errors.New("it went into the tenant's own namespace")
			},
		}
	}
	const rules = "rules: [{apiGroups: ['*'], resources: ['*'], verbs: ['*']}]\n"
	const subjects = "subjects: [{kind: ServiceAccount, name: TENANT, namespace: TENANT}]\n"
	return []attempt{
		forbidden("a Namespace", "apiVersion: v1\nkind: Namespace\nmetadata: {name: mallory}\n", "v1 Namespace - mallory"),
		forbidden("a ClusterRole", "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: mallory}\n"+rules,
			"rbac.authorization.k8s.io/v1 ClusterRole - mallory"),
		forbidden("a ClusterRoleBinding to cluster-admin", "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: mallory}\n"+
			"roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}\n"+subjects,
			"rbac.authorization.k8s.io/v1 ClusterRoleBinding - mallory"),
		forbidden("a RoleBinding to a stronger role", "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: mallory}\n"+
			"roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: admin}\n"+subjects,
			"rbac.authorization.k8s.io/v1 RoleBinding TENANT mallory"),
		forbidden("a Role with all rights", "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: mallory}\n"+rules,
			"rbac.authorization.k8s.io/v1 Role TENANT mallory"),
		{
			name: "Pod Security labels of its own namespace", by: byRBAC, says: "forbidden",
			prepare: publishing("apiVersion: v1\nkind: Namespace\nmetadata: {name: TENANT, labels: {pod-security.kubernetes.io/enforce: privileged}}\n"),
			try: func(ctx context.Context, a *attacker) error {
				refusal := reconciled(ctx, a)
				namespace, err := a.env.client.Get(ctx, namespaces(), "", a.tenant)
				if err != nil {
					return err
				}
				if level := namespace.GetLabels()["pod-security.kubernetes.io/enforce"]; level != "restricted" {
					return fmt.Errorf("%w: the level is %q", errBreach, level)
				}
				return refusal
			},
		},
		forbidden("a custom resource definition", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: mallories.evil.example}\n"+
			"spec: {group: evil.example, scope: Cluster, names: {kind: Mallory, plural: mallories}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}\n",
			"apiextensions.k8s.io/v1 CustomResourceDefinition - mallories.evil.example"),
		forbidden("a webhook", "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: mallory}\n",
			"admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration - mallory"),
		forbidden("a ClusterSecretStore", "apiVersion: external-secrets.io/v1\nkind: ClusterSecretStore\nmetadata: {name: mallory}\nspec: {provider: {fake: {data: [{key: a, value: b}]}}}\n",
			"external-secrets.io/v1 ClusterSecretStore - mallory"),
		rehomed("an object in another tenant's namespace", victim),
		rehomed("an object in kube-system", "kube-system"),
		withoutTarget("an object in another tenant's namespace, without targetNamespace", victim),
		withoutTarget("an object in kube-system, without targetNamespace", "kube-system"),
		forbidden("a Flux Kustomization of its own", ownKustomization("OCIRepository", "TENANT", "TENANT", "TENANT"),
			"kustomize.toolkit.fluxcd.io/v1 Kustomization TENANT mallory"),
		forbidden("a Flux source of its own", "apiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nmetadata: {name: mallory}\n"+
			"spec: {url: oci://registry.example.org/mallory, interval: 1m}\n", "source.toolkit.fluxcd.io/v1 OCIRepository TENANT mallory"),
		{
			name: "its own Kustomization, changed", by: byRBAC, says: "forbidden",
			prepare: publishing("apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: TENANT}\nspec: {serviceAccountName: null}\n"),
			try:     reconciled,
		},
		{
			name: "a remote base", by: byFlux, says: "fs-security-constraint",
			prepare: publishingRemote("http://" + elsewhere + "/base.git?ref=main"), try: absent("v1 ConfigMap TENANT elsewhere"),
		},
		{
			name: "a file from outside of the artifact", by: byFlux, says: "kustomize build failed",
			prepare: func(_ context.Context, a *attacker) (err error) {
				a.first, err = a.env.registry.Push("acme/"+a.tenant+"/manifests:1.0.0", map[string]string{
					"kustomization.yaml": "configMapGenerator: [{name: mallory, files: [../../../../../../etc/passwd]}]\n",
				})
				return errors.Join(err, as(trustedIdentity())(a, a.first))
			},
			try: absent(),
		},
	}
}

// publishingRemote prepares a well signed artifact whose kustomization fetches from elsewhere.
func publishingRemote(url string) func(context.Context, *attacker) error {
	return func(_ context.Context, a *attacker) (err error) {
		a.first, err = a.env.registry.Push("acme/"+a.tenant+"/manifests:1.0.0", map[string]string{
			"kustomization.yaml": "resources:\n  - " + url + "\n",
		})
		return errors.Join(err, as(trustedIdentity())(a, a.first))
	}
}

// ownKustomization is one that a tenant writes.
func ownKustomization(sourceKind, source, sourceNamespace, account string) string {
	return fmt.Sprintf("apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: mallory}\n"+
		"spec: {interval: 1h, retryInterval: 1h, prune: true, serviceAccountName: %q, sourceRef: {kind: %s, name: %s, namespace: %s}}\n",
		account, sourceKind, source, sourceNamespace)
}

// fluxAttempts are those of a tenant that the platform has bound to the built-in role edit, to which Flux's installation adds
// its own kinds. So it may write a Kustomization; Flux has to refuse what that asks for.
func fluxAttempts() []attempt {
	// The artifact has the Kustomization in one file, and in a directory what that would apply, which needs rights that the
	// account of the Kustomization must not have.
	const prize = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: mallory-TENANT}\nrules: []\n"
	own := func(name, says, kustomization string) attempt {
		return attempt{
			name: name, by: byFlux, says: says, spec: "  rbac: {clusterRole: edit}\n",
			prepare: func(_ context.Context, a *attacker) (err error) {
				a.first, err = a.env.registry.Push("acme/"+a.tenant+"/manifests:1.0.0", map[string]string{
					"kustomization.yaml": "resources: [own.yaml]\n",
					"own.yaml":           a.fill(kustomization),
					"prize/prize.yaml":   a.fill(prize),
				})
				return errors.Join(err, as(trustedIdentity())(a, a.first))
			},
			try: func(ctx context.Context, a *attacker) error {
				return errors.Join(a.outcome(ctx, "mallory"), a.absent(ctx, "rbac.authorization.k8s.io/v1 ClusterRole - mallory-TENANT"))
			},
		}
	}
	withPrize := func(account string) string {
		return strings.Replace(ownKustomization("OCIRepository", "TENANT", "TENANT", account), "interval: 1h,", "interval: 1h, path: ./prize,", 1)
	}
	return []attempt{
		own("a Kustomization with another namespace's source", "cross-namespace", ownKustomization("OCIRepository", victim, victim, "TENANT")),
		own("a Kustomization with the controller's account", "forbidden", withPrize("kustomize-controller")),
		own("a Kustomization without an account", "forbidden", strings.Replace(withPrize("NONE"), `serviceAccountName: "NONE", `, "", 1)),
		own("a Kustomization with another tenant's account", "forbidden",
			strings.Replace(withPrize(victim), "prune: true,", "prune: true, targetNamespace: "+victim+",", 1)),
		{
			name: "its own source, pointed elsewhere", by: byOwner, says: "belongs to the platform", spec: "  rbac: {clusterRole: edit}\n",
			prepare: started,
			try: func(ctx context.Context, a *attacker) error {
				return a.client.Merge(ctx, ociRepositories(), a.tenant, a.tenant, map[string]any{"spec": map[string]any{"verify": nil}})
			},
		},
		{
			name: "its own Kustomization, deleted", by: byOwner, says: "belongs to the platform", spec: "  rbac: {clusterRole: edit}\n",
			prepare: started,
			try: func(ctx context.Context, a *attacker) error {
				return a.client.Delete(ctx, kustomizations(), a.tenant, a.tenant)
			},
		},
	}
}

// podAttempts run pods that could leave their node. A Deployment of them is accepted; its pods are not.
func podAttempts() []attempt {
	const restricted = "runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}"
	const hardened = "securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}"
	pod := func(name, podFields, containerFields string) attempt {
		return attempt{name: name, by: byPodSecurity, says: "violates PodSecurity", try: func(ctx context.Context, a *attacker) error {
			objects, err := decode(a.fill(fmt.Sprintf(`
apiVersion: apps/v1
kind: Deployment
metadata: {name: mallory, namespace: TENANT}
spec:
  selector: {matchLabels: {app: mallory}}
  template:
    metadata: {labels: {app: mallory}}
    spec: {%s, containers: [{name: mallory, image: mallory:1, %s}]}
`, podFields, containerFields)))
			if err != nil {
				return err
			}
			if _, err := a.client.Apply(ctx, objects[0]); err != nil {
				return fmt.Errorf("the Deployment itself: %w", err)
			}
			_, err = a.env.client.Wait(ctx, deployments(), a.tenant, "mallory", func(object *unstructured.Unstructured) error {
				if cluster.Condition(object, "Available", "True") == nil {
					return nil
				}
				if failure := cluster.Condition(object, "ReplicaFailure", "False"); !strings.Contains(failure.Error(), "no condition") {
					return fmt.Errorf("%w: %w", cluster.ErrStopWaiting, failure)
				}
				return errors.New("it runs no pods yet")
			})
			return err
		}}
	}
	return []attempt{
		pod("a privileged pod", "securityContext: {"+restricted+"}", "securityContext: {privileged: true}"),
		pod("a pod with a hostPath", "securityContext: {"+restricted+"}, volumes: [{name: host, hostPath: {path: /}}]", hardened),
		pod("a pod in the host's network", "hostNetwork: true, securityContext: {"+restricted+"}", hardened),
		pod("a pod in the host's process namespace", "hostPID: true, securityContext: {"+restricted+"}", hardened),
		pod("a pod as root", "securityContext: {runAsUser: 0, seccompProfile: {type: RuntimeDefault}}", hardened),
		pod("an unconfined pod", "securityContext: {runAsNonRoot: true, seccompProfile: {type: Unconfined}}", hardened),
		pod("a pod with capabilities", "securityContext: {"+restricted+"}",
			"securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL], add: [SYS_ADMIN]}}"),
	}
}

// requestAttempts ask the API server as the tenant's service account, whose token a pod may have been given.
func requestAttempts() []attempt {
	deleting := func(name, by, says, group, of, object string) attempt {
		return attempt{name: name, by: by, says: says, prepare: started, try: func(ctx context.Context, a *attacker) error {
			return a.client.Delete(ctx, kind(group, "v1", of), a.tenant, a.fill(object))
		}}
	}
	applying := func(name, by, says, manifest string) attempt {
		return attempt{name: name, by: by, says: says, try: func(ctx context.Context, a *attacker) error {
			objects, err := decode(a.fill(manifest))
			if err != nil {
				return err
			}
			_, err = a.client.Apply(ctx, objects[0])
			return err
		}}
	}
	const owned, forbidden = "belongs to the platform", "forbidden"
	return []attempt{
		{name: "reading another tenant's Secret", by: byRBAC, says: forbidden, try: func(ctx context.Context, a *attacker) error {
			_, err := a.client.Get(ctx, secrets(), victim, "password")
			return err
		}},
		{name: "reading all Secrets of its own namespace", by: byRBAC, says: forbidden, try: func(ctx context.Context, a *attacker) error {
			_, err := a.client.List(ctx, secrets(), a.tenant)
			return err
		}},
		{
			name: "another tenant's Secrets through a store of its own", by: byRBAC, says: "not allowed to get secrets",
			try: func(ctx context.Context, a *attacker) error { return a.readThroughStore(ctx) },
		},
		deleting("deleting its quota", byRBAC, forbidden, "", "ResourceQuota", "TENANT"),
		deleting("deleting its limit range", byRBAC, forbidden, "", "LimitRange", "TENANT"),
		deleting("deleting its default-deny policy", byOwner, owned, "networking.k8s.io", "NetworkPolicy", "default-deny"),
		deleting("deleting its namespace", byRBAC, forbidden, "", "Namespace", "TENANT"),
		deleting("deleting its source", byRBAC, forbidden, "source.toolkit.fluxcd.io", "OCIRepository", "TENANT"),
		deleting("deleting its Kustomization", byRBAC, forbidden, "kustomize.toolkit.fluxcd.io", "Kustomization", "TENANT"),
		deleting("deleting its service account", byOwner, owned, "", "ServiceAccount", "TENANT"),
		applying("opening its default-deny policy", byOwner, owned, "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\n"+
			"metadata: {name: default-deny, namespace: TENANT}\nspec: {podSelector: {}, ingress: [{}], policyTypes: [Ingress]}\n"),
		applying("overwriting its pull secret", byRBAC, forbidden, "apiVersion: v1\nkind: Secret\n"+
			"metadata: {name: registry-auth, namespace: TENANT}\ntype: kubernetes.io/dockerconfigjson\nstringData: {.dockerconfigjson: '{}'}\n"),
		applying("pointing its pull secret at another key", byOwner, owned, "apiVersion: external-secrets.io/v1\nkind: ExternalSecret\n"+
			"metadata: {name: registry-auth, namespace: TENANT}\nspec: {data: [{secretKey: .dockerconfigjson, remoteRef: {key: platform/other}}]}\n"),
		applying("taking the platform's label off what it owns", byOwner, owned, "apiVersion: v1\nkind: ServiceAccount\n"+
			"metadata: {name: TENANT, namespace: TENANT, labels: {kustomize.toolkit.fluxcd.io/namespace: TENANT}}\n"),
		{name: "a token of its service account", by: byRBAC, says: forbidden, try: func(ctx context.Context, a *attacker) error {
			return a.client.Post(ctx, kind("", "v1", "ServiceAccount"), a.tenant, a.tenant, "token")
		}},
		{name: "a command in a pod", by: byRBAC, says: forbidden, try: func(ctx context.Context, a *attacker) error {
			return a.client.Post(ctx, kind("", "v1", "Pod"), a.tenant, "any", "exec")
		}},
	}
}

// openAttempts are those that nothing refuses today. Each is for the platform to close.
func openAttempts() []attempt {
	applying := func(name, manifest string, then ...func(context.Context, *attacker) error) attempt {
		return attempt{name: name, prepare: publishing(manifest), try: func(ctx context.Context, a *attacker) error {
			err := reconciled(ctx, a)
			for _, check := range then {
				err = errors.Join(err, check(ctx, a))
			}
			return err
		}}
	}
	return []attempt{
		applying("a secret from the cluster-wide store", "apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: {name: mallory}\n"+
			"spec: {secretStoreRef: {kind: ClusterSecretStore, name: vault}, target: {name: mallory}, data: [{secretKey: a, remoteRef: {key: platform/registry/pull, property: dockerconfigjson}}]}\n",
			func(ctx context.Context, a *attacker) error {
				_, err := a.env.client.Get(ctx, secrets(), a.tenant, "mallory")
				return err
			}),
		applying("a secret written through the cluster-wide store", "apiVersion: generators.external-secrets.io/v1alpha1\nkind: Password\nmetadata: {name: mallory}\nspec: {length: 9}\n"+
			"---\napiVersion: external-secrets.io/v1alpha1\nkind: PushSecret\nmetadata: {name: mallory}\n"+
			"spec: {secretStoreRefs: [{kind: ClusterSecretStore, name: vault}], selector: {generatorRef: {apiVersion: generators.external-secrets.io/v1alpha1, kind: Password, name: mallory}}, "+
			"data: [{match: {secretKey: password, remoteRef: {remoteKey: platform/mallory, property: password}}}]}\n",
			func(_ context.Context, a *attacker) error {
				if _, writes := a.env.vault.Get("platform/mallory"); writes == 0 {
					return errors.New("it has not been written")
				}
				return nil
			}),
		applying("a foreign hostname on the shared Gateway", "apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: mallory}\n"+
			"spec: {parentRefs: [{name: shared, namespace: kube-system, sectionName: https}], hostnames: [VICTIM.example.org], rules: [{backendRefs: [{name: mallory, port: 80}]}]}\n"),
		applying("a certificate by a ClusterIssuer", "apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: {name: mallory}\n"+
			"spec: {secretName: mallory, dnsNames: [VICTIM.example.org], issuerRef: {kind: ClusterIssuer, name: letsencrypt}}\n"),
		applying("a policy that allows everything beside default-deny", "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: mallory}\n"+
			"spec: {podSelector: {}, ingress: [{}], egress: [{}], policyTypes: [Ingress, Egress]}\n"),
		applying("a ServiceMonitor that sends Prometheus's own token", "apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata: {name: mallory}\n"+
			"spec: {selector: {}, endpoints: [{port: http, bearerTokenFile: /var/run/secrets/kubernetes.io/serviceaccount/token}]}\n"),
		{
			name: "a remote file in a kustomization", prepare: publishingRemote("http://" + elsewhere + "/file.yaml"),
			try: func(ctx context.Context, a *attacker) error {
				if err := reconciled(ctx, a); err != nil {
					return err
				}
				_, err := a.env.client.Get(ctx, configMaps(), a.tenant, "elsewhere")
				return err
			},
		},
		{
			name: "an older artifact under a newer tag", prepare: startedWithOlder, try: replay,
		},
	}
}
