package e2e

import (
	"context"
	"testing"
)

func testFaults(ctx context.Context, t *testing.T, env *environment) {}
