// Command fivefold expands Tenants and WebApps into the objects that they stand for. Without arguments it is a KRM
// function, which kustomize and kpt run; "fivefold render" does the same for files.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"github.com/fivefold-dev/fivefold/tenant"
	"github.com/fivefold-dev/fivefold/webapp"
)

const usage = `Fivefold turns short Tenants and WebApps into all objects that a shared Flux cluster needs for them.

Usage:
  fivefold                    read a ResourceList from stdin and write one to stdout, as kustomize and kpt run it
  fivefold render PATH...     write the objects of the declarations in files and directories; - is stdin
  fivefold check [--expect PATH]...
                              read what kustomize printed from stdin, and fail where a function was skipped
  fivefold defaults [tenant|webapp]
                              print what a declaration gets where neither it nor the Platform says otherwise
  fivefold version            print the version

Environment:
  FIVEFOLD_PLATFORM           path of a file with the Platform, where the input names none

Exit code 1: the input is wrong, and nothing is on stdout. Exit code 2: the command line is wrong.
`

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv(platformVariable)))
}

// run is the whole program. PlatformFile is the path of the Platform's file, or "".
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, platformFile string) int {
	if len(args) == 0 {
		return runFunction(stdin, stdout, stderr, platformFile)
	}
	command, rest := args[0], args[1:]
	switch {
	case command == "render" && len(rest) > 0 && rest[0] != "-h" && rest[0] != "--help":
		return runRender(rest, stdin, stdout, stderr, platformFile)
	case command == "check":
		return runCheck(rest, stdin, stdout, stderr, platformFile)
	case command == "defaults" && len(rest) == 0:
		return write(stdout, stderr, allDefaults())
	case command == "defaults" && len(rest) == 1 && rest[0] == "tenant":
		return write(stdout, stderr, tenant.Defaults())
	case command == "defaults" && len(rest) == 1 && rest[0] == "webapp":
		return write(stdout, stderr, webapp.Defaults())
	case command == "version" && len(rest) == 0:
		return write(stdout, stderr, []byte(version()+"\n"))
	case command == "help" || command == "-h" || command == "--help":
		return write(stdout, stderr, []byte(usage))
	}
	fmt.Fprint(stderr, usage)
	return 2
}

// allDefaults returns the lowest layer of each kind as a document of its own.
func allDefaults() []byte {
	return slices.Concat([]byte("# spec of a Tenant\n"), tenant.Defaults(), []byte("---\n# spec of a WebApp\n"), webapp.Defaults())
}

// write writes the whole output at once, so that there is either all of it or a failure.
func write(stdout, stderr io.Writer, output []byte) int {
	if _, err := stdout.Write(output); err != nil {
		fmt.Fprintf(stderr, "writing the output: %s\n", err)
		return 1
	}
	return 0
}

// release is the version that a release build sets with the linker.
var release string //nolint:gochecknoglobals // the linker can set nothing else

// version is the release, or else the version of the module that the binary was built from.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "unknown"
	}
	return info.Main.Version
}
