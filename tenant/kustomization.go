package tenant

import (
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// kustomization returns the Flux Kustomization. What the tenant's isolation rests on, the account, the namespace and the
// source, is written here and nowhere else.
func (b builder) kustomization() *kustomizev1.Kustomization {
	sync := b.spec.Sync
	sourceKind := sourcev1.GitRepositoryKind
	if b.spec.Source.isOCI() {
		sourceKind = sourcev1.OCIRepositoryKind
	}
	return &kustomizev1.Kustomization{
		TypeMeta:   metav1.TypeMeta{APIVersion: kustomizev1.GroupVersion.String(), Kind: kustomizev1.KustomizationKind},
		ObjectMeta: b.shardedMeta(sync.Name, sync.Annotations),
		Spec: kustomizev1.KustomizationSpec{
			ServiceAccountName: b.spec.ServiceAccount.Name,
			TargetNamespace:    b.spec.Namespace.Name,
			SourceRef:          kustomizev1.CrossNamespaceSourceReference{Kind: sourceKind, Name: b.spec.Source.Name},

			Interval:                value(sync.Interval),
			Timeout:                 sync.Timeout,
			RetryInterval:           sync.RetryInterval,
			Path:                    sync.Path,
			Prune:                   value(sync.Prune),
			Wait:                    value(sync.Wait),
			Force:                   value(sync.Force),
			DependsOn:               sync.DependsOn,
			Decryption:              sync.Decryption,
			PostBuild:               sync.PostBuild,
			Patches:                 sync.Patches,
			Images:                  sync.Images,
			Components:              sync.Components,
			IgnoreMissingComponents: value(sync.IgnoreMissingComponents),
			CommonMetadata:          sync.CommonMetadata,
			HealthChecks:            sync.HealthChecks,
			HealthCheckExprs:        sync.HealthCheckExprs,
			DeletionPolicy:          sync.DeletionPolicy,
			Suspend:                 value(sync.Suspend),
			NamePrefix:              sync.NamePrefix,
			NameSuffix:              sync.NameSuffix,
			BuildMetadata:           sync.BuildMetadata,
			Ignore:                  sync.Ignore,
		},
	}
}
