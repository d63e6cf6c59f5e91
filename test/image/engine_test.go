package image_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const (
	repository = "../.."
	plain      = "localhost/fivefold-test/fivefold:1.0.0"
	derived    = "localhost/fivefold-test/acme:1.0.0"
	revision   = "0123456789abcdef0123456789abcdef01234567"
)

// prepare puts a docker that works, kustomize and fivefold into bin, builds both images, and returns the environment to
// run things in.
func prepare(bin string) ([]string, error) {
	env := append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "FIVEFOLD_PLATFORM=")
	more, err := engine(bin)
	if err != nil {
		return nil, err
	}
	env = append(env, more...)
	for _, step := range []struct {
		dir  string
		args []string
	}{
		{repository, []string{"go", "build", "-o", filepath.Join(bin, "fivefold"), "./krmfn"}},
		{"../kustomize", []string{"go", "build", "-o", filepath.Join(bin, "kustomize"), "sigs.k8s.io/kustomize/kustomize/v5"}},
		{repository, []string{"make", "image", "IMAGE=" + plain, "VERSION=1.0.0", "REVISION=" + revision}},
		{repository + "/examples/platform-image", []string{"docker", "build", "-q", "-t", derived, "-f", "-", "."}},
	} {
		command := exec.Command(step.args[0], step.args[1:]...)
		if step.args[0] == "docker" {
			command.Path = filepath.Join(bin, "docker")
			dockerfile, err := os.ReadFile(filepath.Join(step.dir, "Dockerfile"))
			if err != nil {
				return nil, err
			}
			local := bytes.Replace(dockerfile, []byte("ghcr.io/fivefold-dev/fivefold:v0.1.0"), []byte(plain), 1)
			if bytes.Equal(local, dockerfile) {
				return nil, errors.New("examples/platform-image/Dockerfile is not FROM the released image")
			}
			command.Stdin = bytes.NewReader(local)
		}
		command.Dir, command.Env = step.dir, env
		if output, err := command.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%v: %w\n%s", step.args, err, output)
		}
	}
	return env, nil
}

// engine makes bin/docker: the docker that is there, if it has an engine, and else podman under its name, which Debian
// packages. It returns what podman needs in the environment.
func engine(bin string) ([]string, error) {
	if docker, err := exec.LookPath("docker"); err == nil && exec.Command(docker, "version").Run() == nil {
		return nil, os.Symlink(docker, filepath.Join(bin, "docker"))
	}
	podman, err := exec.LookPath("podman")
	if err != nil {
		if podman, err = installPodman(); err != nil {
			return nil, err
		}
	}
	shim := fmt.Sprintf("#!/bin/sh\nexec %s \"$@\"\n", podman)
	if err := os.WriteFile(filepath.Join(bin, "docker"), []byte(shim), 0o755); err != nil {
		return nil, err
	}
	// Within a container or without systemd, podman's defaults ask for what is not there.
	config := filepath.Join(bin, "containers.conf")
	const text = `[containers]
default_ulimits=["nofile=1024:1024","nproc=1024:1024"]
[engine]
runtime="runc"
cgroup_manager="cgroupfs"
`
	return []string{"CONTAINERS_CONF=" + config}, os.WriteFile(config, []byte(text), 0o644)
}

func installPodman() (string, error) {
	const advice = "no Docker engine answers and there is no podman: start Docker, or install podman and runc"
	apt, err := exec.LookPath("apt-get")
	if err != nil || os.Getuid() != 0 {
		return "", errors.New(advice)
	}
	for _, args := range [][]string{{"update"}, {"install", "-y", "podman", "runc"}} {
		install := exec.Command(apt, args...)
		install.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if output, err := install.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: apt-get %v: %w\n%s", advice, args, err, output)
		}
	}
	return exec.LookPath("podman")
}
