package image_test

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMain(m *testing.M) {
	os.Exit(runWithImages(m))
}

func runWithImages(m *testing.M) int {
	bin, err := os.MkdirTemp("", "fivefold-image-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(bin)
	env, err := prepare(bin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		if err := os.Setenv(name, value); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return m.Run()
}

// result is what a command printed, and how it ended.
type result struct {
	stdout, stderr string
	code           int
}

func command(t testing.TB, stdin string, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	run := exec.Command(args[0], args[1:]...)
	run.Stdin, run.Stdout, run.Stderr = strings.NewReader(stdin), &stdout, &stderr
	var failed *exec.ExitError
	if err := run.Run(); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return result{stdout.String(), stderr.String(), run.ProcessState.ExitCode()}
}

// kustomization writes a folder of files, and returns it. FUNCTION in them stands for the content of a function
// annotation.
func kustomization(t testing.TB, function string, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "FUNCTION", function)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	inExec      = `exec: {path: fivefold}`
	inContainer = `container: {image: "` + plain + `"}`
	inDerived   = `container: {image: "` + derived + `"}`
)

func build(t testing.TB, dir string) result {
	t.Helper()
	return command(t, "", "kustomize", "build", "--enable-alpha-plugins", "--enable-exec", dir)
}

const verified = `
  source:
    url: oci://registry.example.org/acme/shop
    ref: {tag: 1.0.0}
    verify: {secretRef: {name: keys}}
`

// tenant is a declaration that needs no Platform.
func tenant(name, annotations string) string {
	return "apiVersion: fivefold.dev/v1alpha1\nkind: Tenant\nmetadata:\n  name: " + name + "\n" + annotations + "spec:" + verified
}

const annotated = "  annotations:\n    config.kubernetes.io/function: 'FUNCTION'\n"

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}

// modes are the ways to name the function in a kustomization, all for the same two tenants.
func modes() map[string]map[string]string {
	const fifo = "sortOptions: {order: fifo}\n"
	return map[string]map[string]string{
		"inline generator": {
			"kustomization.yaml": fifo + "generators:\n- |\n" + indent(tenant("lab", annotated)) + "- |\n" + indent(tenant("shop", annotated)),
		},
		"directory of generators": {
			"kustomization.yaml": fifo + "generators: [tenants]\n",
			"tenants/kustomization.yaml": "resources: [lab.yaml, shop.yaml]\npatches:\n- target: {kind: Tenant}\n  patch: |\n" +
				indent("apiVersion: fivefold.dev/v1alpha1\nkind: Tenant\nmetadata:\n  name: any\n"+annotated),
			"tenants/lab.yaml":  tenant("lab", ""),
			"tenants/shop.yaml": tenant("shop", ""),
		},
		"transformer": {
			"kustomization.yaml": fifo + "resources: [lab.yaml, shop.yaml]\ntransformers: [platform.yaml]\n",
			"lab.yaml":           tenant("lab", ""),
			"shop.yaml":          tenant("shop", ""),
			"platform.yaml":      "apiVersion: fivefold.dev/v1alpha1\nkind: Platform\nmetadata:\n  name: acme\n" + annotated,
		},
	}
}

// TestContainerIsLikeExec runs every mode in both ways, and without kustomize: the same bytes come out.
func TestContainerIsLikeExec(t *testing.T) {
	rendered := command(t, tenant("lab", "")+"---\n"+tenant("shop", ""), "fivefold", "render", "-")
	if rendered.code != 0 {
		t.Fatal(rendered.stderr)
	}
	for name, files := range modes() {
		t.Run(name, func(t *testing.T) {
			for _, function := range []string{inExec, inContainer} {
				got := build(t, kustomization(t, function, files))
				if got.code != 0 {
					t.Fatalf("%s: exit code %d:\n%s", function, got.code, got.stderr)
				}
				if diff := cmp.Diff(rendered.stdout, got.stdout); diff != "" {
					t.Errorf("%s differs from render (-render +kustomize):\n%s", function, diff)
				}
			}
		})
	}
}

