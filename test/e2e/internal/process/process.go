// Package process runs programs that must not outlive the tests, whatever ends those.
package process

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// Program is what to run.
type Program struct {
	Name string // of its log
	Path string
	Args []string
	Env  []string // beside PATH and HOME
}

// Process is a program that runs, or did.
type Process struct {
	Program Program

	cmd  *exec.Cmd
	done chan struct{}
	err  error
}

// Start runs a program and appends what it writes to NAME.log in the directory logs.
func Start(program Program, logs string) (*Process, error) {
	log, err := os.OpenFile(filepath.Join(logs, program.Name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close() //nolint:errcheck // the process has its own descriptor

	cmd := exec.Command(program.Path, program.Args...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}, program.Env...)
	cmd.Stdout, cmd.Stderr = log, log
	// A process group of its own, so that ctrl-C reaches the tests alone, which then stop everything in order; and a signal
	// from the kernel should the tests be killed before they can.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}

	p := &Process{Program: program, cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The kernel sends that signal when the thread ends that started the process, so the thread has to stay.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			p.err = cmd.Wait()
			close(p.done)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start %s: %w", program.Name, err)
	}
	return p, nil
}

// Done is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err says how the process ended; it has a meaning once Done is closed.
func (p *Process) Err() error { return p.err }

// Kill ends the process as a crash would.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill()
	<-p.done
}

// Stop asks the process to end, and kills it when it has not after the grace period.
func (p *Process) Stop(grace time.Duration) {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(grace):
		p.Kill()
	}
}
