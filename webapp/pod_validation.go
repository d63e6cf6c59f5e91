package webapp

import (
	"fmt"
	"net/netip"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/fivefold-dev/fivefold/internal/jsonfield"
	"github.com/fivefold-dev/fivefold/internal/objectmeta"
	"github.com/fivefold-dev/fivefold/internal/report"
)

// isObjectName tells the fields of core types that name an object of the namespace.
func isObjectName(field jsonfield.Field) bool {
	switch field.Owner {
	case reflect.TypeFor[corev1.LocalObjectReference]():
		return field.Name == "name"
	case reflect.TypeFor[corev1.SecretVolumeSource]():
		return field.Name == "secretName"
	case reflect.TypeFor[corev1.PersistentVolumeClaimVolumeSource]():
		return field.Name == "claimName"
	default:
		return false
	}
}

// validateDNS checks what the pods resolve names with.
// https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-dns-config
func validateDNS(r *report.Report, config *corev1.PodDNSConfig) {
	if config == nil {
		return
	}
	const mostServers, mostSearches = 3, 32
	if len(config.Nameservers) > mostServers {
		r.Errorf("pod.dnsConfig.nameservers", "%d; a pod has at most %d", len(config.Nameservers), mostServers)
	}
	if len(config.Searches) > mostSearches {
		r.Errorf("pod.dnsConfig.searches", "%d; a pod has at most %d", len(config.Searches), mostSearches)
	}
	for i, server := range config.Nameservers {
		if _, err := netip.ParseAddr(server); err != nil && !isVariable(server) {
			r.Errorf(fmt.Sprintf("pod.dnsConfig.nameservers[%d]", i), "found %q; write an IP address", server)
		}
	}
	for i, search := range config.Searches {
		// Underscores are allowed here.
		name := strings.ReplaceAll(strings.TrimSuffix(search, "."), "_", "a")
		if fault := objectmeta.SubdomainFault(name); search != "." && fault != "" && !isVariable(search) {
			r.Errorf(fmt.Sprintf("pod.dnsConfig.searches[%d]", i), "found %q; write a domain", search)
		}
	}
	for i, option := range config.Options {
		if option.Name == "" {
			r.Errorf(fmt.Sprintf("pod.dnsConfig.options[%d].name", i), "not set; write the name of an option")
		}
	}
}

// validateClaims checks the devices that the pods need, and which containers use them.
// https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/
func validateClaims(r *report.Report, spec Spec) {
	var names []string
	for i, claim := range spec.Pod.ResourceClaims {
		at := fmt.Sprintf("pod.resourceClaims[%d]", i)
		if fault := objectmeta.LabelFault(claim.Name); claim.Name != "" && fault != "" {
			r.Errorf(at+".name", "found %q: %s", claim.Name, fault)
		}
		if slices.Contains(names, claim.Name) {
			r.Errorf(at+".name", "%q is written twice; choose another name", claim.Name)
		}
		names = append(names, claim.Name)
		if (claim.ResourceClaimName == nil) == (claim.ResourceClaimTemplateName == nil) {
			r.Errorf(at, "write one of resourceClaimName and resourceClaimTemplateName")
		}
		for _, name := range []struct {
			field string
			text  *string
		}{{"resourceClaimName", claim.ResourceClaimName}, {"resourceClaimTemplateName", claim.ResourceClaimTemplateName}} {
			if name.text != nil {
				validateObjectName(r, at+"."+name.field, *name.text)
			}
		}
	}
	check := func(at string, resources corev1.ResourceRequirements) {
		for i, claim := range resources.Claims {
			if !slices.Contains(names, claim.Name) {
				r.Errorf(fmt.Sprintf("%s.claims[%d].name", at, i), "no claim is called %q; add it to spec.pod.resourceClaims", claim.Name)
			}
		}
	}
	check("resources", value(spec.Resources))
	for _, w := range writtenContainers(spec) {
		if w.sharesApp {
			check(w.path+".resources", w.container.Resources)
		}
	}
	for i, job := range spec.CronJobs {
		check(fmt.Sprintf("cronJobs[%d].resources", i), value(job.Resources))
	}
}

// validateDevices checks that block devices are volumes that can be one.
func validateDevices(r *report.Report, spec Spec) {
	var blocks []string
	for _, volume := range spec.Volumes {
		if volume.PersistentVolumeClaim != nil || volume.Ephemeral != nil {
			blocks = append(blocks, volume.Name)
		}
	}
	check := func(at string, devices []corev1.VolumeDevice, mounts []corev1.VolumeMount) {
		names, paths := map[string]bool{}, map[string]bool{}
		for _, mount := range mounts {
			names[mount.Name] = true
		}
		for i, device := range devices {
			at := fmt.Sprintf("%s[%d]", at, i)
			switch {
			case device.Name == "":
			case !slices.Contains(blocks, device.Name):
				r.OwnErrorf(at+".name", "%q is no volume that can be a device; add it to spec.volumes, with persistentVolumeClaim or ephemeral", device.Name)
			case names[device.Name]:
				r.OwnErrorf(at+".name", "%q is mounted or a device already; drop one of them", device.Name)
			}
			if slices.Contains(strings.Split(device.DevicePath, "/"), "..") || paths[device.DevicePath] {
				r.Errorf(at+".devicePath", "found %q; write a path of its own, without ..", device.DevicePath)
			}
			names[device.Name], paths[device.DevicePath] = true, true
		}
	}
	check("container.volumeDevices", spec.Container.VolumeDevices, spec.VolumeMounts)
	for _, w := range writtenContainers(spec) {
		check(w.path+".volumeDevices", w.container.VolumeDevices, w.container.VolumeMounts)
	}
}

// validateStops checks what a lifecycle says of a container's end.
func validateStops(r *report.Report, spec Spec) {
	const usual = 30 // seconds that the API server gives a pod to stop
	grace := int64(usual)
	if seconds := spec.Pod.TerminationGracePeriodSeconds; value(seconds) > 0 {
		grace = *seconds
	}
	check := func(at string, lifecycle *corev1.Lifecycle, grace int64) {
		if lifecycle == nil {
			return
		}
		for _, hook := range []struct {
			field   string
			handler *corev1.LifecycleHandler
		}{{"postStart", lifecycle.PostStart}, {"preStop", lifecycle.PreStop}} {
			if hook.handler != nil && hook.handler.Sleep != nil && (hook.handler.Sleep.Seconds < 0 || hook.handler.Sleep.Seconds > grace) {
				r.Errorf(at+"."+hook.field+".sleep.seconds", "found %d; write 0 or more, and no more than the %d that the pod gets to stop",
					hook.handler.Sleep.Seconds, grace)
			}
		}
		switch signal := lifecycle.StopSignal; {
		case signal == nil:
		case spec.Pod.OS == nil:
			r.Errorf(at+".stopSignal", "needs the name of an operating system; write pod.os.name: linux, or drop it")
		default:
			r.Warnf(at+".stopSignal", "is left out by an API server without the feature gate ContainerStopSignals, which is off by default")
		}
	}
	check("container.lifecycle", spec.Container.Lifecycle, grace)
	for _, w := range writtenContainers(spec) {
		if w.sharesApp {
			check(w.path+".lifecycle", w.container.Lifecycle, grace)
		} else {
			check(w.path+".lifecycle", w.container.Lifecycle, usual)
		}
	}
}
