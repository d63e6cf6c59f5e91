package webapp

import (
	"strings"
	"testing"
)

func TestCronJobs(t *testing.T) {
	t.Parallel()
	const (
		object   = "CronJob shop-report"
		template = "spec.jobTemplate.spec.template"
		long     = "reports-of-all-that-was-sold-since-our-very-first-day"
		job      = "cronJobs: [{name: report, schedule: 0 3 * * *, command: [/app/report]}]\n"
	)
	testObjects(t, []objectTest{
		{"never at the same time", job, object, "spec.concurrencyPolicy", "Forbid"},
		{"labels of the policy, not of the Service", job, object, template + ".metadata.labels",
			"{app.kubernetes.io/name: shop.report, app.kubernetes.io/part-of: shop}"},
		{"labels cannot be had by the pod's", job + "pod: {labels: {app.kubernetes.io/name: shop}}", object,
			template + ".metadata.labels[\"app.kubernetes.io/name\"]", "shop.report"},
		{"container carries the app's name", job, object, template + ".spec.containers[0].name", "shop"},
		{"command", "command: [serve]\nargs: [x]\n" + job, object, template + ".spec.containers[0].command", "[/app/report]"},
		{"no arguments of the app", "command: [serve]\nargs: [x]\n" + job, object, template + ".spec.containers[0].args", absent},
		{"hardened", job, object, template + ".spec.containers[0].securityContext", hardening},
		{"hardened pod", job, object, template + ".spec.securityContext.runAsNonRoot", "true"},
		{"no probes", job, object, template + ".spec.containers[0].readinessProbe", absent},
		{"no ports", job, object, template + ".spec.containers[0].ports", absent},
		{"no sidecars", job + "sidecars: [{name: s, image: s:1}]", object, template + ".spec.containers[1]", absent},
		{"no init containers", job + "initContainers: [{name: s, restartPolicy: Always}]", object, template + ".spec.initContainers", absent},
		{"no spread", job, object, template + ".spec.topologySpreadConstraints", absent},
		{"no volume that the app holds", job + exclusive, object, template + ".spec.volumes", "[{emptyDir: {}, name: tmp}]"},
		{"shared volume", job + "storage: [{name: data, mountPath: /data, size: 1Gi, accessModes: [ReadWriteMany]}]", object,
			template + ".spec.containers[0].volumeMounts", "[{mountPath: /data, name: data}, {mountPath: /tmp, name: tmp}]"},
		{"no readiness gates", job + "pod: {readinessGates: [{conditionType: example.org/ready}]}", object, template + ".spec.readinessGates", absent},
		{"name that leaves room for the controller's", "cronJobs: [{name: " + long + ", schedule: '@daily'}]",
			"CronJob " + ("shop-" + long)[:maxCronJob-hashDigits-1] + "-" + hash("shop-" + long)[:hashDigits], "spec.schedule", "'@daily'"},
		{"restart", job, object, template + ".spec.restartPolicy", "OnFailure"},
	})
}

func TestNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxCronJob)
	a, b := shortened(long+"a", maxCronJob), shortened(long+"b", maxCronJob)
	if len(a) > maxCronJob || a == b {
		t.Errorf("got %s and %s", a, b)
	}
	if got := shortened(long, maxCronJob); got != long {
		t.Errorf("%s has the right length already; got %s", long, got)
	}
}
