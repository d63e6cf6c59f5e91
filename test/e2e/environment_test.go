package e2e

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	authenticationv1 "k8s.io/api/authentication/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"

	"github.com/fivefold-dev/fivefold/test/e2e/internal/binary"
	"github.com/fivefold-dev/fivefold/test/e2e/internal/cluster"
	"github.com/fivefold-dev/fivefold/test/e2e/internal/definitions"
	"github.com/fivefold-dev/fivefold/test/e2e/internal/network"
	"github.com/fivefold-dev/fivefold/test/e2e/internal/registry"
	"github.com/fivefold-dev/fivefold/test/e2e/internal/sigstore"
	"github.com/fivefold-dev/fivefold/test/e2e/internal/vault"
)

// repository is the root of the repository, seen from this directory.
const repository = "../.."

// environment is what the tests run in.
type environment struct {
	dir       string // with bin/fivefold and a copy of examples/ beside it, as in the repository
	kustomize string
	cluster   *cluster.Cluster
	client    *cluster.Client // of an administrator
	registry  *registry.Registry
	vault     *vault.Vault
	sigstore  *sigstore.Sigstore
	trusted   string // the Sigstore's trusted_root.json
}

// TestCluster runs everything on one cluster. The parts that share it run side by side, and the one that breaks it comes last.
func TestCluster(t *testing.T) {
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	env := start(ctx, t)
	t.Run("together", func(t *testing.T) {
		for _, part := range []struct {
			name string
			run  func(context.Context, *testing.T, *environment)
		}{
			{"admission", testAdmission},
			{"life", testLife},
			{"handover", testHandover},
			{"attacks", testAttacks},
			{"secrets", testSecrets},
		} {
			t.Run(part.name, func(t *testing.T) {
				t.Parallel()
				part.run(ctx, t, env)
			})
		}
	})
	t.Run("faults", func(t *testing.T) { testFaults(ctx, t, env) })
}

