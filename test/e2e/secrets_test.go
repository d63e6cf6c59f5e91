package e2e

import (
	"context"
	"testing"
)

func testSecrets(ctx context.Context, t *testing.T, env *environment) {}
