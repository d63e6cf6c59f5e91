package e2e

import (
	"slices"
	"strings"
	"testing"
)

// TestSecurityPage checks that docs/security.md has a row for each attempt, in the order of the table, and no other.
func TestSecurityPage(t *testing.T) {
	t.Parallel()
	var refused, open []string
	for _, attempt := range attempts() {
		if attempt.by == "" {
			open = append(open, attempt.name)
		} else {
			refused = append(refused, attempt.name+" | "+attempt.by)
		}
	}
	page := read(t, repository, "docs", "security.md")
	if got := rows(page, "## What was tried"); !slices.Equal(got, refused) {
		t.Errorf("docs/security.md says of what was tried:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(refused, "\n"))
	}
	var names []string
	for _, row := range rows(page, "## What is open") {
		name, how, _ := strings.Cut(row, " | ")
		if how == "" {
			t.Errorf("docs/security.md does not say how to close %q", name)
		}
		names = append(names, name)
	}
	if !slices.Equal(names, open) {
		t.Errorf("docs/security.md says of what is open:\n%s\nwant:\n%s", strings.Join(names, "\n"), strings.Join(open, "\n"))
	}
}

// rows returns the rows of the table below a heading, without its head.
func rows(page, heading string) []string {
	_, section, _ := strings.Cut(page, heading+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var rows []string
	for line := range strings.Lines(section) {
		if row, ok := strings.CutPrefix(strings.TrimSpace(line), "| "); ok {
			rows = append(rows, strings.TrimSuffix(row, " |"))
		}
	}
	if len(rows) < 2 {
		return nil
	}
	return rows[2:]
}
