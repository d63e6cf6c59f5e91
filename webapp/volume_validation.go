package webapp

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/jsonfield"
	"github.com/fivefold-dev/fivefold/internal/objectmeta"
	"github.com/fivefold-dev/fivefold/internal/report"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

// validateVolumes checks volumes, what is mounted where, and that no two of either are in each other's way.
func validateVolumes(r *report.Report, spec Spec) {
	b := builder{name: r.Name, spec: spec}
	validateWritablePaths(r, spec)
	validateConfigFiles(r, spec)
	validateStorage(r, spec)
	names := map[string]string{}
	add := func(at, name string) {
		if name == "" {
			return
		}
		if fault := objectmeta.LabelFault(name); fault != "" {
			r.Errorf(at, "found %q: %s", name, fault)
		}
		if other, taken := names[name]; taken {
			r.OwnErrorf(at, "%q is also the name of the volume of spec.%s; choose another name", name, other)
			return
		}
		names[name] = at
	}
	for _, v := range b.configVolumes() {
		names[v.volume.Name] = "configFiles"
	}
	for i, storage := range spec.Storage {
		add(fmt.Sprintf("storage[%d].name", i), storage.Name)
	}
	for _, v := range b.writableVolumes() {
		if _, taken := names[v.volume.Name]; !taken {
			names[v.volume.Name] = "writablePaths"
		}
	}
	for i, volume := range spec.Volumes {
		at := fmt.Sprintf("volumes[%d]", i)
		add(at+".name", volume.Name)
		validateVolumeSource(r, at, volume)
	}
	validateMounts(r, spec, names)
}

