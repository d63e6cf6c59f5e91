// Package cluster brings up a Kubernetes control plane and Flux on loopback, as processes without containers.
//
// There are no nodes. Pods are created and stay Pending, until [Cluster.Admit] says that they run.
package cluster

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/fivefold-dev/fivefold/test/e2e/internal/process"
)

// Binaries are the paths of the programs.
type Binaries struct {
	Etcd, APIServer, ControllerManager, SourceController, KustomizeController, ExternalSecrets string
}

// Options say how to run them.
type Options struct {
	Binaries Binaries
	Dir      string   // for data and keys; empty, or with a saved etcd in it
	Logs     string   // directory
	Env      []string // of the Flux controllers
}

// Cluster is a running control plane.
type Cluster struct {
	Config *rest.Config // of an administrator

	options   Options
	token     map[string]string // by user
	etcdPort  int
	peerPort  int
	apiPort   int
	processes []*process.Process // in the order of their start
	apiserver *process.Process
}

// The users that the control plane knows by token. Flux's controllers are the service accounts that its installation makes.
const (
	admin               = "admin"
	sourceController    = "system:serviceaccount:flux-system:source-controller"
	kustomizeController = "system:serviceaccount:flux-system:kustomize-controller"
	externalSecrets     = "system:serviceaccount:external-secrets:external-secrets"
)

// controllers of the controller manager that the tests depend on: aggregated ClusterRoles, the Pods of Deployments, the end
// of Namespaces with volumes in them, quotas, and the disruption budgets that Flux waits for.
const controllers = "namespace-controller,serviceaccount-controller,root-ca-certificate-publisher-controller," +
	"clusterrole-aggregation-controller,garbage-collector-controller,deployment-controller,replicaset-controller," +
	"persistentvolumeclaim-protection-controller,resourcequota-controller,disruption-controller"

// Start brings up etcd, the API server and the controller manager. What was started is stopped again on an error.
func Start(ctx context.Context, options Options) (_ *Cluster, err error) {
	c := &Cluster{options: options, token: map[string]string{}}
	defer func() {
		if err != nil {
			c.Stop()
		}
	}()
	if c.etcdPort, err = freePort(); err != nil {
		return nil, err
	}
	if c.peerPort, err = freePort(); err != nil {
		return nil, err
	}
	if c.apiPort, err = freePort(); err != nil {
		return nil, err
	}
	if err := c.writeKeys(); err != nil {
		return nil, err
	}
	if err := os.WriteFile(c.file("audit.yaml"), []byte(auditPolicy), 0o600); err != nil {
		return nil, err
	}
	c.Config = c.config(admin)
	if err := c.startEtcd(ctx); err != nil {
		return nil, err
	}
	if err := c.StartAPIServer(ctx); err != nil {
		return nil, err
	}
	return c, c.startControllerManager()
}

// auditPolicy has the API server write down who wrote what, but not what it was.
const auditPolicy = `
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
  - level: None
    resources: [{group: "", resources: [events]}, {group: coordination.k8s.io}]
  - level: Metadata
    verbs: [create, update, patch, delete, deletecollection]
  - level: None
`

func (c *Cluster) file(name string) string { return filepath.Join(c.options.Dir, name) }

// writeKeys writes the API server's tokens and the key that it signs service accounts' tokens with.
func (c *Cluster) writeKeys() error {
	var lines strings.Builder
	for _, user := range []struct{ name, groups string }{
		{admin, "system:masters"},
		{sourceController, "system:serviceaccounts,system:serviceaccounts:flux-system"},
		{kustomizeController, "system:serviceaccounts,system:serviceaccounts:flux-system"},
		{externalSecrets, "system:serviceaccounts,system:serviceaccounts:external-secrets"},
	} {
		token := make([]byte, 16)
		if _, err := rand.Read(token); err != nil {
			return err
		}
		c.token[user.name] = hex.EncodeToString(token)
		fmt.Fprintf(&lines, "%s,%s,%s,%q\n", c.token[user.name], user.name, user.name, user.groups)
	}
	if err := os.WriteFile(c.file("tokens.csv"), []byte(lines.String()), 0o600); err != nil {
		return err
	}

	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	private := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	return os.WriteFile(c.file("service-account.key"), private, 0o600)
}

