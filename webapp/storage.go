package webapp

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// keepData returns the annotations of objects whose loss is the loss of data. prune: disabled keeps Flux from deleting
// them. force: disabled says that nobody may delete them to make them anew; kustomize-controller reads it, but up to 1.9
// it does not stand against a Kustomization with spec.force: true, so what really protects is to leave that unset.
func keepData() map[string]string {
	return map[string]string{
		"kustomize.toolkit.fluxcd.io/prune": "disabled",
		"kustomize.toolkit.fluxcd.io/force": "disabled",
	}
}

func (b builder) persistentVolumeClaims() []*corev1.PersistentVolumeClaim {
	claims := make([]*corev1.PersistentVolumeClaim, len(b.spec.Storage))
	for i, storage := range b.spec.Storage {
		claims[i] = (&corev1.PersistentVolumeClaim{
			TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "PersistentVolumeClaim"},
			ObjectMeta: b.meta(b.derived(storage.Name), keepData()),
			Spec: corev1.PersistentVolumeClaimSpec{
				AccessModes:      accessModes(storage),
				StorageClassName: storage.StorageClassName,
				Resources: corev1.VolumeResourceRequirements{
					Requests: corev1.ResourceList{corev1.ResourceStorage: value(storage.Size)},
				},
			},
		}).DeepCopy()
	}
	return claims
}

func (b builder) storageVolumes() []volume {
	volumes := make([]volume, len(b.spec.Storage))
	for i, storage := range b.spec.Storage {
		volumes[i] = volume{
			corev1.Volume{Name: storage.Name, VolumeSource: corev1.VolumeSource{
				PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: b.derived(storage.Name)},
			}},
			[]corev1.VolumeMount{{Name: storage.Name, MountPath: storage.MountPath}},
		}
	}
	return volumes
}

func accessModes(storage Storage) []corev1.PersistentVolumeAccessMode {
	if len(storage.AccessModes) > 0 {
		return storage.AccessModes
	}
	return []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce}
}

// isShared tells whether pods on several nodes can mount a volume at the same time. With ReadOnlyMany beside
// ReadWriteOnce it is still one node that writes.
func isShared(storage Storage) bool {
	modes := accessModes(storage)
	return slices.Contains(modes, corev1.ReadWriteMany) ||
		!slices.Contains(modes, corev1.ReadWriteOnce) && !slices.Contains(modes, corev1.ReadWriteOncePod)
}

func (b builder) hasExclusiveStorage() bool {
	return slices.ContainsFunc(b.spec.Storage, func(storage Storage) bool { return !isShared(storage) })
}
