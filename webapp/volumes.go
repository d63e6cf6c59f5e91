package webapp

import (
	"maps"
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// volume is a volume of the pod with its mounts in the container.
type volume struct {
	volume corev1.Volume
	mounts []corev1.VolumeMount
}

// mountedVolumes returns the volumes that the spec has a field for.
func (b builder) mountedVolumes() []volume {
	return slices.Concat(b.configVolumes(), b.storageVolumes(), b.writableVolumes())
}

// writableVolumes returns an emptyDir for each writable path that is not mounted otherwise.
func (b builder) writableVolumes() []volume {
	taken := map[string]bool{}
	for _, mount := range b.spec.VolumeMounts {
		taken[path.Clean(mount.MountPath)] = true
	}
	for _, storage := range b.spec.Storage {
		taken[path.Clean(storage.MountPath)] = true
	}
	var volumes []volume
	for _, writable := range b.spec.WritablePaths {
		at := path.Clean(writable.Path)
		if taken[at] {
			continue
		}
		taken[at] = true
		name := volumeName(at)
		volumes = append(volumes, volume{
			corev1.Volume{Name: name, VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{
				Medium: writable.Medium, SizeLimit: writable.SizeLimit,
			}}},
			[]corev1.VolumeMount{{Name: name, MountPath: at}},
		})
	}
	return volumes
}

// volumeName makes a name of a path: var-cache-nginx of /var/cache/nginx. Where another path could give the same name,
// it ends in a hash.
func volumeName(at string) string {
	lossy := false
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		case r != '/':
			lossy = true
		}
		return '-'
	}, strings.TrimPrefix(at, "/"))
	if lossy {
		name = strings.Trim(name, "-") + "-" + hash(at)[:hashDigits]
	}
	return shortened(strings.TrimLeft(name, "-"), maxLabel)
}

// volumes returns the volumes of the pod.
func (b builder) volumes(mounted []volume) []corev1.Volume {
	var volumes []corev1.Volume
	for _, v := range mounted {
		volumes = append(volumes, v.volume)
	}
	return append(volumes, b.spec.Volumes...)
}

// volumeMounts returns the mounts of the container.
func (b builder) volumeMounts(mounted []volume) []corev1.VolumeMount {
	var all []corev1.VolumeMount
	for _, v := range mounted {
		all = append(all, v.mounts...)
	}
	return append(all, b.spec.VolumeMounts...)
}

// mounts returns own and those of more whose path own does not mount.
func mounts(own, more []corev1.VolumeMount) []corev1.VolumeMount {
	all := slices.Clone(own)
	for _, mount := range more {
		same := func(other corev1.VolumeMount) bool { return other.MountPath == mount.MountPath }
		if !slices.ContainsFunc(own, same) {
			all = append(all, mount)
		}
	}
	return all
}

// sortedKeys returns the keys of a map in their order.
func sortedKeys[V any](entries map[string]V) []string {
	return slices.Sorted(maps.Keys(entries))
}
