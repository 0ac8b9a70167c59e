package io.strait.cli;

import io.strait.model.FarmApp;
import io.strait.model.FarmPlan;
import io.strait.model.StencilApp;
import io.strait.model.text.Inputs;
import io.strait.model.text.PlanTree;
import io.strait.model.text.Tree;
import io.strait.plan.PlanException;
import io.strait.plan.PlanOptions;
import io.strait.plan.Planner;
import io.strait.plan.farm.Refinement;
import io.strait.plan.farm.RehearsalSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
      "  strait plan examples/heat --sweep 'links[east-west].latency=0ms..700ms:8' --plot gap.png"
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

  @Mixin private PlanningOptions planning = new PlanningOptions();

  @Option(
      names = "--refine",
      description =
          "Rehearse the plan by simulation and improve workers, windows and combining by what it"
              + " shows.")
  private boolean refine;

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
      description = "Plan for each of several values and print speedup and efficiency along them.")
  private @Nullable String sweep;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "With --sweep: draw it, as .svg or .png.")
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

  @Override
  public Integer call() throws IOException {
    if (files.size() > 2) {
      throw new ParameterException(
          spec.commandLine(),
          "'%s' is one file too many, expected GRID APP".formatted(files.get(2)));
    }
    var changes = whatIf.stream().map(text -> Change.parse("--what-if", text)).toList();
    if (sweep == null && plot != null) {
      throw new ParameterException(
          spec.commandLine(), "--plot draws a sweep, expected --sweep PATH=from..to with it");
    }
    if (sweep != null && output != null) {
      throw new ParameterException(
          spec.commandLine(), "--output holds one plan, expected no --sweep with it");
    }
    SafeFile.checkWritable(plot, spec.commandLine());
    SafeFile.checkWritable(output, spec.commandLine());
    if (plot != null) {
      Plot.check(plot);
    }
    var before = InputFiles.find(files);
    var options = planning.options(spec, before.run());
    var inputs = Inputs.read(before.grid(), before.app());
    var after = before;
    for (var change : changes) {
      after = change.apply(after);
    }
    if (!changes.isEmpty()) {
      inputs = changes.getLast().read(after);
    }
    if (inputs.app() instanceof StencilApp) {
      StencilPlanning.refuse(spec, inputs, StencilPlanning.OPTIONS);
      var stencil = new StencilPlanning(spec, format);
      return sweep != null
          ? stencil.sweep(after, Sweep.parse(sweep), plot)
          : stencil.plan(before, changes, inputs, output);
    }
    if (sweep != null) {
      return sweep(after, options, Sweep.parse(sweep));
    }
    var plan = plan(inputs, options);
    if (changes.isEmpty()) {
      print(
          format == Format.JSON
              ? PlanTree.of(plan).put("verdict", Verdict.of(plan)).json()
              : PlanText.of(inputs, plan, style()));
    } else {
      var old = Inputs.read(before.grid(), before.app());
      compare(before, changes, plan(old, options), plan);
    }
    if (output != null) {
      var text = PlanTree.file(inputs.grid(), inputs.app(), plan).yaml();
      SafeFile.write(output, text.getBytes(StandardCharsets.UTF_8));
    }
    return Main.DONE;
  }

  private FarmPlan plan(Inputs inputs, PlanOptions options) {
    var plan = Planner.plan(inputs.grid(), inputs.app(), options);
    return refine
        ? Refinement.refine(inputs.grid(), (FarmApp) inputs.app(), plan, RehearsalSettings.DEFAULT)
        : plan;
  }

  private void compare(InputFiles before, List<Change> changes, FarmPlan old, FarmPlan now) {
    if (format == Format.JSON) {
      var list =
          changes.stream()
              .map(
                  c ->
                      new Tree()
                          .put("path", c.path())
                          .put("before", c.before(before))
                          .put("after", c.value()))
              .toList();
      print(
          new Tree()
              .put("changes", list)
              .put("before", PlanTree.of(old).put("verdict", Verdict.of(old)))
              .put("after", PlanTree.of(now).put("verdict", Verdict.of(now)))
              .json());
    } else {
      print(Comparison.of(before, changes, old, now, style()));
    }
  }

  private int sweep(InputFiles base, PlanOptions options, Sweep sweep) throws IOException {
    var points = new ArrayList<Sweep.Point>();
    var texts = sweep.texts();
    for (var end : List.of(texts.getFirst(), texts.getLast())) {
      var change = new Change("--sweep", sweep.path(), end);
      change.read(change.apply(base)); // a wrong end is reported before any work is done
    }
    var progress =
        new Progress(spec.commandLine().getErr(), "values", texts.size(), style().colours());
    for (var text : texts) {
      var change = new Change("--sweep", sweep.path(), text);
      var inputs = change.read(change.apply(base));
      try {
        var plan = plan(inputs, options);
        points.add(new Sweep.Point(sweep.value(text), text, plan, ""));
      } catch (PlanException.Usage e) {
        throw e;
      } catch (PlanException e) {
        points.add(new Sweep.Point(sweep.value(text), text, null, String.valueOf(e.getMessage())));
      }
      progress.step();
    }
    progress.done();
    print(
        format == Format.JSON
            ? SweepText.json(sweep, points)
            : SweepText.text(sweep, points, style()));
    if (plot != null) {
      var axis = sweep.isWhole() ? sweep.path() : "%s in %s".formatted(sweep.path(), sweep.unit());
      SafeFile.write(plot, Plot.draw(plot, "What %s brings".formatted(sweep.path()), axis, points));
      spec.commandLine().getErr().println("wrote " + plot);
    }
    return Main.DONE;
  }

  private void print(String text) {
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
  }

  private Style style() {
    return new Style(spec.commandLine().getColorScheme().ansi().enabled());
  }
}
