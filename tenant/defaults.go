package tenant

import (
	_ "embed"
	"sync"

	"github.com/fivefold-dev/fivefold/internal/manifest"
)

//go:embed defaults.yaml
var defaultsYAML []byte

// Defaults returns the lowest layer of every tenant, as commented YAML with the fields of a [Spec].
func Defaults() []byte {
	return append([]byte(nil), defaultsYAML...)
}

// defaultsTree reads the embedded file once; nothing changes the tree afterwards.
var defaultsTree = sync.OnceValues(func() (any, error) { return manifest.DecodeYAML(defaultsYAML) })
