package webapp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/material"
	"github.com/fivefold-dev/fivefold/internal/objectmeta"
	"github.com/fivefold-dev/fivefold/internal/report"
)

// written is a container that stands in the spec as a whole.
type written struct {
	path      string
	container corev1.Container
	init      bool
	sharesApp bool // it is in the app's pod
}

// writtenContainers returns the containers that the spec has beside the app's own.
func writtenContainers(spec Spec) []written {
	var all []written
	for i, c := range spec.InitContainers {
		all = append(all, written{fmt.Sprintf("initContainers[%d]", i), c, true, true})
	}
	for i, c := range spec.Sidecars {
		all = append(all, written{fmt.Sprintf("sidecars[%d]", i), c, false, true})
	}
	if webhook := spec.ExternalDNS.Webhook; webhook != nil && isTrue(spec.ExternalDNS.Enabled) {
		all = append(all, written{"externalDNS.webhook", *webhook, false, false})
	}
	return all
}

func (w written) isNativeSidecar() bool {
	return w.init && value(w.container.RestartPolicy) == corev1.ContainerRestartPolicyAlways
}

func validateContainers(r *report.Report, spec Spec) {
	b := builder{name: r.Name, spec: spec}
	validateImage(r, "image", spec.Image)
	validatePortNumber(r, "port", spec.Port)
	validateEnv(r, "env", spec.Env, nil)
	validateEnvFrom(r, "envFrom", spec.EnvFrom)
	validateResources(r, "resources", value(spec.Resources))
	validateLifecycle(r, "container.lifecycle", spec.Container.Lifecycle)
	ports := containerPorts{}
	ports.add(r, "port", corev1.ContainerPort{Name: portName, ContainerPort: value(spec.Port)}, true)
	if b.hasMetricsPort() {
		ports.add(r, "metrics.port", corev1.ContainerPort{Name: metricsPortName, ContainerPort: b.metricsPort()}, true)
	}
	for i, port := range spec.Container.Ports {
		ports.add(r, fmt.Sprintf("container.ports[%d]", i), port, true)
	}
	names := map[string]string{r.Name: "metadata.name"}
	for _, w := range writtenContainers(spec) {
		c := w.container
		if fault := objectmeta.LabelFault(c.Name); c.Name != "" && fault != "" {
			r.Errorf(w.path+".name", "found %q: %s", c.Name, fault)
		}
		if w.sharesApp {
			if other, taken := names[c.Name]; taken && c.Name != "" {
				if other != "metadata.name" {
					other = "spec." + other
				}
				r.OwnErrorf(w.path+".name", "%q is also the name of the container of %s; choose another name", c.Name, other)
			} else {
				names[c.Name] = w.path + ".name"
			}
		}
		if c.Image != "" || !w.init {
			validateImage(r, w.path+".image", c.Image)
		}
		var before []corev1.EnvVar
		if w.init && (c.Image == "" || c.Image == spec.Image) {
			before = b.env()
		}
		validateEnv(r, w.path+".env", c.Env, before)
		validateEnvFrom(r, w.path+".envFrom", c.EnvFrom)
		validateResources(r, w.path+".resources", c.Resources)
		validateLifecycle(r, w.path+".lifecycle", c.Lifecycle)
		probes := []namedProbe{{"livenessProbe", c.LivenessProbe}, {"readinessProbe", c.ReadinessProbe}, {"startupProbe", c.StartupProbe}}
		for _, probe := range probes {
			if probe.probe == nil {
				continue
			}
			at := w.path + "." + probe.name
			if w.init && !w.isNativeSidecar() {
				r.Errorf(at, "an init container that ends has no probes; drop it, or write restartPolicy: Always for a sidecar")
				continue
			}
			if handlers(probe.probe.ProbeHandler) == 0 {
				r.Errorf(at, "no handler; write one of exec, grpc, httpGet and tcpSocket")
			}
			validateProbe(r, at, probe)
			if get := probe.probe.HTTPGet; get != nil && get.Port.String() == "0" {
				r.Errorf(at+".httpGet.port", "not set; the API requires a value")
			}
		}
		for i, port := range c.Ports {
			ports.add(r, fmt.Sprintf("%s.ports[%d]", w.path, i), port, w.sharesApp && !w.init)
		}
	}
}

// containerPorts are the ports of one pod, by name and by number.
type containerPorts map[string]string

// add checks a port, and that no other container of the app's pod has it.
func (p containerPorts) add(r *report.Report, at string, port corev1.ContainerPort, unique bool) {
	if port.ContainerPort < 0 || port.ContainerPort > 65535 {
		r.Errorf(at+".containerPort", "found %d; a port is between 1 and 65535", port.ContainerPort)
	}
	if faults := validation.IsValidPortName(port.Name); port.Name != "" && len(faults) > 0 {
		r.Errorf(at+".name", "found %q; the name of a port has at most 15 lower-case letters, digits and -, with a letter among them", port.Name)
	}
	if port.HostPort != 0 {
		r.Errorf(at+".hostPort", "opens a port of the node, which Pod Security refuses; drop it")
	}
	if port.HostIP != "" {
		r.Errorf(at+".hostIP", "is the address of a hostPort, which Pod Security refuses; drop it")
	}
	if !unique {
		return
	}
	protocol := port.Protocol
	if protocol == "" {
		protocol = corev1.ProtocolTCP
	}
	for _, key := range []struct{ field, text string }{
		{"name", port.Name}, {"containerPort", fmt.Sprintf("%d/%s", port.ContainerPort, protocol)},
	} {
		if key.text == "" || port.ContainerPort == 0 {
			continue
		}
		if other, taken := p[key.text]; taken {
			r.OwnErrorf(at+"."+key.field, "%s is also a port of spec.%s; choose another one", key.text, other)
			continue
		}
		p[key.text] = at
	}
}