// start builds and starts everything, and has it stopped when the test is over.
func start(ctx context.Context, t *testing.T) *environment {
	t.Helper()
	begin := time.Now()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	cache = filepath.Join(cache, "fivefold", "e2e")
	logs, err := makeLogs(cache, begin)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { printLogs(t, logs) })

	env := &environment{dir: t.TempDir(), registry: registry.New(), vault: vault.New()}
	programs, err := env.build(ctx, cache, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("programs: %v", time.Since(begin).Round(10*time.Millisecond))

	begin = time.Now()
	crds, err := definitions.Load(ctx, "../crds/modules.sum")
	if err != nil {
		t.Fatal(err)
	}
	other, err := newElsewhere(ctx, filepath.Join(env.dir, "elsewhere"))
	if err != nil {
		t.Fatal(err)
	}
	hosts := map[string]http.Handler{registry.Host: env.registry, vault.Host: env.vault, elsewhere: other}
	net, err := network.Start(hosts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(net.Close)
	env.registry.Transport = net.Transport()
	if env.sigstore, err = sigstore.New(); err != nil {
		t.Fatal(err)
	}
	trusted, err := env.sigstore.TrustedRoot()
	if err != nil {
		t.Fatal(err)
	}
	env.trusted = string(trusted)
	proxied, err := net.Environment(filepath.Join(env.dir, "ca.pem"))
	if err != nil {
		t.Fatal(err)
	}

	options := cluster.Options{Binaries: programs, Dir: filepath.Join(env.dir, "cluster"), Logs: logs, Env: proxied}
	if err := os.MkdirAll(options.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := cluster.Seed(ctx, options, crds, cache, os.Stderr); err != nil {
		t.Fatal(err)
	}
	if env.cluster, err = cluster.Start(ctx, options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(env.cluster.Stop)
	if env.client, err = env.cluster.Client(); err != nil {
		t.Fatal(err)
	}
	if err := env.connectVault(); err != nil {
		t.Fatal(err)
	}
	env.installPlatform(ctx, t)
	if err := env.cluster.StartControllers(ctx); err != nil {
		t.Fatal(err)
	}
	pods, stopPods := context.WithCancel(ctx)
	t.Cleanup(stopPods)
	go env.cluster.RunPods(pods) //nolint:errcheck // it ends with the context
	t.Logf("cluster: %v", time.Since(begin).Round(10*time.Millisecond))
	return env
}

// build builds what the tests run. One build after the other: each uses all cores.
func (e *environment) build(ctx context.Context, cache string, progress io.Writer) (cluster.Binaries, error) {
	var paths cluster.Binaries
	for _, program := range []struct {
		path   *string
		binary binary.Binary
	}{
		{&paths.Etcd, binary.Binary{Name: "etcd", Module: ".", Package: "go.etcd.io/etcd/server/v3"}},
		{&paths.APIServer, binary.Binary{Name: "kube-apiserver", Module: ".", Package: "k8s.io/kubernetes/cmd/kube-apiserver"}},
		{&paths.ControllerManager, binary.Binary{Name: "kube-controller-manager", Module: ".", Package: "k8s.io/kubernetes/cmd/kube-controller-manager"}},
		{&paths.SourceController, binary.Binary{Name: "source-controller", Module: ".", Package: "github.com/fluxcd/source-controller"}},
		{&paths.KustomizeController, binary.Binary{Name: "kustomize-controller", Module: ".", Package: "github.com/fluxcd/kustomize-controller"}},
		{&paths.ExternalSecrets, binary.Binary{
			Name: "external-secrets", Module: "external-secrets", Package: "github.com/external-secrets/external-secrets",
			Replace: map[string]string{
				"pkg/provider/register/register.go":  "providers.go.txt",
				"pkg/generator/register/register.go": "generators.go.txt",
			},
		}},
	} {
		path, err := binary.Build(ctx, program.binary, cache, progress)
		if err != nil {
			return paths, err
		}
		*program.path = path
	}

	e.kustomize = filepath.Join(e.dir, "bin", "kustomize")
	if err := os.CopyFS(filepath.Join(e.dir, "examples"), os.DirFS(filepath.Join(repository, "examples"))); err != nil {
		return paths, err
	}
	var group errgroup.Group
	group.Go(func() error {
		return binary.Compile(ctx, binary.Binary{Name: "fivefold", Module: repository, Package: "./krmfn"}, e.fivefold())
	})
	group.Go(func() error {
		return binary.Compile(ctx, binary.Binary{
			Name: "kustomize", Module: "../kustomize", Package: "sigs.k8s.io/kustomize/kustomize/v5",
		}, e.kustomize)
	})
	return paths, group.Wait()
}

func (e *environment) fivefold() string { return filepath.Join(e.dir, "bin", "fivefold") }

// connectVault lets the Vault ask the API server whose a token is, as the real one does. A role is named as the tenant it is
// for, and reads and writes under that name alone; the platform's reads what is under platform.
func (e *environment) connectVault() error {
	client, err := kubernetes.NewForConfig(e.cluster.Config)
	if err != nil {
		return err
	}
	e.vault.Review = func(ctx context.Context, token string) (string, error) {
		review := &authenticationv1.TokenReview{Spec: authenticationv1.TokenReviewSpec{Token: token}}
		review, err := client.AuthenticationV1().TokenReviews().Create(ctx, review, metav1.CreateOptions{})
		if err != nil {
			return "", err
		}
		account, ok := strings.CutPrefix(review.Status.User.Username, "system:serviceaccount:")
		if !review.Status.Authenticated || !ok {
			return "", fmt.Errorf("not a service account: %q %s", review.Status.User.Username, review.Status.Error)
		}
		return account, nil
	}
	e.vault.Role = func(name string) (vault.Role, bool) {
		if name == "platform" {
			return vault.Role{ServiceAccount: "external-secrets:external-secrets", Prefixes: []string{"platform/"}}, true
		}
		return vault.Role{ServiceAccount: name + ":" + name, Prefixes: []string{"apps/" + name + "/"}}, true
	}
	config, err := e.registry.DockerConfig()
	e.vault.Put("platform/registry/pull", map[string]any{"dockerconfigjson": config})
	return err
}

// expand runs kustomize as a user would, with additional variables in its environment.
func (e *environment) expand(ctx context.Context, dir string, variables ...string) (string, error) {
	cmd := exec.CommandContext(ctx, e.kustomize, "build", "--enable-alpha-plugins", "--enable-exec", dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Env = append(os.Environ(), variables...)
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("kustomize build %s: %w\n%s", dir, err, &stderr)
	}
	return string(out), nil
}

// makeLogs makes a directory for the logs of this run, and removes those of runs a day ago.
func makeLogs(cache string, now time.Time) (string, error) {
	runs, err := filepath.Glob(filepath.Join(cache, "logs", "*"))
	if err != nil {
		return "", err
	}
	for _, run := range runs {
		if info, err := os.Stat(run); err == nil && now.Sub(info.ModTime()) > 24*time.Hour {
			if err := os.RemoveAll(run); err != nil {
				return "", err
			}
		}
	}
	logs := filepath.Join(cache, "logs", now.UTC().Format("20060102T150405.000"))
	return logs, os.MkdirAll(logs, 0o755)
}

// printLogs prints the end of every process's log when the test has failed.
func printLogs(t *testing.T, logs string) {
	if !t.Failed() {
		return
	}
	files, err := filepath.Glob(filepath.Join(logs, "*.log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		const most = 8000
		if len(content) > most {
			content = content[len(content)-most:]
		}
		t.Logf("the end of %s:\n%s", file, content)
	}
}
