package e2e

import (
	"context"
	"testing"
)

func testAdmission(ctx context.Context, t *testing.T, env *environment) {}
