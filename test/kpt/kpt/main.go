// Command kpt is kpt with its fn commands only. The whole of kpt does not build from modules, since its rollouts need one
// that is not served; fn is the part that runs functions.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/kptdev/kpt/commands/fn"
	"github.com/kptdev/kpt/pkg/printer"
	"github.com/spf13/cobra"
)

func main() {
	ctx := printer.WithContext(context.Background(), printer.New(os.Stdout, os.Stderr))
	root := &cobra.Command{Use: "kpt", SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(fn.GetCommand(ctx, "kpt"))
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
