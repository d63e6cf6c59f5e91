package webapp

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold/internal/cnpg"
)

func (b builder) databaseName() string {
	if name := b.spec.Database.Name; name != "" {
		return name
	}
	return b.name + "-db"
}

// databaseCluster returns the Cluster of CloudNativePG.
func (b builder) databaseCluster() *unstructured.Unstructured {
	d := b.spec.Database
	if !isTrue(d.Enabled) {
		return nil
	}
	spec := cnpg.ClusterSpec{
		Instances: value(d.Instances),
		Storage:   cnpg.Storage{Size: d.Size, StorageClass: d.StorageClassName},
		Bootstrap: &cnpg.Bootstrap{InitDB: cnpg.InitDB{
			Database: orDefault(d.Database, b.name), Owner: orDefault(d.Owner, b.name),
		}},
	}
	if spec.Instances == 1 {
		// The operator's own budget keeps the primary where it is, and with one instance the node could never drain.
		spec.EnablePDB = new(false)
	}
	if len(d.Parameters) > 0 {
		spec.PostgreSQL = &cnpg.PostgreSQL{Parameters: d.Parameters}
	}
	if d.Backup.ObjectStore != "" {
		spec.Plugins = []cnpg.Plugin{{
			Name:          cnpg.BackupPlugin,
			IsWALArchiver: true,
			Parameters:    map[string]string{"barmanObjectName": d.Backup.ObjectStore},
		}}
	}
	return cnpg.Cluster(b.meta(b.databaseName(), keepData()), spec, d.Cluster)
}

// scheduledBackup returns the schedule of full backups. It owns them: without it nothing would delete their objects, while
// the object store keeps what they stand for.
func (b builder) scheduledBackup() *unstructured.Unstructured {
	d := b.spec.Database
	if !isTrue(d.Enabled) || d.Backup.Schedule == "" {
		return nil
	}
	return cnpg.ScheduledBackup(b.meta(b.databaseName(), nil), cnpg.ScheduledBackupSpec{
		Schedule:             d.Backup.Schedule,
		Cluster:              cnpg.Reference{Name: b.databaseName()},
		BackupOwnerReference: "self",
		Method:               "plugin",
		PluginConfiguration:  &cnpg.PluginConfiguration{Name: cnpg.BackupPlugin},
	})
}

// databasePolicy says whom the database talks to. It selects by the label that instances and the jobs that make, join and
// recover them have in common.
func (b builder) databasePolicy() *policy {
	d := b.spec.Database
	if !isTrue(d.Enabled) {
		return nil
	}
	own := map[string]string{cnpg.ClusterLabel: b.databaseName()}
	p := &policy{
		name:     b.databaseName(),
		selector: own,
		ingress: []rule{
			{peer{namespaces: []string{d.OperatorNamespace}}, tcp(cnpg.StatusPort, cnpg.PostgresPort)},
			{peer{labels: own}, tcp(cnpg.StatusPort, cnpg.PostgresPort)},
			{peer{labels: b.policySelector()}, tcp(cnpg.PostgresPort)},
		},
		egress: []rule{
			{peer{labels: own}, tcp(cnpg.StatusPort, cnpg.PostgresPort)},
			{peer: peer{apiServer: &b.spec.NetworkPolicy.APIServer}},
		},
	}
	p.egress = append(p.egress, egressRules(d.Backup.Egress)...)
	return b.withDNS(p, true)
}

func orDefault(text, fallback string) string {
	if text == "" {
		return fallback
	}
	return text
}
