package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/tenant"
)

// runCheck reads what kustomize printed and fails where a function was skipped on the way: kustomize does so in silence
// when a flag is missing, and what it then prints would delete every tenant.
func runCheck(args []string, stdin io.Reader, stdout, stderr io.Writer, platformFile string) int {
	var expected []string
	flags := flag.NewFlagSet("fivefold check", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Func("expect", "a file or directory whose declarations must be in the stream; may be repeated", func(path string) error {
		expected = append(expected, path)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "fivefold check reads stdin; found the argument %q: write --expect %s\n", flags.Arg(0), flags.Arg(0))
		return 2
	}
	stream, found := load([]string{"-"}, stdin)
	found = append(found, unexpanded(stream)...)
	declarations := 0
	if len(expected) > 0 {
		entries, findings := declared(expected, platformFile)
		found = append(found, findings...)
		found = append(found, absent(entries, stream)...)
		declarations = len(entries)
	}
	if report(stderr, found).HasErrors() {
		return 1
	}
	return write(stdout, stderr, fmt.Appendf(nil, "%d resources, nothing unexpanded, all of %d declarations there\n", len(stream), declarations))
}

// unexpanded finds what a function should have replaced, and a stream in which there is nothing at all.
func unexpanded(stream []resource) fivefold.Findings {
	const advice = "run kustomize build with --enable-alpha-plugins, and with --enable-exec where the function is a binary"
	if len(stream) == 0 {
		return fivefold.Findings{{Severity: fivefold.Error, Kind: "stdin",
			Format: "holds no resources: applied with pruning, this would delete everything; " + advice}}
	}
	var found fivefold.Findings
	for _, r := range stream {
		if r.isOurs() {
			found = append(found, r.errorf("", "is not expanded, which no cluster understands; "+advice))
		}
	}
	return found
}

// declared expands the declarations of files and directories, as render does.
func declared(paths []string, platformFile string) ([]entry, fivefold.Findings) {
	resources, found := load(paths, strings.NewReader(""))
	resources, conventions, findings := separate(resources, platformFile)
	found = append(found, findings...)
	entries, findings := expand(resources, conventions)
	found = append(found, findings...)
	var kept []entry
	for _, e := range entries {
		if e.resource.isOurs() {
			kept = append(kept, e)
		}
	}
	if len(kept) == 0 {
		found = append(found, fivefold.Finding{Severity: fivefold.Error, Kind: strings.Join(paths, ", "),
			Format: "declares nothing; name files or directories with a Tenant or WebApp of " + tenant.APIVersion})
	}
	return kept, found
}

// absent finds declarations whose objects are not in a stream. One that is in the stream itself has been reported; a
// graph of which only some objects are missing may have been patched on purpose.
func absent(entries []entry, stream []resource) fivefold.Findings {
	there := map[id]bool{}
	for _, r := range stream {
		there[r.id()] = true
	}
	var found fivefold.Findings
	for _, e := range entries {
		var missing []string
		for _, o := range e.objects {
			if !there[o.id] {
				missing = append(missing, o.id.String())
			}
		}
		switch {
		case len(missing) == 0, there[e.resource.id()]:
		case len(missing) == len(e.objects):
			found = append(found, e.resource.errorf("", "is declared%s, and none of its %d objects is in the stream: applied with pruning, this would "+
				"delete them; run the function on it, or drop the declaration", in(e.resource), len(missing)))
		default:
			found = append(found, e.resource.warnf("lacks the %s in the stream; patch it back, if that was not meant", strings.Join(missing, " and the ")))
		}
	}
	return found
}
