package tenant

import (
	"fmt"
	"testing"
)

// TestShardMovesFew checks rendezvous hashing's two promises: tenants spread evenly, and a further shard takes its share
// from all others while nothing else moves.
func TestShardMovesFew(t *testing.T) {
	const tenants = 20_000
	for shards := 1; shards <= 12; shards++ {
		moved, load := 0, make([]int, shards+2)
		for i := range tenants {
			name := fmt.Sprintf("tenant-%d", i)
			before, after := shard(name, shards), shard(name, shards+1)
			load[before]++
			if before != after {
				moved++
				if after != shards+1 {
					t.Fatalf("%s moves from shard %d to shard %d, which is not the new one", name, before, after)
				}
			}
		}
		if want := tenants / (shards + 1); moved < want*9/10 || moved > want*11/10 {
			t.Errorf("%d to %d shards: %d of %d tenants move, want about %d", shards, shards+1, moved, tenants, want)
		}
		for s := 1; s <= shards; s++ {
			if want := tenants / shards; load[s] < want*9/10 || load[s] > want*11/10 {
				t.Errorf("shard %d of %d has %d tenants, want about %d", s, shards, load[s], want)
			}
		}
	}
}

// TestShardIsStable pins assignments: a change of the hash would move every tenant of every fleet.
func TestShardIsStable(t *testing.T) {
	got := ""
	for _, name := range []string{"shop", "lab", "party", "coaching", "countdown"} {
		got += fmt.Sprint(shard(name, 4))
	}
	if want := "12241"; got != want {
		t.Errorf("shards %s, want %s", got, want)
	}
}
