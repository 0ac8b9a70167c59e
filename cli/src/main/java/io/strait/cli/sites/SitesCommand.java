package io.strait.cli.sites;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code strait sites}. */
@Command(
    name = "sites",
    mixinStandardHelpOptions = true,
    subcommands = {
      SitesCheckCommand.class,
      SitesNodesCommand.class,
      SitesLogCommand.class,
      SitesCleanCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    description = "Looks after the sites of a grid: the clusters that say how they are started.",
    footer = {
      "",
      "Examples:",
      "  strait sites check grid.yaml   tries each before a run",
      "  strait sites nodes grid.yaml   what each offers now",
      "  strait sites log runs/NAME     scripts and outputs of a run's jobs",
      "  strait sites clean grid.yaml   removes old versions there"
    })
public final class SitesCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "expected a command: check, nodes, log, clean");
  }
}
