package io.strait.cli.sites;

import io.strait.kind.run.ExitCode;
import io.strait.launch.engine.SlurmOffers;
import io.strait.model.Start;
import io.strait.view.Style;
import io.strait.view.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait sites nodes}. */
@Command(
    name = "nodes",
    mixinStandardHelpOptions = true,
    description = "Shows what the engine of each site offers now: nodes, idle ones, the queue.",
    footer = {"", "Examples:", "  strait sites nodes grid.yaml"})
final class SitesNodesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "GRID", description = "A grid file.")
  private Path grid = Path.of("");

  @Override
  public Integer call() throws IOException {
    var table =
        new Table(
            "site", "partition", " nodes", " idle", " cores", " idle cores", " limit", " queued");
    boolean isGood =
        GridSites.of(grid)
            .forEach(
                spec.commandLine().getErr(),
                (site, start) -> {
                  if (start.engine() instanceof Start.Slurm slurm) {
                    site.open();
                    for (var offer : SlurmOffers.ask(site.shell(), slurm.partition())) {
                      table.row(
                          site.name(),
                          offer.what(),
                          Integer.toString(offer.nodes()),
                          Integer.toString(offer.idle()),
                          Integer.toString(offer.cores()),
                          Integer.toString(offer.idleCores()),
                          offer.limit(),
                          Integer.toString(offer.waiting()));
                    }
                  }
                });
    spec.commandLine().getOut().print(table.print(new Style(false)));
    return isGood ? ExitCode.DONE : ExitCode.FAILED;
  }
}
