package io.strait.cli.sites;

import io.strait.kind.run.ExitCode;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.Workers;
import io.strait.launch.shell.Shell;
import io.strait.launch.site.RemoteSite;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait sites log}. */
@Command(
    name = "log",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows the scripts of a run's jobs and gateways, and what they printed, as they are kept at"
          + " its sites.",
    },
    footer = {
      "",
      "Examples:",
      "  strait sites log runs/ep-20260101-120000           all of it",
      "  strait sites log runs/ep-20260101-120000 --list    which files there are",
      "  strait sites log runs/ep-20260101-120000 --site east --name gateway"
    })
final class SitesLogCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "The folder of the run.")
  private Path folder = Path.of("");

  @Option(names = "--list", description = "Only list the files: bytes and path.")
  private boolean list;

  @Option(names = "--site", paramLabel = "CLUSTER", description = "Only this one.")
  private @Nullable String only;

  @Option(
      names = "--name",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Only files whose names contain this, such as gateway or .log.")
  private String part = "";

  @Override
  public Integer call() throws IOException {
    var run = RunFolder.open(folder);
    var runs = names(run);
    var all = GridSites.of(grid(run), run.plan());
    var sites = only == null ? all : all.only(only);
    if (!part.matches("[A-Za-z0-9._-]*")) {
      throw new UsageException(
          "--name '%s', expected letters, digits, dots and dashes".formatted(part));
    }
    boolean isGood =
        sites.forEach(
            spec.commandLine().getErr(),
            (site, start) -> {
              site.open();
              for (var each : runs) {
                var name = site.name();
                print(
                    name,
                    site.shell()
                        .run(
                            script(site, each + "-" + name, each + "-*-" + name),
                            Shell.Input.NONE,
                            PATIENCE));
              }
            });
    return isGood ? ExitCode.DONE : ExitCode.FAILED;
  }

  /** The grid of the plan that the run follows. */
  private static Document grid(RunFolder run) {
    var plan = Document.read(run.plan());
    return new Document(
        plan.source(), Fields.any(plan, plan.root(), "the plan file").required("grid"));
  }

  /** The names of the run at sites: one, or one for each of its steps. */
  private List<String> names(RunFolder run) throws IOException {
    var names = new ArrayList<String>();
    add(names, run);
    var steps = folder.resolve("steps");
    if (Files.isDirectory(steps)) {
      try (var all = Files.newDirectoryStream(steps)) {
        for (var step : all) {
          if (Files.exists(step.resolve("run.json"))) {
            add(names, RunFolder.open(step));
          }
        }
      }
    }
    if (names.isEmpty()) {
      throw new UsageException(
          "%s was not at any site, expected a run on a grid whose clusters have start"
              .formatted(folder));
    }
    names.sort(null);
    return names;
  }

  private static void add(List<String> names, RunFolder run) throws IOException {
    var entries = run.read("run.json");
    @Nullable String name = entries.get("name");
    if (name != null && Workers.SITES.word().equals(entries.get("workers"))) {
      names.add(name);
    }
  }

  /** Prints the files, oldest first, each under a line with its name. */
  private String script(RemoteSite site, String run, String steps) {
    var each =
        list
            ? "echo \"$(wc -c < \"$f\") $PWD/$f\""
            : "echo \"== $PWD/$f\"; cat \"$f\"; [ -z \"$(tail -c 1 \"$f\")\" ] || echo";
    return """
    cd %s/runs 2>/dev/null || exit 0
    for d in %s %s; do [ -d $d ] && found=1 && cd $d || continue
    for f in $(ls -tr | grep -E '[.](sh|log)$' | grep -F -e '%s'); do %s; done
    cd ..; done; [ -n "$found" ] || echo "nothing is kept in %s/runs/%s" >&2
    """
        .formatted(site.folder(), run, steps, part, each, site.folder(), run);
  }

  private void print(String name, Shell.Output output) {
    var out = spec.commandLine().getOut();
    for (var line : output.text().lines().toList()) {
      out.println("%s: %s".formatted(name, Printable.line(line)));
    }
    out.flush();
    if (!output.said().isBlank()) {
      spec.commandLine().getErr().println("strait: %s: %s".formatted(name, output.words()));
    }
  }
}
