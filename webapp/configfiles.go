package webapp

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const (
	configVolume = "config-files"
	// configAnnotation is on the pods: a new hash rolls them. The ConfigMap keeps its name. A hash in that would be pruned
	// by Flux before the new pods are ready, and the old ones could not start again.
	configAnnotation = "fivefold.dev/config-hash"
	// maxKey is the longest key of a ConfigMap.
	maxKey = 253
)

// configMap returns the ConfigMap of the config files.
func (b builder) configMap() *corev1.ConfigMap {
	if len(b.spec.ConfigFiles) == 0 {
		return nil
	}
	data := make(map[string]string, len(b.spec.ConfigFiles))
	for at, content := range b.spec.ConfigFiles {
		data[configKey(at)] = content
	}
	return &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: b.meta(b.configMapName(), nil),
		Data:       data,
	}
}

func (b builder) configMapName() string {
	return b.derived("config")
}

// configHash returns the annotation of the pods, in which every path and content counts.
func (b builder) configHash() map[string]string {
	if len(b.spec.ConfigFiles) == 0 {
		return nil
	}
	var all strings.Builder
	for _, at := range sortedKeys(b.spec.ConfigFiles) {
		content := b.spec.ConfigFiles[at]
		fmt.Fprintf(&all, "%d %s %d %s", len(at), at, len(content), content)
	}
	return map[string]string{configAnnotation: hash(all.String())}
}

// configVolumes returns the volume of the config files. Each file is a mount of its own: a mount of the directory would
// hide what the image has there.
func (b builder) configVolumes() []volume {
	if len(b.spec.ConfigFiles) == 0 {
		return nil
	}
	v := volume{volume: corev1.Volume{Name: configVolume, VolumeSource: corev1.VolumeSource{
		ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: b.configMapName()}},
	}}}
	for _, at := range sortedKeys(b.spec.ConfigFiles) {
		v.mounts = append(v.mounts, corev1.VolumeMount{Name: configVolume, MountPath: at, SubPath: configKey(at), ReadOnly: true})
	}
	return []volume{v}
}

// configKey makes a key of a path, with _ for a slash: no other path gives the same, and it does not depend on what other
// files there are, since old pods still need theirs during a rollout.
func configKey(at string) string {
	var key strings.Builder
	for i, c := range []byte(strings.TrimPrefix(at, "/")) {
		switch {
		case c == '/':
			key.WriteByte('_')
		case c == '.' && i == 0, c == '_', !strings.ContainsRune(keyCharacters, rune(c)):
			fmt.Fprintf(&key, "__%02x", c)
		default:
			key.WriteByte(c)
		}
	}
	return shortened(key.String(), maxKey)
}

const keyCharacters = "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
