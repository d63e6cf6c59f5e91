// Package cnpg has the few fields of CloudNativePG's objects that Fivefold emits. Its own module would bring in hundreds
// of packages. https://cloudnative-pg.io/docs/current/cloudnative-pg.v1/
package cnpg

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold/internal/manifest"
)

const apiVersion = "postgresql.cnpg.io/v1"

// ClusterLabel is on the pods of a Cluster's instances and of its jobs.
const ClusterLabel = "cnpg.io/cluster"

// BackupPlugin is the name of the Barman Cloud plugin.
const BackupPlugin = "barman-cloud.cloudnative-pg.io"

// Ports of an instance.
const (
	PostgresPort = 5432
	StatusPort   = 8000
)

// ClusterSpec is the spec of a Cluster.
type ClusterSpec struct {
	Instances  int32       `json:"instances"`
	EnablePDB  *bool       `json:"enablePDB,omitempty"`
	Storage    Storage     `json:"storage"`
	Bootstrap  *Bootstrap  `json:"bootstrap,omitempty"`
	PostgreSQL *PostgreSQL `json:"postgresql,omitempty"`
	Plugins    []Plugin    `json:"plugins,omitempty"`
}

// Storage of an instance.
type Storage struct {
	Size         string `json:"size"`
	StorageClass string `json:"storageClass,omitempty"`
}

// Bootstrap says what a new Cluster begins with.
type Bootstrap struct {
	InitDB InitDB `json:"initdb"`
}

// InitDB makes an empty database.
type InitDB struct {
	Database string `json:"database"`
	Owner    string `json:"owner"`
}

// PostgreSQL is the configuration of the server.
type PostgreSQL struct {
	Parameters map[string]string `json:"parameters,omitempty"`
}

// Plugin of a Cluster.
type Plugin struct {
	Name          string            `json:"name"`
	IsWALArchiver bool              `json:"isWALArchiver,omitempty"`
	Parameters    map[string]string `json:"parameters,omitempty"`
}

// Cluster returns a Cluster with the fields of more merged over those of spec, as in JSON merge patch. Two things are not
// merged: a Cluster has one way to begin, and the plugins that spec needs stay beside others.
func Cluster(meta metav1.ObjectMeta, spec ClusterSpec, more map[string]any) *unstructured.Unstructured {
	content := manifest.Content(spec)
	over := manifest.Content(more)
	if bootstrap, ok := over["bootstrap"].(map[string]any); ok && bootstrap["initdb"] == nil {
		delete(content, "bootstrap")
	}
	if plugins, ok := over["plugins"].([]any); ok {
		over["plugins"] = withPlugins(plugins, content["plugins"])
	}
	return manifest.Unstructured(apiVersion, "Cluster", meta, patch(content, over))
}

// withPlugins returns the plugins and those of needed that are not among them.
func withPlugins(plugins []any, needed any) []any {
	names := map[any]bool{}
	for _, plugin := range plugins {
		if fields, ok := plugin.(map[string]any); ok {
			names[fields["name"]] = true
		}
	}
	list, _ := needed.([]any)
	for _, plugin := range list {
		if fields, ok := plugin.(map[string]any); ok && !names[fields["name"]] {
			plugins = append(plugins, plugin)
		}
	}
	return plugins
}

func patch(base, over map[string]any) map[string]any {
	for key, value := range over {
		fields, isObject := value.(map[string]any)
		inner, innerIsObject := base[key].(map[string]any)
		switch {
		case value == nil:
			delete(base, key)
		case isObject && innerIsObject:
			base[key] = patch(inner, fields)
		default:
			base[key] = value
		}
	}
	return base
}
