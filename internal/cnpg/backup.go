package cnpg

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold/internal/manifest"
)

// ScheduledBackupSpec is the spec of a ScheduledBackup.
type ScheduledBackupSpec struct {
	Schedule             string               `json:"schedule"`
	Cluster              Reference            `json:"cluster"`
	BackupOwnerReference string               `json:"backupOwnerReference,omitempty"`
	Method               string               `json:"method"`
	PluginConfiguration  *PluginConfiguration `json:"pluginConfiguration,omitempty"`
}

// Reference names an object of the namespace.
type Reference struct {
	Name string `json:"name"`
}

// PluginConfiguration says which plugin makes the backup.
type PluginConfiguration struct {
	Name string `json:"name"`
}

// ScheduledBackup returns a ScheduledBackup.
func ScheduledBackup(meta metav1.ObjectMeta, spec ScheduledBackupSpec) *unstructured.Unstructured {
	return manifest.Unstructured(apiVersion, "ScheduledBackup", meta, manifest.Content(spec))
}
