package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// BenchmarkFunction measures the whole function, bytes in to bytes out, as kustomize runs it with a Platform as
// transformer: 10 objects a tenant.
func BenchmarkFunction(b *testing.B) {
	platform, err := os.ReadFile("testdata/platform.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for _, count := range []int{1, 100, 1_000, 10_000} {
		b.Run(fmt.Sprintf("tenants=%d", count), func(b *testing.B) {
			input := fleet(string(platform), count)
			b.SetBytes(int64(len(input)))
			b.ReportAllocs()
			for b.Loop() {
				if code := run(nil, bytes.NewReader(input), io.Discard, io.Discard, ""); code != 0 {
					b.Fatal("exit code", code)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*count), "µs/tenant")
		})
	}
}

// BenchmarkRender measures the same with block YAML as output, which is what a pipeline without kustomize uses.
func BenchmarkRender(b *testing.B) {
	platform, err := os.ReadFile("testdata/platform.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for _, count := range []int{1, 100, 1_000} {
		b.Run(fmt.Sprintf("tenants=%d", count), func(b *testing.B) {
			input := append(append([]byte{}, platform...), []byte("---\n")...)
			for i := range count {
				input = append(input, strings.TrimPrefix(tenantText(i, "---\n", ""), "\n")...)
			}
			b.ReportAllocs()
			for b.Loop() {
				if code := run([]string{"render", "-"}, bytes.NewReader(input), io.Discard, io.Discard, ""); code != 0 {
					b.Fatal("exit code", code)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*count), "µs/tenant")
		})
	}
}

// fleet is a ResourceList as kustomize writes it, with its bookkeeping.
func fleet(platform string, count int) []byte {
	var b bytes.Buffer
	b.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n")
	for i := range count {
		b.WriteString(tenantText(i, "- ", "  "))
	}
	b.WriteString("functionConfig:\n")
	for line := range strings.SplitSeq(strings.TrimSpace(platform), "\n") {
		b.WriteString("  " + line + "\n")
	}
	return b.Bytes()
}

func tenantText(i int, first, indent string) string {
	lines := []string{
		"apiVersion: fivefold.dev/v1alpha1",
		"kind: Tenant",
		"metadata:",
		"  annotations:",
		"    internal.config.kubernetes.io/previousKinds: Tenant",
		fmt.Sprintf("    internal.config.kubernetes.io/previousNames: tenant-%d", i),
		"    kustomize.config.k8s.io/id: |",
		"      group: fivefold.dev",
		"      kind: Tenant",
		fmt.Sprintf("      name: tenant-%d", i),
		"      version: v1alpha1",
		fmt.Sprintf("    config.kubernetes.io/index: '%d'", i),
		fmt.Sprintf("    internal.config.kubernetes.io/index: '%d'", i),
		fmt.Sprintf("  name: tenant-%d", i),
		"spec:",
		"  externalDNS:",
		"    enabled: true",
	}
	return first + strings.Join(lines, "\n"+indent) + "\n"
}
