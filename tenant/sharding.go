package tenant

import (
	"fmt"
	"hash/fnv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fivefold-dev/fivefold/internal/objectmeta"
)

// shardLabel is what Flux's controllers select their share of the objects by.
// https://fluxcd.io/flux/installation/configuration/sharding/
const shardLabel = "sharding.fluxcd.io/key"

// shardedMeta returns the metadata of a Flux object, with the label of the tenant's shard.
func (b builder) shardedMeta(name string, annotations map[string]string) metav1.ObjectMeta {
	meta := b.meta(name, annotations)
	if shards := value(b.spec.Sync.Sharding.Shards); shards > 0 {
		meta.Labels = objectmeta.Union(meta.Labels, map[string]string{shardLabel: fmt.Sprintf("shard%d", shard(b.name, shards))})
	}
	return meta
}

// shard returns the tenant's shard, from 1 to shards: the one whose hash together with the name is highest. When a shard
// is added, only those tenants move for which the new one is highest.
func shard(name string, shards int) int {
	best, highest := 1, uint64(0)
	for candidate := 1; candidate <= shards; candidate++ {
		if score := shardScore(name, candidate); score > highest {
			best, highest = candidate, score
		}
	}
	return best
}

// shardScore is a hash of name and shard. FNV alone hardly changes its high bits with the last bytes, so they are mixed
// once more, as MurmurHash3 does at its end.
func shardScore(name string, shard int) uint64 {
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%s/%d", name, shard)
	score := hash.Sum64()
	score ^= score >> 33
	score *= 0xff51afd7ed558ccd
	score ^= score >> 33
	score *= 0xc4ceb9fe1a85ec53
	return score ^ score>>33
}
