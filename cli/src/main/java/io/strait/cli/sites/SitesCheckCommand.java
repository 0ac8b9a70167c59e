package io.strait.cli.sites;

import io.strait.kind.run.ExitCode;
import io.strait.kind.run.Version;
import io.strait.launch.site.BundleCache;
import io.strait.launch.site.RemoteSite;
import io.strait.launch.site.SiteCheck;
import io.strait.model.Cluster;
import io.strait.model.Start;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.transport.Folders;
import io.strait.view.Style;
import io.strait.view.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait sites check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Tries every site of a grid before anything is spent: login, engine and partition, disk,"
          + " clock, what would be installed, the way home. The exit code is 1 if something is"
          + " wrong.",
    },
    footer = {"", "Examples:", "  strait sites check grid.yaml"})
final class SitesCheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "GRID", description = "A grid file.")
  private Path grid = Path.of("");

  @Override
  public Integer call() throws IOException {
    var clusters = sites(grid);
    var table = new Table("site", "tried", "found", "to mend it");
    boolean isGood = true;
    var sockets = Files.createTempDirectory("strait-");
    try {
      for (var cluster : clusters) {
        for (var host : entries(cluster)) {
          for (var finding : check(cluster, host, sockets)) {
            table.row(
                cluster.start() != null && cluster.start().isPerHost() ? host : cluster.name(),
                (finding.isGood() ? "" : "! ") + finding.what(),
                finding.found(),
                finding.mend());
            isGood &= finding.isGood();
          }
        }
      }
    } finally {
      Folders.delete(sockets);
    }
    spec.commandLine().getOut().print(table.print(new Style(false)));
    return isGood ? ExitCode.DONE : ExitCode.FAILED;
  }

  /** The clusters of a grid file that say how they are started. */
  static List<Cluster> sites(Path grid) {
    return sites(Document.read(grid), grid);
  }

  /**
   * The clusters of a grid that say how they are started.
   *
   * @param file where it stands, for people
   */
  static List<Cluster> sites(Document grid, Path file) {
    var clusters =
        GridFile.read(grid).clusters().stream().filter(cluster -> cluster.start() != null).toList();
    if (clusters.isEmpty()) {
      throw new UsageException(
          "%s: no cluster has start, expected start: {ssh: HOST, …} in one".formatted(file));
    }
    return clusters;
  }

  /** The hosts where commands are run: one for all, or each. */
  static List<String> entries(Cluster cluster) {
    @Nullable Start start = cluster.start();
    var hosts = new ArrayList<String>();
    for (var group : cluster.hosts()) {
      for (int i = 0; i < group.size(); i++) {
        hosts.add(group.hostName(i));
      }
    }
    return start != null && start.isPerHost() ? hosts : hosts.subList(0, 1);
  }

  private static List<SiteCheck.Finding> check(Cluster cluster, String host, Path sockets)
      throws IOException {
    @Nullable Start start = cluster.start();
    if (start == null) {
      return List.of();
    }
    try (var site = new RemoteSite(cluster.name(), start, host, sockets)) {
      return new SiteCheck(site, start).run(new BundleCache(Version.word()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new ArrayList<>();
    }
  }
}
