package e2e

import (
	"context"
	"testing"
)

func testAttacks(ctx context.Context, t *testing.T, env *environment) {}
