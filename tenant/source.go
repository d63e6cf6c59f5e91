package tenant

import (
	"strings"

	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const ociScheme = sourcev1.OCIRepositoryPrefix

// isOCI tells whether the source is an OCI artifact; otherwise it is a Git repository.
func (s Source) isOCI() bool {
	return strings.HasPrefix(s.URL, ociScheme)
}

func (b builder) ociRepository() *sourcev1.OCIRepository {
	source := b.spec.Source
	if !source.isOCI() {
		return nil
	}
	secretRef := source.SecretRef
	if secretRef == nil && isTrue(b.spec.PullSecret.Enabled) {
		secretRef = &meta.LocalObjectReference{Name: b.spec.PullSecret.Name}
	}
	return &sourcev1.OCIRepository{
		TypeMeta:   metav1.TypeMeta{APIVersion: sourcev1.GroupVersion.String(), Kind: sourcev1.OCIRepositoryKind},
		ObjectMeta: b.shardedMeta(source.Name, nil),
		Spec: sourcev1.OCIRepositorySpec{
			URL:                source.URL,
			Interval:           value(source.Interval),
			Timeout:            source.Timeout,
			Reference:          source.Ref.oci(),
			LayerSelector:      source.LayerSelector,
			Provider:           source.Provider,
			SecretRef:          secretRef,
			Verify:             source.Verify.oci(),
			ServiceAccountName: source.ServiceAccountName,
			CertSecretRef:      source.CertSecretRef,
			ProxySecretRef:     source.ProxySecretRef,
			Ignore:             source.Ignore,
			Insecure:           value(source.Insecure),
			Suspend:            value(source.Suspend),
		},
	}
}

func (r *SourceRef) oci() *sourcev1.OCIRepositoryRef {
	if r == nil {
		return nil
	}
	return &sourcev1.OCIRepositoryRef{Digest: r.Digest, SemVer: r.SemVer, SemverFilter: r.SemverFilter, Tag: r.Tag}
}

func (v *SourceVerification) oci() *sourcev1.OCIRepositoryVerification {
	if v == nil {
		return nil
	}
	provider := v.Provider
	if provider == "" {
		provider = cosign
	}
	return &sourcev1.OCIRepositoryVerification{
		Provider:             provider,
		SecretRef:            v.SecretRef,
		MatchOIDCIdentity:    v.MatchOIDCIdentity,
		TrustedRootSecretRef: v.TrustedRootSecretRef,
	}
}

func (b builder) gitRepository() *sourcev1.GitRepository {
	source := b.spec.Source
	if source.isOCI() {
		return nil
	}
	return &sourcev1.GitRepository{
		TypeMeta:   metav1.TypeMeta{APIVersion: sourcev1.GroupVersion.String(), Kind: sourcev1.GitRepositoryKind},
		ObjectMeta: b.shardedMeta(source.Name, nil),
		Spec: sourcev1.GitRepositorySpec{
			URL:                source.URL,
			Interval:           value(source.Interval),
			Timeout:            source.Timeout,
			Reference:          source.Ref.git(),
			SecretRef:          source.SecretRef,
			Provider:           source.Provider,
			ServiceAccountName: source.ServiceAccountName,
			Verification:       source.Verify.git(),
			ProxySecretRef:     source.ProxySecretRef,
			Ignore:             source.Ignore,
			Suspend:            value(source.Suspend),
			RecurseSubmodules:  value(source.RecurseSubmodules),
			Include:            source.Include,
			SparseCheckout:     source.SparseCheckout,
		},
	}
}

func (r *SourceRef) git() *sourcev1.GitRepositoryRef {
	if r == nil {
		return nil
	}
	return &sourcev1.GitRepositoryRef{Branch: r.Branch, Tag: r.Tag, SemVer: r.SemVer, Name: r.Name, Commit: r.Commit}
}

func (v *SourceVerification) git() *sourcev1.GitRepositoryVerification {
	if v == nil {
		return nil
	}
	return &sourcev1.GitRepositoryVerification{Mode: v.Mode, SecretRef: value(v.SecretRef)}
}

// value returns what a pointer points to, or the zero value.
func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