// TestContainerFailsLikeExec gives every mode two faults.
func TestContainerFailsLikeExec(t *testing.T) {
	for name, files := range modes() {
		t.Run(name, func(t *testing.T) {
			wrong := map[string]string{}
			for file, text := range files {
				text = strings.ReplaceAll(text, "ref: {tag: 1.0.0}", "ref: {tagg: 1.0.0}")
				wrong[file] = strings.ReplaceAll(text, "acme/shop", "Acme/shop")
			}
			viaExec, viaContainer := build(t, kustomization(t, inExec, wrong)), build(t, kustomization(t, inContainer, wrong))
			if viaExec.code == 0 || viaContainer.code != viaExec.code {
				t.Errorf("exit codes %d and %d", viaExec.code, viaContainer.code)
			}
			if viaExec.stdout != "" || viaContainer.stdout != "" {
				t.Error("output together with an error")
			}
			findings := ours(viaExec.stderr)
			if len(findings) < 2 {
				t.Errorf("%d findings, want one for each fault:\n%s", len(findings), viaExec.stderr)
			}
			if diff := cmp.Diff(findings, ours(viaContainer.stderr)); diff != "" {
				t.Errorf("the findings differ (-exec +container):\n%s", diff)
			}
		})
	}
}

// ours are the lines that Fivefold wrote, among kustomize's.
func ours(stderr string) []string {
	var lines []string
	for line := range strings.SplitSeq(stderr, "\n") {
		if strings.HasPrefix(line, "Tenant ") || strings.HasPrefix(line, "warning: ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestPlatformImage builds the example of a platform's own image as it stands, but for the names of the images.
func TestPlatformImage(t *testing.T) {
	const example = repository + "/examples/platform-image"
	text := readFile(t, example+"/kustomization.yaml")
	local := strings.Replace(text, "registry.example.org/acme/fivefold:1.0.0", derived, 1)
	if local == text {
		t.Fatal("the example names another image")
	}
	got := build(t, kustomization(t, "", map[string]string{"kustomization.yaml": local}))
	if got.code != 0 {
		t.Fatal(got.stderr)
	}
	t.Setenv("FIVEFOLD_PLATFORM", example+"/platform.yaml")
	rendered := command(t, "", "fivefold", "render", example+"/kustomization.yaml")
	if diff := cmp.Diff(rendered.stdout, got.stdout); diff != "" || got.stdout == "" {
		t.Errorf("differs from render (-render +kustomize):\n%s", diff)
	}
	if !strings.Contains(got.stdout, "name: tenant-edit") {
		t.Error("the conventions of the image's Platform do not hold")
	}
	overridden := build(t, kustomization(t, inDerived, modes()["transformer"]))
	if overridden.code != 0 || !strings.Contains(overridden.stderr, "takes the place of the one that FIVEFOLD_PLATFORM names") {
		t.Errorf("a Platform under transformers: replaces the image's without a word:\n%s", overridden.stderr)
	}
}

// TestRenovate applies the example's rule to the example's annotation, and to one in block style with a digest.
func TestRenovate(t *testing.T) {
	const example = repository + "/examples/platform-image"
	var config struct {
		CustomManagers []struct{ MatchStrings []string }
	}
	if err := json.Unmarshal([]byte(readFile(t, example+"/renovate.json")), &config); err != nil {
		t.Fatal(err)
	}
	rule := regexp.MustCompile(config.CustomManagers[0].MatchStrings[0])
	const digest = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	for text, want := range map[string][]string{
		readFile(t, example+"/kustomization.yaml"): {"registry.example.org/acme/fivefold", "1.0.0", ""},
		"    config.kubernetes.io/function: |\n      container:\n        image: r.example.org:5000/acme/fivefold:1.2.3@" + digest + "\n": {
			"r.example.org:5000/acme/fivefold", "1.2.3", digest},
	} {
		match := rule.FindStringSubmatch(text)
		if match == nil || !slices.Equal(match[1:], want) {
			t.Errorf("found %q, want %q", match, want)
		}
	}
}

// TestImage looks into the image.
func TestImage(t *testing.T) {
	var images []struct {
		Config struct {
			User       string
			Entrypoint []string
			Cmd        []string
			Env        []string
			Labels     map[string]string
		}
	}
	if err := json.Unmarshal([]byte(command(t, "", "docker", "image", "inspect", plain).stdout), &images); err != nil {
		t.Fatal(err)
	}
	config := images[0].Config
	if !regexp.MustCompile(`^[1-9][0-9]*(:[1-9][0-9]*)?$`).MatchString(config.User) {
		t.Errorf("user %q, want a number that is not root's", config.User)
	}
	if !slices.Equal(config.Entrypoint, []string{"/fivefold"}) || len(config.Cmd) > 0 {
		t.Errorf("entrypoint %q and command %q", config.Entrypoint, config.Cmd)
	}
	for label, want := range map[string]string{
		"source": "https://github.com/fivefold-dev/fivefold", "version": "1.0.0", "revision": revision, "licenses": "Apache-2.0",
	} {
		if got := config.Labels["org.opencontainers.image."+label]; got != want {
			t.Errorf("label %s is %q, want %q", label, got, want)
		}
	}
	want := []string{"etc/group", "etc/passwd", "fivefold", "licenses/LICENSE", "platform.yaml"}
	if diff := cmp.Diff(want, content(t)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// content lists the files of the image that a run could see, but for those that the engine mounts.
func content(t *testing.T) []string {
	t.Helper()
	id := strings.TrimSpace(command(t, "", "docker", "create", plain).stdout)
	defer command(t, "", "docker", "rm", id)
	exported := command(t, "", "docker", "export", id)
	if exported.code != 0 {
		t.Fatal(exported.stderr)
	}
	var files []string
	archive := tar.NewReader(strings.NewReader(exported.stdout))
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if header.Typeflag == tar.TypeReg && header.Size > 0 {
			files = append(files, strings.TrimPrefix(header.Name, "./"))
		}
	}
	slices.Sort(files)
	return files
}

// TestNothingIsNeeded takes away what a container can be without.
func TestNothingIsNeeded(t *testing.T) {
	got := command(t, tenant("shop", ""), "docker", "run", "--rm", "-i", "--network=none", "--read-only", "--cap-drop=ALL",
		"--security-opt=no-new-privileges", "--user=nobody", "--memory=256m", "--pids-limit=64", plain, "render", "-")
	want := command(t, tenant("shop", ""), "fivefold", "render", "-")
	if got.code != 0 || got.stdout != want.stdout {
		t.Errorf("exit code %d:\n%s\n%s", got.code, got.stderr, cmp.Diff(want.stdout, got.stdout))
	}
}

// TestKubectl runs the container under kubectl's kustomize, which has no exec functions.
func TestKubectl(t *testing.T) {
	if _, err := exec.LookPath("kubectl"); err != nil {
		t.Log("there is no kubectl: its kustomize is the module that the other tests run")
		return
	}
	want := build(t, kustomization(t, inExec, modes()["transformer"]))
	got := command(t, "", "kubectl", "kustomize", "--enable-alpha-plugins", kustomization(t, inContainer, modes()["transformer"]))
	if got.code != 0 || got.stdout != want.stdout {
		t.Errorf("exit code %d:\n%s\n%s", got.code, got.stderr, cmp.Diff(want.stdout, got.stdout))
	}
}

// TestBuildsAreReproducible builds the binary of the image twice, from copies of the sources in different folders.
func TestBuildsAreReproducible(t *testing.T) {
	var binaries []string
	for range 2 {
		dir := t.TempDir()
		if got := command(t, "", "git", "clone", "-q", repository, dir); got.code != 0 {
			t.Fatal(got.stderr)
		}
		if got := command(t, "", "make", "-C", dir, "bin/image/amd64/fivefold", "VERSION=1.0.0"); got.code != 0 {
			t.Fatal(got.stderr)
		}
		binaries = append(binaries, readFile(t, filepath.Join(dir, "bin/image/amd64/fivefold")))
	}
	if binaries[0] != binaries[1] {
		t.Error("two builds of one commit differ")
	}
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// BenchmarkStart compares the start of a container with that of the binary.
func BenchmarkStart(b *testing.B) {
	for name, args := range map[string][]string{
		"exec":      {"fivefold", "render", "-"},
		"container": {"docker", "run", "--rm", "-i", "--network=none", "--user=nobody", plain, "render", "-"},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if got := command(b, tenant("shop", ""), args...); got.code != 0 {
					b.Fatal(got.stderr)
				}
			}
		})
	}
}

// BenchmarkMemory reports the most memory that the binary holds for 1,000 tenants.
func BenchmarkMemory(b *testing.B) {
	var fleet strings.Builder
	for i := range 1_000 {
		fleet.WriteString("---\n" + tenant(fmt.Sprintf("tenant-%d", i), ""))
	}
	for b.Loop() {
		run := exec.Command("fivefold", "render", "-")
		run.Stdin = strings.NewReader(fleet.String())
		if err := run.Run(); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(peak(run.ProcessState))/(1<<20), "MiB-peak")
	}
}
