package webapp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/report"
)

// refused is what every fault of this file means.
const refused = "which the restricted namespace refuses"

// validateSecurity finds what Pod Security would refuse at its level restricted. What is not written is hardened; what is
// written out stays, and so has to be right.
// https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
func validateSecurity(r *report.Report, spec Spec) {
	validatePodSecurity(r, "pod.securityContext", corev1.PodSecurityContext(spec.Pod.SecurityContext))
	context := corev1.SecurityContext(spec.SecurityContext)
	validateSecurityContext(r, "securityContext", "the container", &context)
	for _, w := range writtenContainers(spec) {
		validateSecurityContext(r, w.path+".securityContext", fmt.Sprintf("container %q", w.container.Name), w.container.SecurityContext)
	}
	for _, key := range slices.Sorted(maps.Keys(spec.Pod.Annotations)) {
		if strings.HasPrefix(key, corev1.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix) {
			r.Errorf(fieldpath.Key("pod.annotations", key), "the API has a field for this; write securityContext.appArmorProfile")
		}
	}
}

func validatePodSecurity(r *report.Report, at string, c corev1.PodSecurityContext) {
	if c.RunAsNonRoot != nil && !*c.RunAsNonRoot {
		r.Errorf(at+".runAsNonRoot", "false lets the pods run as root, "+refused+"; drop it")
	}
	if c.RunAsUser != nil && *c.RunAsUser == 0 {
		r.Errorf(at+".runAsUser", "0 is root, "+refused+"; write another user: fsGroup makes volumes writable without it")
	}
	if c.RunAsUser == nil {
		r.Warnf(at+".runAsUser", "not set: an image whose USER is a name cannot start, since the kubelet cannot tell whether it is root; write a number")
	}
	validateIDs(r, at, map[string]*int64{"fsGroup": c.FSGroup, "runAsGroup": c.RunAsGroup, "runAsUser": c.RunAsUser})
	for i, group := range c.SupplementalGroups {
		validateIDs(r, at, map[string]*int64{fmt.Sprintf("supplementalGroups[%d]", i): &group})
	}
	validateProfiles(r, at, c.SeccompProfile, c.AppArmorProfile, c.SELinuxOptions, c.WindowsOptions)
	for i, sysctl := range c.Sysctls {
		if !slices.Contains(safeSysctls(), sysctl.Name) {
			r.Errorf(fmt.Sprintf("%s.sysctls[%d].name", at, i), "found %q, "+refused+"; allowed: %s", sysctl.Name, strings.Join(safeSysctls(), ", "))
		}
	}
}

func validateSecurityContext(r *report.Report, at, who string, c *corev1.SecurityContext) {
	if c == nil {
		return
	}
	if value(c.AllowPrivilegeEscalation) {
		r.Errorf(at+".allowPrivilegeEscalation", "true lets %s gain rights, "+refused+"; drop it", who)
	}
	if value(c.Privileged) {
		r.Errorf(at+".privileged", "true gives %s the node, "+refused+"; drop it", who)
	}
	if c.RunAsNonRoot != nil && !*c.RunAsNonRoot {
		r.Errorf(at+".runAsNonRoot", "false lets %s run as root, "+refused+"; drop it", who)
	}
	if c.RunAsUser != nil && *c.RunAsUser == 0 {
		r.Errorf(at+".runAsUser", "%s runs as root, "+refused+"; drop it: fsGroup makes volumes writable without it", who)
	}
	validateIDs(r, at, map[string]*int64{"runAsGroup": c.RunAsGroup, "runAsUser": c.RunAsUser})
	if capabilities := c.Capabilities; capabilities != nil {
		for i, added := range capabilities.Add {
			if added != "NET_BIND_SERVICE" {
				r.Errorf(fmt.Sprintf("%s.capabilities.add[%d]", at, i), "found %s, "+refused+"; allowed: NET_BIND_SERVICE", added)
			}
		}
		if capabilities.Drop != nil && !slices.Contains(capabilities.Drop, "ALL") {
			r.Errorf(at+".capabilities.drop", "lacks ALL, "+refused+"; write [ALL], or drop the line")
		}
	}
	if mount := value(c.ProcMount); isVariable(string(mount)) {
		r.Errorf(at+".procMount", "found %q; whether a pod may run is not for Flux to substitute: write Default, or drop it", mount)
	}
	validateProfiles(r, at, c.SeccompProfile, c.AppArmorProfile, c.SELinuxOptions, c.WindowsOptions)
}

func validateProfiles(r *report.Report, at string, seccomp *corev1.SeccompProfile, appArmor *corev1.AppArmorProfile,
	seLinux *corev1.SELinuxOptions, windows *corev1.WindowsSecurityContextOptions) {
	if seccomp != nil {
		validateProfile(r, at+".seccompProfile", string(seccomp.Type), seccomp.LocalhostProfile)
	}
	if appArmor != nil {
		validateProfile(r, at+".appArmorProfile", string(appArmor.Type), appArmor.LocalhostProfile)
	}
	if seLinux != nil {
		types := []string{"container_engine_t", "container_init_t", "container_kvm_t", "container_t"}
		if seLinux.Type != "" && !slices.Contains(types, seLinux.Type) {
			r.Errorf(at+".seLinuxOptions.type", "found %q, "+refused+"; allowed: %s", seLinux.Type, strings.Join(types, ", "))
		}
		for _, field := range []struct{ name, text string }{{"role", seLinux.Role}, {"user", seLinux.User}} {
			if field.text != "" {
				r.Errorf(at+".seLinuxOptions."+field.name, "found %q, "+refused+"; drop it", field.text)
			}
		}
	}
	if windows != nil {
		r.Errorf(at+".windowsOptions", "the pods run on Linux; drop it")
	}
}

func validateProfile(r *report.Report, at, kind string, localhost *string) {
	switch {
	case isVariable(kind):
		r.Errorf(at+".type", "found %q; whether a pod may run is not for Flux to substitute: write RuntimeDefault or Localhost", kind)
	case kind == "Unconfined":
		r.Errorf(at+".type", "found %s, "+refused+"; write RuntimeDefault", kind)
	case kind == "Localhost" && value(localhost) == "":
		r.Errorf(at+".localhostProfile", "not set; write the name of the profile")
	case kind != "Localhost" && localhost != nil:
		r.Errorf(at+".localhostProfile", "needs type Localhost; write that, or drop it")
	}
}

// safeSysctls are those that Pod Security allows.
func safeSysctls() []string {
	return []string{
		"kernel.shm_rmid_forced", "net.ipv4.ip_local_port_range", "net.ipv4.ip_local_reserved_ports", "net.ipv4.ip_unprivileged_port_start",
		"net.ipv4.ping_group_range", "net.ipv4.tcp_fin_timeout", "net.ipv4.tcp_keepalive_intvl", "net.ipv4.tcp_keepalive_probes",
		"net.ipv4.tcp_keepalive_time", "net.ipv4.tcp_rmem", "net.ipv4.tcp_syncookies", "net.ipv4.tcp_wmem",
	}
}
