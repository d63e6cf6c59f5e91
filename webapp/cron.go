package webapp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// cronField is one field of a schedule.
type cronField struct {
	name        string
	least, most int
	names       []string // of the values from least on
}

// cronFields are the fields of a schedule, in the notation that CloudNativePG takes: seconds first. That of Kubernetes
// has all but the first.
func cronFields() []cronField {
	return []cronField{
		{"second", 0, 59, nil},
		{"minute", 0, 59, nil},
		{"hour", 0, 23, nil},
		{"day of the month", 1, 31, nil},
		{"month", 1, 12, []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}},
		{"day of the week", 0, 6, []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}},
	}
}

// cronFault says why a text is no schedule of so many fields, or "". The grammar is that of the parser that Kubernetes and
// CloudNativePG share: https://pkg.go.dev/github.com/robfig/cron/v3
func cronFault(schedule string, count int) string {
	if strings.HasPrefix(schedule, "TZ=") || strings.HasPrefix(schedule, "CRON_TZ=") {
		return "a schedule names no time zone; write it in a field of its own"
	}
	if duration, every := strings.CutPrefix(schedule, "@every "); every {
		if _, err := time.ParseDuration(duration); err != nil {
			return "@every has no duration; write one such as @every 1h"
		}
		return ""
	}
	if strings.HasPrefix(schedule, "@") {
		known := []string{"@annually", "@daily", "@hourly", "@midnight", "@monthly", "@weekly", "@yearly"}
		if !slices.Contains(known, schedule) {
			return "unknown; allowed: " + strings.Join(known, ", ")
		}
		return ""
	}
	parts := strings.Fields(schedule)
	if len(parts) != count {
		return fmt.Sprintf("it has %d fields, and wants %d", len(parts), count)
	}
	fields := cronFields()[len(cronFields())-count:]
	for i, part := range parts {
		for item := range strings.SplitSeq(part, ",") {
			if fault := fields[i].fault(item); fault != "" {
				return fmt.Sprintf("%s %q: %s", fields[i].name, part, fault)
			}
		}
	}
	return ""
}

// fault says why a text is no value, range or step of the field, or "".
func (f cronField) fault(item string) string {
	span, step, stepped := strings.Cut(item, "/")
	if n, err := strconv.Atoi(step); stepped && (err != nil || n < 1) {
		return "a step is a number of at least 1"
	}
	if span == "*" || span == "?" {
		return ""
	}
	from, to, ranged := strings.Cut(span, "-")
	low, ok := f.value(from)
	if !ok {
		return fmt.Sprintf("write %d to %d, or *", f.least, f.most)
	}
	if !ranged {
		return ""
	}
	high, ok := f.value(to)
	if !ok {
		return fmt.Sprintf("write %d to %d, or *", f.least, f.most)
	}
	if low > high {
		return "the range ends before it begins"
	}
	return ""
}

func (f cronField) value(text string) (int, bool) {
	if i := slices.Index(f.names, strings.ToLower(text)); i >= 0 {
		return f.least + i, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= f.least && n <= f.most
}
