package webapp

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

const (
	portName        = "http"
	metricsPortName = "metrics"
)

// container returns the app's container. It has the app's name, which pipelines and kustomize pin the image by.
// [slices.Concat] makes nothing of a list that a layer has emptied.
func (b builder) container() corev1.Container {
	c := b.spec.Container
	context := corev1.SecurityContext(b.spec.SecurityContext)
	return corev1.Container{
		Name:                     b.name,
		Image:                    b.spec.Image,
		Command:                  slices.Concat(b.spec.Command),
		Args:                     slices.Concat(b.spec.Args),
		WorkingDir:               c.WorkingDir,
		Ports:                    b.containerPorts(),
		EnvFrom:                  slices.Concat(b.spec.EnvFrom),
		Env:                      b.env(),
		Resources:                value(b.spec.Resources),
		ResizePolicy:             c.ResizePolicy,
		RestartPolicy:            c.RestartPolicy,
		RestartPolicyRules:       c.RestartPolicyRules,
		VolumeMounts:             b.volumeMounts(b.mountedVolumes()),
		VolumeDevices:            c.VolumeDevices,
		LivenessProbe:            b.probe(b.spec.Probes.Liveness),
		ReadinessProbe:           b.probe(b.spec.Probes.Readiness),
		StartupProbe:             b.probe(b.spec.Probes.Startup),
		Lifecycle:                c.Lifecycle,
		TerminationMessagePath:   c.TerminationMessagePath,
		TerminationMessagePolicy: c.TerminationMessagePolicy,
		ImagePullPolicy:          c.ImagePullPolicy,
		SecurityContext:          hardened(&context),
		Stdin:                    isTrue(c.Stdin),
		StdinOnce:                isTrue(c.StdinOnce),
		TTY:                      isTrue(c.TTY),
	}
}

func (b builder) containerPorts() []corev1.ContainerPort {
	ports := []corev1.ContainerPort{{Name: portName, ContainerPort: value(b.spec.Port)}}
	if b.hasMetricsPort() {
		ports = append(ports, corev1.ContainerPort{Name: metricsPortName, ContainerPort: b.metricsPort()})
	}
	return append(ports, b.spec.Container.Ports...)
}

// env returns the app's environment. The URL of the database comes first, so that $(NAME) in what follows can refer to
// it; an entry of the author's own takes its place, since the API server refuses a name twice.
func (b builder) env() []corev1.EnvVar {
	name := b.spec.Database.URLEnv
	own := func(entry corev1.EnvVar) bool { return entry.Name == name }
	if !isTrue(b.spec.Database.Enabled) || name == "" || slices.ContainsFunc(b.spec.Env, own) {
		return slices.Concat(b.spec.Env)
	}
	url := corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{
		LocalObjectReference: corev1.LocalObjectReference{Name: b.databaseName() + "-app"},
		Key:                  "uri",
	}}}
	return append([]corev1.EnvVar{url}, b.spec.Env...)
}

// overlaid returns the entries of base that over does not have, and then those of over.
func overlaid(base, over []corev1.EnvVar) []corev1.EnvVar {
	var entries []corev1.EnvVar
	for _, entry := range base {
		if !slices.ContainsFunc(over, func(other corev1.EnvVar) bool { return other.Name == entry.Name }) {
			entries = append(entries, entry)
		}
	}
	return append(entries, over...)
}

// probe completes a probe. A handler of the author's own stands alone, since a probe has one.
func (b builder) probe(written *corev1.Probe) *corev1.Probe {
	if written == nil {
		return nil
	}
	p := written.DeepCopy()
	if p.Exec == nil && p.TCPSocket == nil && p.GRPC == nil && p.HTTPGet == nil {
		p.HTTPGet = &corev1.HTTPGetAction{}
	}
	if get := p.HTTPGet; get != nil {
		if get.Path == "" {
			get.Path = b.spec.Probes.Path
		}
		if get.Port == (intstr.IntOrString{}) {
			get.Port = intstr.FromString(portName)
		}
	}
	return p
}

// initContainers returns the init containers. One that runs the app's image is the app at an early hour: it gets the
// environment, mounts and resources of the app. Others get no secrets that they do not ask for.
func (b builder) initContainers() []corev1.Container {
	var containers []corev1.Container
	for i := range b.spec.InitContainers {
		c := b.spec.InitContainers[i].DeepCopy()
		if c.Image == "" || c.Image == b.spec.Image {
			c.Image = b.spec.Image
			c.Env = overlaid(b.env(), c.Env)
			c.EnvFrom = slices.Concat(b.spec.EnvFrom, c.EnvFrom)
			c.VolumeMounts = mounts(c.VolumeMounts, b.volumeMounts(b.mountedVolumes()))
			if c.Resources.Requests == nil && c.Resources.Limits == nil {
				c.Resources = value(b.spec.Resources)
			}
		}
		c.SecurityContext = hardened(c.SecurityContext)
		containers = append(containers, *c)
	}
	return containers
}

func (b builder) sidecars() []corev1.Container {
	var containers []corev1.Container
	for i := range b.spec.Sidecars {
		c := b.spec.Sidecars[i].DeepCopy()
		c.SecurityContext = hardened(c.SecurityContext)
		containers = append(containers, *c)
	}
	return containers
}
