package io.strait.cli.sites;

import io.strait.kind.run.ExitCode;
import io.strait.kind.run.Version;
import io.strait.launch.site.BundleCache;
import io.strait.launch.site.Cleaning;
import io.strait.launch.site.RemoteSite;
import io.strait.model.UsageException;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.Printable;
import io.strait.view.Style;
import io.strait.view.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait sites clean}. */
@Command(
    name = "clean",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes room at the sites of a grid: removes the versions of Strait that this one does not"
          + " use. What runs need that are not over stays, and so does what was installed within"
          + " the last hour.",
    },
    footer = {
      "",
      "Examples:",
      "  strait sites clean grid.yaml --dry-run        what would go",
      "  strait sites clean grid.yaml",
      "  strait sites clean grid.yaml --runs '30 d' --data"
    })
final class SitesCleanCommand implements Callable<Integer> {
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final int MOST_SHOWN = 60;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "GRID", description = "A grid file.")
  private Path grid = Path.of("");

  @Option(
      names = "--runs",
      paramLabel = "AGE",
      description = "Also scripts and outputs of runs that were over so long ago, such as '30 d'.")
  private @Nullable String runs;

  @Option(names = "--data", description = "Also data that are kept for the next run.")
  private boolean data;

  @Option(names = "--site", paramLabel = "CLUSTER", description = "Only this one.")
  private @Nullable String only;

  @Option(
      names = {"-n", "--dry-run"},
      description = "Remove nothing, and print what would be.")
  private boolean isTrial;

  @Override
  public Integer call() throws IOException {
    @Nullable Duration age = runs == null ? null : age(runs);
    var sites = GridSites.of(grid);
    var chosen = only == null ? sites : sites.only(only);
    var table = new Table("site", "what", " number", " size", isTrial ? "" : "removed");
    boolean isGood =
        chosen.forEach(
            spec.commandLine().getErr(),
            (site, start) -> {
              if (!site.isHere()) {
                clean(site, age, table);
              }
            });
    spec.commandLine().getOut().print(table.print(new Style(false)));
    return isGood ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static Duration age(String text) {
    try {
      var age = Durations.parse(text);
      if (age.compareTo(SHORTEST) >= 0) {
        return age;
      }
    } catch (QuantityException e) {
      // Said below.
    }
    throw new UsageException(
        "--runs '%s', expected an age of a minute or more, such as '30 d'"
            .formatted(Printable.line(text, MOST_SHOWN)));
  }

  private void clean(RemoteSite site, @Nullable Duration age, Table table)
      throws IOException, InterruptedException {
    site.open();
    var cleaning = new Cleaning(site, isTrial);
    add(table, site, "other versions", cleaning.versions(new BundleCache(Version.word())));
    if (age != null) {
      add(table, site, "runs", cleaning.runs(age));
    }
    if (data) {
      add(table, site, "data", cleaning.data());
    }
  }

  /** What goes, and what stays because it is in use. */
  private void add(Table table, RemoteSite site, String what, List<Cleaning.Found> all) {
    for (boolean isUsed : new boolean[] {false, true}) {
      var some = all.stream().filter(each -> each.isUsed() == isUsed).toList();
      if (!some.isEmpty() || !isUsed) {
        double bytes = some.stream().mapToDouble(each -> each.size().count()).sum();
        table.row(
            site.name(),
            what,
            Integer.toString(some.size()),
            "%.1f MB".formatted(bytes / 1e6),
            isUsed ? "no, in use" : isTrial ? "" : some.isEmpty() ? "" : "yes");
      }
    }
  }
}
