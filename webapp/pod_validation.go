package webapp

import (
	"fmt"
	"maps"
	"math"
	"net/netip"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
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

// validatePlacement checks what says where the pods run, and what holds them back.
func validatePlacement(r *report.Report, pod Pod) {
	if affinity := pod.Affinity; affinity != nil && affinity.NodeAffinity != nil {
		required := affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
		if required != nil && len(required.NodeSelectorTerms) == 0 {
			r.Errorf("pod.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms", "none; write one, or drop the rule")
		}
	}
	for i, gate := range pod.SchedulingGates {
		if len(validation.IsQualifiedName(gate.Name)) > 0 && !isVariable(gate.Name) {
			r.Errorf(fmt.Sprintf("pod.schedulingGates[%d].name", i), "found %q; write domain/name", gate.Name)
		}
	}
	for i, gate := range pod.ReadinessGates {
		if name := string(gate.ConditionType); len(validation.IsQualifiedName(name)) > 0 && !isVariable(name) {
			r.Errorf(fmt.Sprintf("pod.readinessGates[%d].conditionType", i), "found %q; write domain/name", name)
		}
	}
	resources := value(pod.Resources)
	validateResources(r, "pod.resources", resources)
	for _, set := range []struct {
		field string
		list  corev1.ResourceList
	}{{"requests", resources.Requests}, {"limits", resources.Limits}} {
		for _, name := range slices.Sorted(maps.Keys(set.list)) {
			if strings.Contains(string(name), "/") || name == corev1.ResourceEphemeralStorage {
				r.Errorf(fieldpath.Key("pod.resources."+set.field, string(name)), "a pod as a whole has cpu, memory and hugepages; write the rest for a container")
			}
		}
	}
	if len(resources.Claims) > 0 {
		r.Errorf("pod.resources.claims", "containers use claims; write them under resources")
	}
}

// validateHosts checks the lines of /etc/hosts.
func validateHosts(r *report.Report, aliases []corev1.HostAlias) {
	for i, alias := range aliases {
		at := fmt.Sprintf("pod.hostAliases[%d]", i)
		if _, err := netip.ParseAddr(alias.IP); alias.IP != "" && err != nil && !isVariable(alias.IP) {
			r.Errorf(at+".ip", "found %q; write an IP address", alias.IP)
		}
		for j, name := range alias.Hostnames {
			if objectmeta.SubdomainFault(name) != "" && !isVariable(name) {
				r.Errorf(fmt.Sprintf("%s.hostnames[%d]", at, j), "found %q; write a host name", name)
			}
		}
	}
}

// validateIDs checks the numbers of users and groups.
func validateIDs(r *report.Report, at string, ids map[string]*int64) {
	for _, field := range slices.Sorted(maps.Keys(ids)) {
		if id := ids[field]; id != nil && (*id < 0 || *id > math.MaxInt32) {
			r.Errorf(at+"."+field, "found %d; write a number between 0 and %d", *id, math.MaxInt32)
		}
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
	check := func(at string, resources corev1.ResourceRequirements, names []string) {
		for i, claim := range resources.Claims {
			if fault := objectmeta.LabelFault(claim.Request); claim.Request != "" && fault != "" {
				r.Errorf(fmt.Sprintf("%s.claims[%d].request", at, i), "found %q: %s", claim.Request, fault)
			}
			if !slices.Contains(names, claim.Name) {
				r.Errorf(fmt.Sprintf("%s.claims[%d].name", at, i), "no claim is called %q; add it to spec.pod.resourceClaims", claim.Name)
			}
		}
	}
	check("resources", value(spec.Resources), names)
	for _, w := range writtenContainers(spec) {
		if w.sharesApp {
			check(w.path+".resources", w.container.Resources, names)
		} else if len(w.container.Resources.Claims) > 0 {
			r.Errorf(w.path+".resources.claims", "the pod of external-dns has no claims; drop them")
		}
	}
	if len(value(spec.ExternalDNS.Resources).Claims) > 0 {
		r.Errorf("externalDNS.resources.claims", "the pod of external-dns has no claims; drop them")
	}
	for i, job := range spec.CronJobs {
		check(fmt.Sprintf("cronJobs[%d].resources", i), value(job.Resources), names)
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
