package e2e

import (
	"context"
	"testing"
)

func testHandover(ctx context.Context, t *testing.T, env *environment) {}
