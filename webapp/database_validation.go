package webapp

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/report"
)

func validateDatabase(r *report.Report, spec Spec) {
	d := spec.Database
	if !isTrue(d.Enabled) {
		if _, written := r.Layers.Own["database"]; written && d.Enabled != nil {
			if enabled, _ := fieldpath.Get(r.Layers.Own, "database.enabled"); enabled == nil {
				r.Warnf("database.enabled", "not true: what stands beside it has no effect; write enabled: true")
			}
		}
		return
	}
	const longest = 50 // the operator adds its own endings
	switch name := d.Name; {
	case name == r.Name:
		r.NameErrorf("database.name", name, "it is the app's name, too, and both have a network policy; write "+name+"-db, or another name")
	case len(name) > longest:
		r.NameErrorf("database.name", name, "the operator allows a Cluster's name 50 characters; write a shorter one")
	case len(validation.IsDNS1035Label(name)) > 0:
		r.NameErrorf("database.name", name, "the name of a Cluster has lower-case letters, digits and - only, and begins with a letter")
	}
	switch instances := value(d.Instances); {
	case d.Instances == nil:
		r.Errorf("database.instances", "not set; write 1 or more")
	case instances < 1:
		r.Errorf("database.instances", "found %d; write 1 or more", instances)
	}
	if size, err := resource.ParseQuantity(d.Size); d.Size == "" {
		r.Errorf("database.size", "not set; write a size such as 1Gi")
	} else if err != nil || size.Sign() < 0 {
		r.Errorf("database.size", "found %q; write a quantity such as 1Gi", d.Size)
	} else {
		validateSize(r, "database.size", &size)
	}
	if d.StorageClassName != "" {
		validateObjectName(r, "database.storageClassName", d.StorageClassName)
	}
	if slices.Contains([]string{"postgres", "streaming_replica"}, d.Owner) || strings.HasPrefix(d.Owner, "pg_") {
		r.Errorf("database.owner", "%q is PostgreSQL's own; write another name", d.Owner)
	}
	if slices.Contains([]string{"postgres", "template0", "template1"}, d.Database) {
		r.Errorf("database.database", "%q is PostgreSQL's own; write another name", d.Database)
	}
	if d.URLEnv != "" && len(validation.IsRelaxedEnvVarName(d.URLEnv)) > 0 {
		r.Errorf("database.urlEnv", "found %q; the name of a variable has no = and printable characters only", d.URLEnv)
	}
	validateNamespaceName(r, "database.operatorNamespace", d.OperatorNamespace)
	if store, _ := fieldpath.Get(d.Cluster, "backup.barmanObjectStore"); store != nil {
		r.Errorf("database.cluster.backup.barmanObjectStore", "CloudNativePG has given it up for the Barman Cloud plugin; name an ObjectStore with database.backup.objectStore")
	}
	for _, owned := range []struct{ field, instead string }{
		{"instances", "database.instances"}, {"storage.size", "database.size"}, {"storage.storageClass", "database.storageClassName"},
	} {
		if _, written := fieldpath.Get(d.Cluster, owned.field); written {
			r.Errorf("database.cluster."+owned.field, "has a field of its own; write spec.%s", owned.instead)
		}
	}
	if budget, _ := fieldpath.Get(d.Cluster, "enablePDB"); budget == true && value(d.Instances) == 1 {
		r.Warnf("database.cluster.enablePDB", "true, and with one instance the operator's budget lets no node drain that the database is on; drop it")
	}
	validateBackup(r, spec)
}

func validateBackup(r *report.Report, spec Spec) {
	backup := spec.Database.Backup
	validateEgress(r, "database.backup.egress", backup.Egress, spec.NetworkPolicy.Dialect == dialectKubernetes)
	if backup.Schedule != "" {
		validateBackupSchedule(r, backup.Schedule)
	}
	switch {
	case backup.ObjectStore == "" && backup.Schedule != "":
		r.Errorf("database.backup.objectStore", "not set; a schedule needs a place for the backups: write the name of an ObjectStore of the namespace")
	case backup.ObjectStore != "":
		validateObjectName(r, "database.backup.objectStore", backup.ObjectStore)
		if backup.Schedule == "" {
			r.Warnf("database.backup.schedule", "not set: the write-ahead log alone restores nothing without a full backup; write one such as %q", "0 0 3 * * *")
		}
		e := backup.Egress
		if len(e.FQDNs)+len(e.Namespaces)+len(e.CIDRs)+len(e.Rules) == 0 {
			r.Warnf("database.backup.egress", "not set: the database's network policy lets it reach no object store; write where it is, as in {fqdns: [s3.example.org]}")
		}
	}
}

// validateBackupSchedule checks a schedule of CloudNativePG, which begins with seconds. With five fields the operator would
// read it one field further on.
func validateBackupSchedule(r *report.Report, schedule string) {
	const at = "database.backup.schedule"
	if isVariable(schedule) {
		return
	}
	fields := strings.Fields(schedule)
	const six = 6
	if len(fields) == six-1 && cronFault(schedule, six-1) == "" {
		r.Errorf(at, "%q has five fields; CloudNativePG's schedule begins with seconds, and it would read them one field further on; write %q", schedule, "0 "+schedule)
		return
	}
	if fault := cronFault(schedule, six); fault != "" {
		r.Errorf(at, "found %q: %s; write second, minute, hour, day of the month, month and day of the week, as in %q", schedule, fault, "0 0 3 * * *")
		return
	}
	if len(fields) != six {
		return
	}
	switch {
	case strings.HasPrefix(fields[0], "*"), strings.HasPrefix(fields[1], "*"):
		r.Warnf(at, "%q makes a full backup every minute or more often; for three o'clock write %q", schedule, "0 0 3 * * *")
	case fields[2] == "*":
		r.Warnf(at, "%q makes a full backup every hour, since the first field is seconds; for once a day write %q", schedule, "0 0 3 * * *")
	}
}
