package webapp

import (
	"slices"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fivefold-dev/fivefold/internal/objectmeta"
)

func (b builder) cronJobs() []*batchv1.CronJob {
	var jobs []*batchv1.CronJob
	for _, job := range b.spec.CronJobs {
		jobs = append(jobs, b.cronJob(job))
	}
	return jobs
}

func (b builder) cronJob(job CronJob) *batchv1.CronJob {
	if job.ConcurrencyPolicy == "" {
		job.ConcurrencyPolicy = batchv1.ForbidConcurrent
	}
	return (&batchv1.CronJob{
		TypeMeta:   metav1.TypeMeta{APIVersion: "batch/v1", Kind: "CronJob"},
		ObjectMeta: b.meta(b.cronJobName(job), nil),
		Spec: batchv1.CronJobSpec{
			Schedule:                   job.Schedule,
			TimeZone:                   job.TimeZone,
			ConcurrencyPolicy:          job.ConcurrencyPolicy,
			StartingDeadlineSeconds:    job.StartingDeadlineSeconds,
			SuccessfulJobsHistoryLimit: job.SuccessfulJobsHistoryLimit,
			FailedJobsHistoryLimit:     job.FailedJobsHistoryLimit,
			Suspend:                    job.Suspend,
			JobTemplate: batchv1.JobTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Annotations: objectmeta.Union(b.podAnnotations, nil)},
				Spec: batchv1.JobSpec{
					BackoffLimit:            job.BackoffLimit,
					ActiveDeadlineSeconds:   job.ActiveDeadlineSeconds,
					TTLSecondsAfterFinished: job.TTLSecondsAfterFinished,
					Template:                b.cronJobTemplate(job),
				},
			},
		},
	}).DeepCopy()
}

func (b builder) cronJobName(job CronJob) string {
	return shortened(b.name+"-"+job.Name, maxCronJob)
}

// cronJobTemplate returns the pods of a cron job. They carry the label that network policies select by, but not the one
// of the Service, which would send them requests.
func (b builder) cronJobTemplate(job CronJob) corev1.PodTemplateSpec {
	mounted := b.cronJobVolumes()
	pod := b.pod()
	pod.RestartPolicy = job.RestartPolicy
	if pod.RestartPolicy == "" {
		pod.RestartPolicy = corev1.RestartPolicyOnFailure
	}
	pod.Volumes = b.volumes(mounted)
	pod.ReadinessGates = nil
	pod.Containers = []corev1.Container{b.cronJobContainer(job, mounted)}
	labels := objectmeta.Union(b.policySelector(), b.partLabel(job.Name))
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{
			Labels:      objectmeta.Union(b.spec.Pod.Labels, labels),
			Annotations: objectmeta.Union(b.podAnnotations, b.spec.Pod.Annotations),
		},
		Spec: pod,
	}
}

// cronJobContainer returns the app's container with a command of its own and nothing that serves.
func (b builder) cronJobContainer(job CronJob, mounted []volume) corev1.Container {
	app := b.container()
	c := corev1.Container{
		Name:                     app.Name,
		Image:                    app.Image,
		ImagePullPolicy:          app.ImagePullPolicy,
		Command:                  slices.Concat(job.Command),
		Args:                     slices.Concat(job.Args),
		WorkingDir:               app.WorkingDir,
		EnvFrom:                  app.EnvFrom,
		Env:                      overlaid(app.Env, job.Env),
		Resources:                app.Resources,
		VolumeMounts:             b.volumeMounts(mounted),
		VolumeDevices:            app.VolumeDevices,
		TerminationMessagePath:   app.TerminationMessagePath,
		TerminationMessagePolicy: app.TerminationMessagePolicy,
		SecurityContext:          app.SecurityContext,
	}
	if job.Resources != nil {
		c.Resources = *job.Resources
	}
	return c
}

// cronJobVolumes returns the volumes of a cron job: all but those that the app's pod holds alone.
func (b builder) cronJobVolumes() []volume {
	exclusive := map[string]bool{}
	for _, storage := range b.spec.Storage {
		exclusive[storage.Name] = !isShared(storage)
	}
	storage := slices.DeleteFunc(b.storageVolumes(), func(v volume) bool { return exclusive[v.volume.Name] })
	return slices.Concat(b.configVolumes(), storage, b.writableVolumes())
}
