package tenant

import (
	"fmt"
	"testing"
)

// BenchmarkBuild builds and encodes many tenants of one platform. The time per tenant should not depend on how many
// there are.
func BenchmarkBuild(b *testing.B) {
	platform := parseSpec(b, `
labels: {app.kubernetes.io/managed-by: acme-platform}
rbac: {clusterRole: tenant-edit}
source:
  url: oci://registry.example.org/acme/{name}/manifests
  interval: 1m
  ref: {semver: ">=1.0.0"}
  verify:`+identity+`
sync: {interval: 1m, path: .}
pullSecret:
  enabled: true
  secretStoreRef: {kind: ClusterSecretStore, name: vault}
  remoteRef: {key: "registry/{name}/pull", property: dockerconfigjson}
externalDNS: {enabled: true}
`)
	for _, count := range []int{1, 100, 1_000, 10_000} {
		b.Run(fmt.Sprintf("tenants=%d", count), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for i := range count {
					tenant := Tenant{}
					tenant.Name = fmt.Sprintf("tenant-%d", i)
					graph, err := Build(tenant, platform)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := graph.JSON(); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*count), "µs/tenant")
		})
	}
}