func (c *Cluster) config(user string) *rest.Config {
	return &rest.Config{
		Host:        fmt.Sprintf("https://127.0.0.1:%d", c.apiPort),
		BearerToken: c.token[user],
		// The server makes its certificate itself, at every start.
		TLSClientConfig: rest.TLSClientConfig{Insecure: true},
		QPS:             -1, // no limit: it is our own server
	}
}

// kubeconfig writes a file that makes a program that user.
func (c *Cluster) kubeconfig(name, user string) (string, error) {
	config := clientcmdapi.NewConfig()
	config.Clusters["e2e"] = &clientcmdapi.Cluster{Server: c.config(user).Host, InsecureSkipTLSVerify: true}
	config.AuthInfos["e2e"] = &clientcmdapi.AuthInfo{Token: c.token[user]}
	config.Contexts["e2e"] = &clientcmdapi.Context{Cluster: "e2e", AuthInfo: "e2e"}
	config.CurrentContext = "e2e"
	path := c.file(name + ".kubeconfig")
	return path, clientcmd.WriteToFile(*config, path)
}

func (c *Cluster) start(program process.Program) (*process.Process, error) {
	p, err := process.Start(program, c.options.Logs)
	if err == nil {
		c.processes = append(c.processes, p)
	}
	return p, err
}

func (c *Cluster) startEtcd(ctx context.Context) error {
	client, peer := fmt.Sprintf("http://127.0.0.1:%d", c.etcdPort), fmt.Sprintf("http://127.0.0.1:%d", c.peerPort)
	p, err := c.start(process.Program{Name: "etcd", Path: c.options.Binaries.Etcd, Args: []string{
		"--name=e2e", "--data-dir=" + c.file("etcd"), "--unsafe-no-fsync", "--log-level=warn",
		"--listen-client-urls=" + client, "--advertise-client-urls=" + client,
		"--listen-peer-urls=" + peer, "--initial-advertise-peer-urls=" + peer, "--initial-cluster=e2e=" + peer,
		// A saved data directory knows the member by the port of another run.
		"--force-new-cluster=" + fmt.Sprint(exists(c.file("etcd"))),
	}})
	if err != nil {
		return err
	}
	return waitForHTTP(ctx, p, http.DefaultClient, client+"/readyz")
}

// StartAPIServer starts the API server and waits until it is ready. The tests start it again after they have killed it.
func (c *Cluster) StartAPIServer(ctx context.Context) error {
	p, err := process.Start(process.Program{Name: "kube-apiserver", Path: c.options.Binaries.APIServer, Args: []string{
		fmt.Sprintf("--etcd-servers=http://127.0.0.1:%d", c.etcdPort),
		"--bind-address=127.0.0.1", fmt.Sprintf("--secure-port=%d", c.apiPort), "--cert-dir=" + c.file("certificates"),
		// There are no nodes that would have to reach it by an address of their network.
		"--advertise-address=192.0.2.1", "--external-hostname=127.0.0.1", "--endpoint-reconciler-type=none",
		"--authorization-mode=RBAC", "--token-auth-file=" + c.file("tokens.csv"),
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + c.file("service-account.key"),
		"--service-account-signing-key-file=" + c.file("service-account.key"),
		"--service-cluster-ip-range=10.0.0.0/24",
		"--audit-policy-file=" + c.file("audit.yaml"), "--audit-log-path=" + c.file("audit.log"),
		// Pod Security has to refuse privileged pods, not this flag.
		"--allow-privileged=true",
	}}, c.options.Logs)
	if err != nil {
		return err
	}
	c.apiserver = p
	client, err := rest.HTTPClientFor(c.config(admin))
	if err != nil {
		return err
	}
	return waitForHTTP(ctx, p, client, c.Config.Host+"/readyz")
}

// Certificate is the one, PEM, that the API server has made for itself.
func (c *Cluster) Certificate() ([]byte, error) {
	return os.ReadFile(filepath.Join(c.file("certificates"), "apiserver.crt"))
}

