package webapp

import (
	"fmt"
	"testing"

	"sigs.k8s.io/yaml"
)

// BenchmarkBuild builds and encodes many apps of one platform. The time per app should not depend on how many there are.
func BenchmarkBuild(b *testing.B) {
	var platform, own Spec
	for text, into := range map[string]*Spec{`
labels: {app.kubernetes.io/managed-by: acme-platform}
image: registry.example.org/acme/{name}:1.4.2
route: {parentRefs: [{name: shared, namespace: kube-system, sectionName: https}]}
networkPolicy: {dialect: Cilium}
secretPath: apps/{name}/
`: &platform, `
hostnames: [shop.example.org]
database: {enabled: true, size: 5Gi}
env: [{name: MODE, value: production}]
metrics: {enabled: true, namespace: monitoring}
cronJobs: [{name: report, schedule: "0 3 * * *", command: [/app/report]}]
`: &own} {
		if err := yaml.Unmarshal([]byte(text), into); err != nil {
			b.Fatal(err)
		}
	}
	for _, count := range []int{1, 100, 1_000} {
		b.Run(fmt.Sprintf("apps=%d", count), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for i := range count {
					app := WebApp{Spec: own}
					app.Name = fmt.Sprintf("app-%d", i)
					graph, err := Build(app, platform)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := graph.JSON(); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*count), "µs/app")
		})
	}
}
