package io.strait.cli.sites;

import io.strait.kind.run.ExitCode;
import io.strait.launch.engine.SlurmOffers;
import io.strait.launch.site.RemoteSite;
import io.strait.model.Start;
import io.strait.transport.Folders;
import io.strait.view.Style;
import io.strait.view.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
    boolean isGood = true;
    var sockets = Files.createTempDirectory("strait-");
    try {
      for (var cluster : SitesCheckCommand.sites(grid)) {
        @Nullable Start start = cluster.start();
        if (start == null || !(start.engine() instanceof Start.Slurm slurm)) {
          continue;
        }
        var host = cluster.hosts().getFirst().hostName(0);
        try (var site = new RemoteSite(cluster.name(), start, host, sockets)) {
          site.open();
          for (var offer : SlurmOffers.ask(site.shell(), slurm.partition())) {
            table.row(
                cluster.name(),
                offer.what(),
                Integer.toString(offer.nodes()),
                Integer.toString(offer.idle()),
                Integer.toString(offer.cores()),
                Integer.toString(offer.idleCores()),
                offer.limit(),
                Integer.toString(offer.waiting()));
          }
        } catch (IOException e) {
          isGood = false;
          spec.commandLine()
              .getErr()
              .println("strait: %s: %s".formatted(cluster.name(), e.getMessage()));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return ExitCode.FAILED;
        }
      }
    } finally {
      Folders.delete(sockets);
    }
    spec.commandLine().getOut().print(table.print(new Style(false)));
    return isGood ? ExitCode.DONE : ExitCode.FAILED;
  }
}