// KillAPIServer ends the API server as a crash would.
func (c *Cluster) KillAPIServer() { c.apiserver.Kill() }

func (c *Cluster) startControllerManager() error {
	kubeconfig, err := c.kubeconfig("kube-controller-manager", admin)
	if err != nil {
		return err
	}
	_, err = c.start(process.Program{Name: "kube-controller-manager", Path: c.options.Binaries.ControllerManager, Args: []string{
		"--kubeconfig=" + kubeconfig, "--controllers=" + controllers, "--leader-elect=false", "--secure-port=0",
		"--use-service-account-credentials=false", "--service-account-private-key-file=" + c.file("service-account.key"),
	}})
	return err
}

// StartControllers starts source-controller and kustomize-controller, with the flags of Flux's multi-tenancy lockdown, and
// External Secrets. Their CRDs, namespaces and rights have to be there.
func (c *Cluster) StartControllers(ctx context.Context) error {
	storage, err := freePort()
	if err != nil {
		return err
	}
	address := fmt.Sprintf("127.0.0.1:%d", storage)
	if err := os.MkdirAll(c.file("artifacts"), 0o755); err != nil {
		return err
	}
	// Retries of what has just been put right should not keep the tests waiting.
	flux := []string{"--events-addr=", "--watch-all-namespaces=true", "--min-retry-delay=250ms", "--max-retry-delay=5s"}
	for _, controller := range []struct {
		name, path, user string
		args             []string
		health           string // flag and path of its health
		healthPath       string
	}{
		{"source-controller", c.options.Binaries.SourceController, sourceController, append([]string{
			"--storage-path=" + c.file("artifacts"), "--storage-addr=" + address, "--storage-adv-addr=" + address}, flux...),
			"--health-addr", "/healthz"},
		{"kustomize-controller", c.options.Binaries.KustomizeController, kustomizeController, append([]string{
			"--no-cross-namespace-refs=true", "--no-remote-bases=true", "--default-service-account=default"}, flux...),
			"--health-addr", "/healthz"},
		{"external-secrets", c.options.Binaries.ExternalSecrets, externalSecrets, []string{
			"--enable-cluster-external-secret-reconciler=false", "--enable-cluster-push-secret-reconciler=false"},
			"--live-addr", "/healthz"},
	} {
		kubeconfig, err := c.kubeconfig(controller.name, controller.user)
		if err != nil {
			return err
		}
		port, err := freePort()
		if err != nil {
			return err
		}
		health := fmt.Sprintf("127.0.0.1:%d", port)
		p, err := c.start(process.Program{
			Name: controller.name,
			Path: controller.path,
			Args: append(controller.args, "--metrics-addr=0", "--enable-leader-election=false", "--concurrent=8", controller.health+"="+health),
			Env:  append([]string{"KUBECONFIG=" + kubeconfig, "RUNTIME_NAMESPACE=flux-system", "TMPDIR=" + c.options.Dir}, c.options.Env...),
		})
		if err != nil {
			return err
		}
		if err := waitForHTTP(ctx, p, http.DefaultClient, "http://"+health+controller.healthPath); err != nil {
			return err
		}
	}
	return nil
}

// Stop ends everything. The API server goes before etcd, without which it would hang.
func (c *Cluster) Stop() {
	for i, p := range slices.Backward(c.processes) {
		if i == 0 && c.apiserver != nil {
			c.apiserver.Kill()
		}
		p.Stop(5 * time.Second)
	}
}

// Lost returns the first process that has ended although nobody stopped it, or nil.
func (c *Cluster) Lost() error {
	for _, p := range append(c.processes, c.apiserver) {
		select {
		case <-p.Done():
			return fmt.Errorf("%s has ended: %w", p.Program.Name, p.Err())
		default:
		}
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close() //nolint:errcheck // nothing was written
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(port)
}

// waitForHTTP waits until the address answers with 200, and ends at once when the process does.
func waitForHTTP(ctx context.Context, p *process.Process, client *http.Client, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		if response, err := client.Do(request); err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-p.Done():
			return fmt.Errorf("%s has ended before it was ready: %w", p.Program.Name, p.Err())
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready: %w", p.Program.Name, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}
