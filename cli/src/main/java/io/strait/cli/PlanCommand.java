package io.strait.cli;

import io.strait.cli.series.ForecastOption;
import io.strait.cli.sites.NowOption;
import io.strait.kind.Kind;
import io.strait.kind.Verb;
import io.strait.kind.plan.Sweep;
import io.strait.kind.run.ExitCode;
import io.strait.model.App;
import io.strait.model.UsageException;
import io.strait.view.Format;
import io.strait.view.Picture;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait plan}: is it worth it, which machines, with which settings? */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Says what using the clusters together will bring, and picks machines and settings.",
    footer = {
      "",
      "Examples:",
      "  strait plan examples/three-continents",
      "  strait plan grid.yaml app.yaml --master auto --objective fewest -o plan.yaml",
      "  strait plan examples/three-continents --what-if"
          + " 'links[argentina-spain].bandwidth=100KiB/s'",
      "  strait plan examples/three-continents --sweep"
          + " 'links[argentina-spain].bandwidth=5KiB/s..60KiB/s:12' --plot gap.svg",
      "  strait plan examples/three-continents --format json | jq .total.speedup",
      "  strait plan examples/forecast --forecast",
      "  strait plan grid.yaml app.yaml --now",
      "  strait plan examples/heat --sweep 'links[east-west].latency=0ms..700ms:8' --plot gap.png",
      "  strait plan examples/realign --plot table.svg --rankfile ranks.txt",
      "  strait plan examples/porting --plot rate.svg --matrix resources.svg"
    })
final class PlanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..2",
      paramLabel = "GRID APP",
      description =
          "A grid file and an app file; a folder with grid.yaml and app.yaml; a plan file; or an"
              + " app file alone, which means this machine as the grid.")
  private List<Path> files = List.of();

  @Option(
      names = "--what-if",
      paramLabel = "PATH=VALUE",
      description =
          "Change a value and show old and new side by side; may be repeated. Paths:"
              + " docs/files.md.")
  private List<String> whatIf = List.of();

  @Option(
      names = "--sweep",
      paramLabel = "PATH=from..to[:steps]",
      description = "Plan for each of several values and print what changes along them.")
  private @Nullable String sweep;

  @Mixin private ForecastOption forecast = new ForecastOption();
  @Mixin private NowOption now = new NowOption();

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description =
          "With --sweep: draw it, as .svg or .png. Without, for a realignment: draw who sends to"
              + " whom, before and after; for a program: its rate over the number of machines.")
  private @Nullable Path plot;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write the plan to this file.")
  private @Nullable Path output;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print the answer (default: text).")
  private Format format = Format.TEXT;

  private final Kinds kinds;
  private final KindOptions own;

  private PlanCommand(Kinds kinds) {
    this.kinds = kinds;
    this.own = new KindOptions(kinds, Verb.PLAN);
  }

  /** The command with the options of all kinds. */
  static CommandLine of(Kinds kinds) {
    var command = new PlanCommand(kinds);
    return command.own.command(command);
  }

  @Override
  public Integer call() throws IOException {
    check();
    var changes = whatIf.stream().map(text -> Change.parse("--what-if", text)).toList();
    var before = InputFiles.find(kinds, files);
    var after = before;
    for (var change : changes) {
      after = change.apply(after);
    }
    plan(before.kind(), before, changes, after);
    return ExitCode.DONE;
  }

  /** What can be said before any file is read. */
  private void check() {
    if (files.size() > 2) {
      throw new UsageException(
          "'%s' is one file too many, expected GRID APP".formatted(files.get(2)));
    }
    if (sweep != null && output != null) {
      throw new UsageException("--output holds one plan, expected no --sweep with it");
    }
    forecast.check(files, sweep != null || !whatIf.isEmpty());
    now.check(sweep != null || !whatIf.isEmpty() || forecast.isAsked());
    for (var file : Arrays.asList(plot, output)) {
      SafeFile.checkWritable(file);
    }
    if (plot != null) {
      Picture.check(plot);
    }
  }

  private <A extends App, P> void plan(
      Kind<A, P> kind, InputFiles before, List<Change> changes, InputFiles after)
      throws IOException {
    var given = kind.files().inputs(before.grid(), before.app());
    var inputs = changes.isEmpty() ? given : changes.getLast().read(kind, after);
    var options = own.of(spec, kind, inputs.app().name());
    var planning = kind.planning(options, before.run());
    planning.checkOptions();
    if (sweep == null && plot != null && !planning.drawsPlans()) {
      throw new UsageException("--plot draws a sweep, expected --sweep PATH=from..to with it");
    }
    if (forecast.isAsked()) {
      var forecasted = forecast.of(kind, planning, inputs, files);
      var run = new PlanRun<>(kind, forecasted.planning(), Main.console(spec), format);
      run.plan(before, changes, forecasted.inputs(), plot, output);
      return;
    }
    var run = new PlanRun<>(kind, planning, Main.console(spec), format);
    if (now.isAsked()) {
      inputs = now.of(kind, inputs, Main.console(spec)::say);
    }
    if (sweep != null) {
      run.sweep(after, Sweep.parse(sweep), plot);
    } else {
      run.plan(before, changes, inputs, plot, output);
    }
  }
}
