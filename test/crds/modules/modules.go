// Package modules finds files in Go modules that are downloaded but never compiled.
package modules

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Module is a module in the cache of the go command.
type Module struct{ Path, Version, Sum, Dir string }

// Pinned reads a file of modules with their versions and checksums, a line each, as in go.sum.
func Pinned(file string) ([]Module, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var pinned []Module
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			return nil, fmt.Errorf("%s: found %q; want a module, its version and its checksum", file, line)
		}
		pinned = append(pinned, Module{Path: fields[0], Version: fields[1], Sum: fields[2]})
	}
	return pinned, nil
}

// Download returns the modules that the file pins, in its order, and downloads those that are not there yet. Another checksum
// than the file's is an error.
func Download(ctx context.Context, file string) ([]Module, error) {
	pinned, err := Pinned(file)
	if err != nil {
		return nil, err
	}
	arguments := []string{"mod", "download", "-json"}
	for _, m := range pinned {
		arguments = append(arguments, m.Path+"@"+m.Version)
	}
	command := exec.CommandContext(ctx, "go", arguments...)
	command.Dir = os.TempDir() // where no go.mod has a say
	command.Env = append(os.Environ(), "GOWORK=off")
	output, commandErr := command.Output()
	found := map[string]Module{}
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var m struct {
			Module
			Error string
		}
		if err := decoder.Decode(&m); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, errors.Join(err, commandErr)
		}
		if m.Error != "" {
			return nil, fmt.Errorf("%s %s: %s", m.Path, m.Version, m.Error)
		}
		found[m.Path] = m.Module
	}
	if commandErr != nil {
		return nil, fmt.Errorf("go mod download: %w", commandErr)
	}
	for i, m := range pinned {
		if got := found[m.Path].Sum; got != m.Sum {
			return nil, fmt.Errorf("%s: the checksum of %s %s is %q, not %q", file, m.Path, m.Version, got, m.Sum)
		}
		pinned[i].Dir = found[m.Path].Dir
	}
	return pinned, nil
}