// validateVolumeSource checks that a volume has one source, of a type that Pod Security allows.
func validateVolumeSource(r *report.Report, at string, volume corev1.Volume) {
	allowed := []string{"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "image", "persistentVolumeClaim", "projected", "secret"}
	var set []string
	source := reflect.ValueOf(volume.VolumeSource)
	for _, field := range jsonfield.Of(source.Type()).Fields {
		if !source.FieldByIndex(field.Index).IsNil() {
			set = append(set, field.Name)
		}
	}
	switch {
	case len(set) == 0:
		r.Errorf(at, "has no source; write one of %s", strings.Join(allowed, ", "))
	case len(set) > 1:
		r.Errorf(at, "found %s; a volume has one source: keep one", strings.Join(set, " and "))
	}
	for _, kind := range set {
		if !slices.Contains(allowed, kind) {
			r.Errorf(at+"."+kind, "a volume of this type is one "+refused+"; allowed: %s", strings.Join(allowed, ", "))
		}
	}
	if volume.Secret != nil && volume.Secret.SecretName == "" {
		r.Errorf(at+".secret.secretName", "not set; write the name of the Secret")
	}
	if volume.ConfigMap != nil && volume.ConfigMap.Name == "" {
		r.Errorf(at+".configMap.name", "not set; write the name of the ConfigMap")
	}
}

// validateWritablePaths checks the directories with an emptyDir.
func validateWritablePaths(r *report.Report, spec Spec) {
	seen := map[string]int{}
	for i, writable := range spec.WritablePaths {
		at := fmt.Sprintf("writablePaths[%d]", i) // a path or a mapping with one
		if !validatePath(r, at, writable.Path) {
			continue
		}
		if first, twice := seen[writable.Path]; twice {
			r.Errorf(at, "%q is written twice, first in spec.writablePaths[%d]; keep one", writable.Path, first)
		}
		seen[writable.Path] = i
		if writable.SizeLimit != nil && writable.SizeLimit.Sign() == 0 {
			r.Errorf(at+".sizeLimit", "found 0, which means no limit; write one, or drop it")
		}
		if medium := writable.Medium; medium != "" && medium != corev1.StorageMediumMemory && !strings.HasPrefix(string(medium), "HugePages") {
			r.Errorf(at+".medium", "found %q; write Memory, or drop it for the node's disk", medium)
		}
	}
}

// validateConfigFiles checks that the files can stand beside each other and in one ConfigMap.
func validateConfigFiles(r *report.Report, spec Spec) {
	size := 0
	for _, file := range sortedKeys(spec.ConfigFiles) {
		at := fieldpath.Key("configFiles", file)
		size += len(file) + len(spec.ConfigFiles[file])
		if !validatePath(r, at, file) {
			continue
		}
		for _, other := range sortedKeys(spec.ConfigFiles) {
			if strings.HasPrefix(other, file+"/") && path.Clean(other) == other {
				r.Errorf(at, "is a file, and %q lies below it; a file is no directory", other)
			}
		}
	}
	const most = 1 << 20 // of a ConfigMap, and so of all its keys and values
	if size > most {
		r.Errorf("configFiles", "%d bytes, and a ConfigMap holds at most %d; put large files into the image", size, most)
	}
}

func validateStorage(r *report.Report, spec Spec) {
	b := builder{name: r.Name, spec: spec}
	for i, storage := range spec.Storage {
		at := fmt.Sprintf("storage[%d]", i)
		if storage.Name == "" {
			r.Errorf(at+".name", "not set; write a name")
		}
		validatePath(r, at+".mountPath", storage.MountPath)
		validateSize(r, at+".size", storage.Size)
		if class := value(storage.StorageClassName); class != "" && objectmeta.SubdomainFault(class) != "" {
			r.NameErrorf(at+".storageClassName", class, objectmeta.SubdomainFault(class))
		}
		if isShared(storage) {
			continue
		}
		mode := corev1.ReadWriteOnce
		if slices.Contains(storage.AccessModes, corev1.ReadWriteOncePod) {
			mode = corev1.ReadWriteOncePod
		}
		switch {
		case !b.isScaled() && value(spec.Replicas) > 1:
			r.Errorf(at, "a %s volume cannot be shared by %d replicas; write replicas: 1, and the app stops for each rollout, or accessModes: [ReadWriteMany]",
				mode, value(spec.Replicas))
		case b.isScaled() && (spec.Scaling.MaxReplicas == nil || value(spec.Scaling.MaxReplicas) > 1):
			r.Errorf(at, "a %s volume cannot be shared by several pods; write scaling.maxReplicas: 1, or accessModes: [ReadWriteMany]", mode)
		}
		if strategy := spec.Strategy; strategy != nil && strategy.Type != "Recreate" {
			r.Errorf("strategy", "a rolling update starts a new pod, which waits for the %s volume of spec.%s that the old one holds, without end; "+
				"write {type: Recreate}, or drop it", mode, at)
		}
	}
}

func validateSize(r *report.Report, at string, size *resource.Quantity) {
	switch {
	case size == nil:
		r.Errorf(at, "not set; write a size such as 1Gi")
	case size.Sign() < 0:
		// every quantity is looked at by validateCore
	case size.Sign() == 0:
		r.Errorf(at, "found %s; write a size such as 1Gi", size)
	case size.MilliValue()%1000 != 0:
		r.Errorf(at, "found %s, which is no whole number of bytes; write a size such as 1Gi", size)
	}
}

// validatePath checks an absolute path in a container, and tells whether it is one.
func validatePath(r *report.Report, at, text string) bool {
	switch {
	case text == "":
		r.Errorf(at, "not set; write an absolute path such as /data")
	case isVariable(text):
		return true
	case !strings.HasPrefix(text, "/"):
		r.Errorf(at, "found %q; a path in a container begins with /", text)
	case slices.Contains(strings.Split(text, "/"), ".."):
		r.Errorf(at, "found %q; write it without ..: %s", text, path.Clean(text))
	case strings.Contains(text, ":"):
		r.Errorf(at, "found %q; a path that is mounted has no colon", text)
	case path.Clean(text) == "/":
		r.Errorf(at, "found %q, which would hide the whole image; write a directory below it", text)
	case path.Clean(text) != text:
		r.Errorf(at, "found %q; write %s", text, path.Clean(text))
	default:
		return true
	}
	return false
}

// validateMounts checks each container's mounts: of volumes that are there, and at most one at a path.
func validateMounts(r *report.Report, spec Spec, volumes map[string]string) {
	type mount struct{ path, mountPath string }
	var own []mount
	for _, file := range sortedKeys(spec.ConfigFiles) {
		own = append(own, mount{fieldpath.Key("configFiles", file), file})
	}
	for i, storage := range spec.Storage {
		own = append(own, mount{fmt.Sprintf("storage[%d].mountPath", i), storage.MountPath})
	}
	check := func(list []corev1.VolumeMount, at string, before []mount) {
		seen := map[string]string{}
		for _, m := range before {
			if other, taken := seen[m.mountPath]; taken && m.mountPath != "" {
				r.OwnErrorf(m.path, "%q is mounted by spec.%s, too; choose another path", m.mountPath, other)
			}
			seen[m.mountPath] = m.path
		}
		for i, m := range list {
			path := fmt.Sprintf("%s[%d]", at, i)
			if _, there := volumes[m.Name]; !there && m.Name != "" {
				if near := schema.Nearest(m.Name, sortedKeys(volumes)); near != "" {
					r.OwnErrorf(path+".name", "no volume is called %q; did you mean %q?", m.Name, near)
				} else {
					r.OwnErrorf(path+".name", "no volume is called %q; add it to spec.volumes", m.Name)
				}
			}
			if m.MountPath != "" && validatePath(r, path+".mountPath", m.MountPath) {
				if other, taken := seen[m.MountPath]; taken {
					r.OwnErrorf(path+".mountPath", "%q is mounted by spec.%s, too; choose another path", m.MountPath, other)
				}
				seen[m.MountPath] = path + ".mountPath"
			}
			if m.SubPath != "" && m.SubPathExpr != "" {
				r.Errorf(path, "subPath and subPathExpr are both set; drop one of them")
			}
			for _, sub := range []struct{ field, text string }{{"subPath", m.SubPath}, {"subPathExpr", m.SubPathExpr}} {
				if strings.HasPrefix(sub.text, "/") || slices.Contains(strings.Split(sub.text, "/"), "..") {
					r.Errorf(path+"."+sub.field, "found %q; write a path within the volume, without / in front and without ..", sub.text)
				}
			}
			if value(m.MountPropagation) == corev1.MountPropagationBidirectional {
				r.Errorf(path+".mountPropagation", "Bidirectional needs a privileged container, "+refused+"; drop it")
			}
		}
	}
	check(spec.VolumeMounts, "volumeMounts", own)
	for _, w := range writtenContainers(spec) {
		if w.sharesApp {
			check(w.container.VolumeMounts, w.path+".volumeMounts", nil)
		} else if len(w.container.VolumeMounts) > 0 {
			r.Errorf(w.path+".volumeMounts", "the pod of external-dns has no volumes to mount; drop them")
		}
	}
}
