package webapp

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/report"
)

type namedProbe struct {
	name  string
	probe *corev1.Probe
}

func validateProbes(r *report.Report, probes Probes) {
	if probes.Path != "" && !strings.HasPrefix(probes.Path, "/") && !isVariable(probes.Path) {
		r.Errorf("probes.path", "found %q; a path begins with /: write %s", probes.Path, "/"+probes.Path)
	}
	for _, probe := range []namedProbe{{"liveness", probes.Liveness}, {"readiness", probes.Readiness}, {"startup", probes.Startup}} {
		if probe.probe != nil {
			validateProbe(r, "probes."+probe.name, probe)
		}
	}
	if probes.Liveness != nil && probes.Startup == nil && value(probes.Liveness).InitialDelaySeconds == 0 {
		r.Warnf("probes.startup", "none: the liveness probe counts from the start, and kills an app that takes longer than it allows; "+
			"drop the null, or write probes.liveness.initialDelaySeconds")
	}
}

// validateProbe checks what the API server asks of a probe.
func validateProbe(r *report.Report, at string, named namedProbe) {
	p := named.probe
	if count := handlers(p.ProbeHandler); count > 1 {
		r.Errorf(at, "%s; a probe has one handler: keep one", strings.Join(handlerNames(p.ProbeHandler), " and "))
	}
	for _, number := range []struct {
		field string
		value int32
	}{
		{"failureThreshold", p.FailureThreshold}, {"initialDelaySeconds", p.InitialDelaySeconds}, {"periodSeconds", p.PeriodSeconds},
		{"successThreshold", p.SuccessThreshold}, {"timeoutSeconds", p.TimeoutSeconds},
	} {
		if number.value < 0 {
			r.Errorf(at+"."+number.field, "found %d; write 1 or more", number.value)
		}
	}
	if !strings.HasPrefix(named.name, "readiness") && p.SuccessThreshold > 1 {
		r.Errorf(at+".successThreshold", "found %d; only a readiness probe can have another one than 1", p.SuccessThreshold)
	}
	if seconds := p.TerminationGracePeriodSeconds; seconds != nil {
		switch {
		case strings.HasPrefix(named.name, "readiness"):
			r.Errorf(at+".terminationGracePeriodSeconds", "a readiness probe stops nothing; drop it")
		case *seconds < 1:
			r.Errorf(at+".terminationGracePeriodSeconds", "found %d; write 1 or more", *seconds)
		}
	}
	if p.Exec != nil && len(p.Exec.Command) == 0 {
		r.Errorf(at+".exec.command", "not set; write the command and its arguments as a list")
	}
	validateHTTPGet(r, at+".httpGet", p.HTTPGet)
	validateTCPSocket(r, at+".tcpSocket", p.TCPSocket)
	if p.GRPC != nil && (p.GRPC.Port < 0 || p.GRPC.Port > 65535) {
		r.Errorf(at+".grpc.port", "found %d; a port is between 1 and 65535", p.GRPC.Port)
	}
}

func validateLifecycle(r *report.Report, at string, lifecycle *corev1.Lifecycle) {
	if lifecycle == nil {
		return
	}
	for _, hook := range []struct {
		field   string
		handler *corev1.LifecycleHandler
	}{{"postStart", lifecycle.PostStart}, {"preStop", lifecycle.PreStop}} {
		if hook.handler == nil {
			continue
		}
		at := at + "." + hook.field
		h := hook.handler
		count := 0
		for _, set := range []bool{h.Exec != nil, h.HTTPGet != nil, h.TCPSocket != nil, h.Sleep != nil} {
			if set {
				count++
			}
		}
		if count != 1 {
			r.Errorf(at, "%d actions; write one of exec, httpGet and sleep", count)
		}
		if h.Exec != nil && len(h.Exec.Command) == 0 {
			r.Errorf(at+".exec.command", "not set; write the command and its arguments as a list")
		}
		validateHTTPGet(r, at+".httpGet", h.HTTPGet)
		validateTCPSocket(r, at+".tcpSocket", h.TCPSocket)
		if get := h.HTTPGet; get != nil && get.Port == (intstr.IntOrString{}) {
			r.Errorf(at+".httpGet.port", "not set; the API requires a value")
		}
	}
}

func validateHTTPGet(r *report.Report, at string, get *corev1.HTTPGetAction) {
	if get == nil {
		return
	}
	if get.Host != "" {
		r.Errorf(at+".host", "found %q: the kubelet would ask that address and not the pod, which Pod Security refuses; drop it, and write the Host header "+
			"under httpHeaders", get.Host)
	}
	if get.Path != "" && !strings.HasPrefix(get.Path, "/") && !isVariable(get.Path) {
		r.Errorf(at+".path", "found %q; a path begins with /: write %s", get.Path, "/"+get.Path)
	}
	if get.Port != (intstr.IntOrString{}) {
		validatePortOrName(r, at+".port", get.Port)
	}
}

func validateTCPSocket(r *report.Report, at string, socket *corev1.TCPSocketAction) {
	if socket == nil {
		return
	}
	if socket.Host != "" {
		r.Errorf(at+".host", "found %q: the kubelet would ask that address and not the pod, which Pod Security refuses; drop it", socket.Host)
	}
	validatePortOrName(r, at+".port", socket.Port)
}

func validatePortOrName(r *report.Report, at string, port intstr.IntOrString) {
	if port.Type == intstr.Int && (port.IntVal < 1 || port.IntVal > 65535) {
		r.Errorf(at, "found %d; a port is between 1 and 65535", port.IntVal)
	}
	if port.Type == intstr.String && len(validation.IsValidPortName(port.StrVal)) > 0 {
		r.Errorf(at, "found %q; write a port's name, or its number without quotes", port.StrVal)
	}
}

func handlers(h corev1.ProbeHandler) int { return len(handlerNames(h)) }

func handlerNames(h corev1.ProbeHandler) []string {
	var names []string
	for _, handler := range []struct {
		name string
		set  bool
	}{{"exec", h.Exec != nil}, {"grpc", h.GRPC != nil}, {"httpGet", h.HTTPGet != nil}, {"tcpSocket", h.TCPSocket != nil}} {
		if handler.set {
			names = append(names, handler.name)
		}
	}
	return names
}
