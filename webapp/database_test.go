package webapp

import "testing"

func TestDatabase(t *testing.T) {
	t.Parallel()
	const (
		one    = "database: {enabled: true}"
		backup = "database: {enabled: true, backup: {schedule: 0 0 3 * * *, objectStore: store}}"
		peers  = "[{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: cnpg-system}}}]"
	)
	testObjects(t, []objectTest{
		{"one instance drains", one, "Cluster shop-db", "spec",
			"{bootstrap: {initdb: {database: shop, owner: shop}}, enablePDB: false, instances: 1, storage: {size: 1Gi}}"},
		{"several instances", "database: {enabled: true, instances: 3}", "Cluster shop-db", "spec.enablePDB", absent},
		{"data is kept", one, "Cluster shop-db", "metadata.annotations",
			"{kustomize.toolkit.fluxcd.io/force: disabled, kustomize.toolkit.fluxcd.io/prune: disabled}"},
		{"size as written", "database: {enabled: true, size: 2048Mi}", "Cluster shop-db", "spec.storage.size", "2048Mi"},
		{"archiver", backup, "Cluster shop-db", "spec.plugins",
			"[{isWALArchiver: true, name: barman-cloud.cloudnative-pg.io, parameters: {barmanObjectName: store}}]"},
		{"no backup in the tree", backup, "Cluster shop-db", "spec.backup", absent},
		{"schedule", backup, "ScheduledBackup shop-db", "spec",
			"{backupOwnerReference: self, cluster: {name: shop-db}, method: plugin, pluginConfiguration: " +
				"{name: barman-cloud.cloudnative-pg.io}, schedule: 0 0 3 * * *}"},
		{"no schedule", one, "ScheduledBackup shop-db", "spec", absent},
		{"rest of the cluster", "database: {enabled: true, parameters: {a: b}, cluster: {postgresql: {pg_hba: [x]}, walStorage: {size: 1Gi}}}",
			"Cluster shop-db", "spec.postgresql", "{parameters: {a: b}, pg_hba: [x]}"},
		{"another beginning", "database: {enabled: true, cluster: {bootstrap: {recovery: {source: old}}}}", "Cluster shop-db",
			"spec.bootstrap", "{recovery: {source: old}}"},
		{"further plugins", "database: {enabled: true, backup: {objectStore: s}, cluster: {plugins: [{name: other}]}}", "Cluster shop-db",
			"spec.plugins", "[{name: other}, {isWALArchiver: true, name: barman-cloud.cloudnative-pg.io, parameters: {barmanObjectName: s}}]"},
		{"policy selects instances and jobs", one, "NetworkPolicy shop-db", "spec.podSelector", "{matchLabels: {cnpg.io/cluster: shop-db}}"},
		{"operator, itself and the app", one, "NetworkPolicy shop-db", "spec.ingress",
			"[{from: " + peers + ", ports: [{port: 8000, protocol: TCP}, {port: 5432, protocol: TCP}]}, " +
				"{from: [{podSelector: {matchLabels: {cnpg.io/cluster: shop-db}}}], ports: [{port: 8000, protocol: TCP}, {port: 5432, protocol: TCP}]}, " +
				"{from: [{podSelector: {matchLabels: {app.kubernetes.io/part-of: shop}}}], ports: [{port: 5432, protocol: TCP}]}]"},
		{"API server", one, "NetworkPolicy shop-db", "spec.egress[2]", "{ports: [{port: 443, protocol: TCP}, {port: 6443, protocol: TCP}]}"},
		{"API server by address", "networkPolicy: {apiServer: {cidrs: [10.0.0.1/32]}}\n" + one, "NetworkPolicy shop-db", "spec.egress[2].to",
			"[{ipBlock: {cidr: 10.0.0.1/32}}]"},
		{"API server in Cilium", "networkPolicy: {dialect: Cilium}\n" + one, "CiliumNetworkPolicy shop-db", "spec.egress[2]",
			"{toEntities: [kube-apiserver]}"},
		{"object store", "networkPolicy: {dialect: Cilium}\ndatabase: {enabled: true, backup: {egress: {fqdns: [s3.example.org]}}}",
			"CiliumNetworkPolicy shop-db", "spec.egress[3]",
			"{toFQDNs: [{matchName: s3.example.org}], toPorts: [{ports: [{port: '443', protocol: TCP}]}]}"},
		{"no database", "", "NetworkPolicy shop-db", "spec", absent},
	})
}
