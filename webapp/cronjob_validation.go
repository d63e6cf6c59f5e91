package webapp

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/fivefold-dev/fivefold/internal/objectmeta"
	"github.com/fivefold-dev/fivefold/internal/report"
)

// zone is the name of a time zone. Which there are is known only where the job runs.
var zone = regexp.MustCompile(`^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$`)

// https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/
func validateCronJobs(r *report.Report, spec Spec) {
	b := builder{name: r.Name, spec: spec}
	for i, job := range spec.CronJobs {
		at := fmt.Sprintf("cronJobs[%d]", i)
		if job.Name == "" {
			r.Errorf(at+".name", "not set; write a name")
		} else if fault := objectmeta.LabelFault(job.Name); fault != "" {
			r.Errorf(at+".name", "found %q: %s", job.Name, fault)
		}
		validateJobSchedule(r, at+".schedule", job.Schedule)
		if job.TimeZone != nil && (!zone.MatchString(*job.TimeZone) || strings.EqualFold(*job.TimeZone, "local")) && !isVariable(*job.TimeZone) {
			r.Errorf(at+".timeZone", "found %q; write the name of a time zone such as Europe/Berlin", *job.TimeZone)
		}
		for _, number := range []struct {
			field string
			value *int32
		}{
			{"backoffLimit", job.BackoffLimit}, {"failedJobsHistoryLimit", job.FailedJobsHistoryLimit},
			{"successfulJobsHistoryLimit", job.SuccessfulJobsHistoryLimit}, {"ttlSecondsAfterFinished", job.TTLSecondsAfterFinished},
		} {
			if value(number.value) < 0 {
				r.Errorf(at+"."+number.field, "found %d; write 0 or more", *number.value)
			}
		}
		if job.ActiveDeadlineSeconds != nil && *job.ActiveDeadlineSeconds < 1 {
			r.Errorf(at+".activeDeadlineSeconds", "found %d; write 1 or more", *job.ActiveDeadlineSeconds)
		}
		const shortest = 10 // the controller looks every ten seconds
		if job.StartingDeadlineSeconds != nil && *job.StartingDeadlineSeconds < shortest {
			r.Errorf(at+".startingDeadlineSeconds", "found %d: the controller looks every 10 seconds, and might never start the job; write %d or more",
				*job.StartingDeadlineSeconds, shortest)
		}
		validateEnv(r, at+".env", job.Env, b.env())
		validateResources(r, at+".resources", value(job.Resources))
	}
}

// validateJobSchedule checks a schedule of Kubernetes, which has no seconds.
func validateJobSchedule(r *report.Report, at, schedule string) {
	const five = 5
	fields := strings.Fields(schedule)
	switch fault := cronFault(schedule, five); {
	case schedule == "":
		r.Errorf(at, "not set; write one such as %q, which is three o'clock", "0 3 * * *")
	case isVariable(schedule), fault == "":
	case len(fields) == five+1 && cronFault(schedule, five+1) == "":
		r.Errorf(at, "%q has six fields; a CronJob's schedule has five, without seconds: write %q", schedule, strings.Join(fields[1:], " "))
	default:
		r.Errorf(at, "found %q: %s; write minute, hour, day of the month, month and day of the week, as in %q", schedule, fault, "0 3 * * *")
	}
}

// interval is a duration in Prometheus's notation.
var interval = regexp.MustCompile(`^(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?$`)

func validateMetrics(r *report.Report, spec Spec) {
	m := spec.Metrics
	if !isTrue(m.Enabled) {
		return
	}
	if m.Port != nil {
		validatePortNumber(r, "metrics.port", m.Port)
	}
	if !strings.HasPrefix(m.Path, "/") && !isVariable(m.Path) {
		r.Errorf("metrics.path", "found %q; a path begins with /: write %s", m.Path, "/"+m.Path)
	}
	if m.Interval != "" && !interval.MatchString(m.Interval) && !isVariable(m.Interval) {
		r.Errorf("metrics.interval", "found %q; write a duration such as 30s or 1m", m.Interval)
	}
	if m.Namespace == "" {
		r.Warnf("metrics.namespace", "not set: the network policy lets no Prometheus in; write the namespace that it runs in")
	} else {
		validateNamespaceName(r, "metrics.namespace", m.Namespace)
	}
}
