package schema

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/fivefold-dev/fivefold/internal/upstream"
)

var (
	withoutUnit = regexp.MustCompile(`^[0-9]+$`)
	inDays      = regexp.MustCompile(`^([0-9]+)([dw])$`)
)

func (c *checker) duration(value any, path string, rule upstream.Rule) {
	switch v := value.(type) {
	case string:
		if c.rules {
			c.durationRule(v, path, rule)
			return
		}
		c.durationText(v, path)
	case json.Number:
		if v == "0" {
			c.wrongType(path, `found the number 0; write "0"`)
			return
		}
		c.wrongType(path, "found the number %s, which has no unit; write %s", v, withUnits(string(v)))
	default:
		c.wrongType(path, "found %s; write a duration such as 5m or 1h30m", Describe(value))
	}
}

func (c *checker) durationText(text, path string) {
	if strings.Contains(text, "${") {
		c.problem(path, "found %q; Flux substitutes ${…} in strings only: write a duration such as 5m", text)
		return
	}
	if withoutUnit.MatchString(text) && text != "0" {
		c.problem(path, "found %q, which has no unit; write %s", text, withUnits(text))
		return
	}
	if match := inDays.FindStringSubmatch(text); match != nil {
		hours := map[string]int{"d": 24, "w": 7 * 24}[match[2]]
		if count, err := strconv.Atoi(match[1]); err == nil && count < 100_000 {
			c.problem(path, "found %q: unknown unit %q; write %dh", text, match[2], count*hours)
			return
		}
	}
	duration, err := time.ParseDuration(text)
	if err != nil {
		c.problem(path, "found %q; write a duration such as 5m or 1h30m, with the units ms, s, m and h", text)
		return
	}
	if duration < 0 {
		c.problem(path, "found %q; a duration must be positive", text)
	}
}

// durationRule checks a duration against the CRD's pattern. The patterns of Flux differ in the units they allow.
func (c *checker) durationRule(text, path string, rule upstream.Rule) {
	if rule.Pattern == "" {
		return
	}
	duration, err := time.ParseDuration(text)
	if err != nil {
		return
	}
	if duration == 0 {
		c.problem(path, "found %q; a duration must be positive here", text)
		return
	}
	if matches(rule.Pattern, text) {
		return
	}
	units := "ms, s, m and h"
	if !strings.Contains(rule.Pattern, "|h)") {
		units = "ms, s and m"
	}
	c.problem(path, "found %q; the API allows the units %s here; write %s", text, units, inMinutes(duration))
}

// inMinutes writes a duration without hours and without anything below a millisecond.
func inMinutes(d time.Duration) string {
	d = max(d.Round(time.Millisecond), time.Millisecond)
	text := ""
	if minutes := d / time.Minute; minutes > 0 {
		text = fmt.Sprintf("%dm", minutes)
	}
	if seconds := d % time.Minute / time.Second; seconds > 0 {
		text += fmt.Sprintf("%ds", seconds)
	}
	if millis := d % time.Second / time.Millisecond; millis > 0 {
		text += fmt.Sprintf("%dms", millis)
	}
	return text
}

// withUnits suggests what a bare number may have meant: seconds, as most tools take it, and the same in larger units.
func withUnits(number string) string {
	seconds, err := strconv.Atoi(number)
	if err != nil || seconds <= 0 || seconds > 1_000_000 {
		return "a duration such as 5m"
	}
	plain := fmt.Sprintf("%ds", seconds)
	if seconds%60 == 0 {
		return plain + " or " + inMinutes(time.Duration(seconds)*time.Second)
	}
	return plain
}
