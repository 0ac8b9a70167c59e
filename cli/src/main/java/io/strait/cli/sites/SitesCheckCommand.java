package io.strait.cli.sites;

import io.strait.kind.run.ExitCode;
import io.strait.kind.run.Version;
import io.strait.launch.site.BundleCache;
import io.strait.launch.site.SiteCheck;
import io.strait.view.Style;
import io.strait.view.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
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
    var table = new Table("site", "tried", "found", "to mend it");
    var wrong = new AtomicBoolean();
    boolean isDone =
        GridSites.of(grid)
            .forEach(
                spec.commandLine().getErr(),
                (site, start) -> {
                  for (var finding :
                      new SiteCheck(site, start).run(new BundleCache(Version.word()))) {
                    table.row(
                        site.name(),
                        (finding.isGood() ? "" : "! ") + finding.what(),
                        finding.found(),
                        finding.mend());
                    wrong.compareAndSet(false, !finding.isGood());
                  }
                });
    spec.commandLine().getOut().print(table.print(new Style(false)));
    return isDone && !wrong.get() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
