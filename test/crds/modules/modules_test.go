package modules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDownload(t *testing.T) {
	t.Parallel()
	pinned, err := os.ReadFile("../modules.sum")
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/cloudnative-pg/plugin-barman-cloud "
	_, line, _ := strings.Cut(string(pinned), module)
	line, _, _ = strings.Cut(line, "\n")
	for _, test := range []struct{ name, text, want string }{
		{"right", module + line + "\n", ""},
		{"another checksum", module + strings.Replace(line, "h1:", "h1:A", 1) + "\n", "the checksum of"},
		{"no checksum", strings.TrimSpace(module) + " v0.15.0\n", "want a module, its version and its checksum"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "modules.sum")
			if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			modules, err := Download(t.Context(), file)
			switch {
			case test.want == "" && err != nil:
				t.Fatal(err)
			case test.want == "" && (len(modules) != 1 || modules[0].Dir == ""):
				t.Errorf("got %v", modules)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
