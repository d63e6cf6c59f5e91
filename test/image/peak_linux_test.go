package image_test

import (
	"os"
	"syscall"
)

// peak returns the most bytes of memory that a process held.
func peak(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss * 1024
}