func validatePortNumber(r *report.Report, at string, port *int32) {
	switch {
	case port == nil:
		r.Errorf(at, "not set; write a port between 1 and 65535")
	case *port < 1 || *port > 65535:
		r.Errorf(at, "found %d; a port is between 1 and 65535", *port)
	}
}

var (
	// reference is how one variable names another: $(NAME), but not $$(NAME).
	reference = regexp.MustCompile(`\$\$|\$\(([^()]+)\)`)
	// assignment is a credential among other settings, as in a connection string.
	assignment = regexp.MustCompile(`(?i)(^|[^a-z])(passw(or)?d|pwd|secret|token|api[-_]?key|access[-_]?key)\s*=\s*[^\s;&=$]+`)
	credential = regexp.MustCompile(`(?i)^(basic|bearer|token) +[^ $]`)
	// harmless are values that no credential has: switches, numbers and durations.
	harmless = regexp.MustCompile(`(?i)^(true|false|yes|no|on|off|none|null|[0-9]{1,6}|[0-9.]+(ms|s|m|h|d))$`)
)

// validateEnv checks environment variables. Before are those that stand in front of them.
// https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/
func validateEnv(r *report.Report, at string, env, before []corev1.EnvVar) {
	index := map[string]int{}
	for i, entry := range env {
		path := fmt.Sprintf("%s[%d]", at, i)
		if faults := validation.IsRelaxedEnvVarName(entry.Name); entry.Name != "" && len(faults) > 0 {
			r.Errorf(path+".name", "found %q; the name of a variable has no = and printable characters only", entry.Name)
		}
		if first, twice := index[entry.Name]; twice && entry.Name != "" {
			r.Errorf(path+".name", "%q is written twice, first in spec.%s[%d]; keep one", entry.Name, at, first)
		} else {
			index[entry.Name] = i
		}
		if entry.ValueFrom != nil {
			validateValueFrom(r, path, entry)
		}
		validateLiteral(r, path+".value", entry)
	}
	for i, entry := range env {
		for _, match := range reference.FindAllStringSubmatch(entry.Value, -1) {
			name := match[1]
			earlier := slices.ContainsFunc(before, func(other corev1.EnvVar) bool { return other.Name == name })
			if later, known := index[name]; name != "" && known && later >= i && !earlier {
				r.Warnf(fmt.Sprintf("%s[%d].value", at, i), "refers to $(%s), which stands in spec.%s[%d]: a variable sees only those before it, and the text "+
					"stays as it is; move %s to the front", name, at, later, name)
			}
		}
	}
}

func validateValueFrom(r *report.Report, at string, entry corev1.EnvVar) {
	from := entry.ValueFrom
	count := 0
	for _, set := range []bool{from.FieldRef != nil, from.ResourceFieldRef != nil, from.ConfigMapKeyRef != nil, from.SecretKeyRef != nil, from.FileKeyRef != nil} {
		if set {
			count++
		}
	}
	switch {
	case entry.Value != "":
		r.Errorf(at, "value and valueFrom are both set; drop one of them")
	case count == 0:
		r.Errorf(at+".valueFrom", "reads nothing; write one of configMapKeyRef, fieldRef, fileKeyRef, resourceFieldRef and secretKeyRef")
	case count > 1:
		r.Errorf(at+".valueFrom", "reads from %d places at once; keep one", count)
	}
	if ref := from.ConfigMapKeyRef; ref != nil && ref.Name == "" {
		r.Errorf(at+".valueFrom.configMapKeyRef.name", "not set; write the name of the ConfigMap")
	}
	if ref := from.SecretKeyRef; ref != nil && ref.Name == "" {
		r.Errorf(at+".valueFrom.secretKeyRef.name", "not set; write the name of the Secret")
	}
}

// validateLiteral warns of a variable that looks like a credential by its name or by its value. What is one beyond doubt is
// an error wherever it stands; see [report.Report.CheckMaterial].
func validateLiteral(r *report.Report, at string, entry corev1.EnvVar) {
	text := entry.Value
	if text == "" || isVariable(text) || strings.Contains(text, "$(") || harmless.MatchString(text) || len(material.Find(text)) > 0 {
		return
	}
	const advice = "and is written out, for everybody to read; keep it in the store, read it with spec.secrets, and name it here with valueFrom.secretKeyRef"
	switch {
	case material.SoundsSecret(entry.Name):
		r.Warnf(at, "%s sounds like a secret, "+advice, entry.Name)
	case assignment.MatchString(text), credential.MatchString(text):
		r.Warnf(at, "looks like a credential, "+advice)
	}
}

func validateEnvFrom(r *report.Report, at string, sources []corev1.EnvFromSource) {
	for i, source := range sources {
		path := fmt.Sprintf("%s[%d]", at, i)
		switch {
		case source.ConfigMapRef == nil && source.SecretRef == nil:
			r.Errorf(path, "reads nothing; write configMapRef or secretRef")
		case source.ConfigMapRef != nil && source.SecretRef != nil:
			r.Errorf(path, "configMapRef and secretRef are both set; write two entries")
		case source.ConfigMapRef != nil && source.ConfigMapRef.Name == "":
			r.Errorf(path+".configMapRef.name", "not set; write the name of the ConfigMap")
		case source.SecretRef != nil && source.SecretRef.Name == "":
			r.Errorf(path+".secretRef.name", "not set; write the name of the Secret")
		}
	}
}
