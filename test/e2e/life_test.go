package e2e

import (
	"context"
	"testing"
	"time"
)

func testLife(ctx context.Context, t *testing.T, env *environment) {
	begin := time.Now()
	shop := fleet{env, "life"}
	shop.deploy(ctx, t, read(t, env.dir, "examples", "platform", "tenants", "shop.yaml"))
	t.Logf("platform: %v", time.Since(begin))
	digest := env.publish(ctx, t, "shop", "1.0.0", `
apiVersion: v1
kind: ConfigMap
metadata: {name: hello}
data: {a: b}
`, trustedIdentity())
	env.reconcile(ctx, t, ociRepositories(), "shop", "shop")
	env.waitApplied(ctx, t, "shop", "shop", digest)
	t.Logf("from nothing to ready: %v", time.Since(begin))
}
