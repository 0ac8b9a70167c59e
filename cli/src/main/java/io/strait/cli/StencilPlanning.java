package io.strait.cli;

import io.strait.model.StencilApp;
import io.strait.model.StencilPlan;
import io.strait.model.text.InputException;
import io.strait.model.text.Inputs;
import io.strait.model.text.Node;
import io.strait.model.text.StencilPlanFile;
import io.strait.model.text.Tree;
import io.strait.plan.PlanException;
import io.strait.plan.stencil.StencilPlanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** {@code strait plan} for a stencil. */
final class StencilPlanning {
  /** The options of {@code strait plan} that mean something for a stencil. */
  static final Set<String> OPTIONS = Set.of("--what-if", "--sweep", "--plot", "--output");

  private final CommandSpec spec;
  private final Format format;
  private final Style style;

  StencilPlanning(CommandSpec spec, Format format) {
    this.spec = spec;
    this.format = format;
    this.style = new Style(spec.commandLine().getColorScheme().ansi().enabled());
  }

  /** Refuses options that only farms have. */
  static void refuse(CommandSpec spec, Inputs inputs, Set<String> allowed) {
    for (var option : spec.commandLine().getParseResult().matchedOptions()) {
      var name = option.longestName();
      if (!allowed.contains(name) && !name.equals("--format")) {
        throw new ParameterException(
            spec.commandLine(),
            "%s is for farms and app '%s' is a stencil, expected none but: %s, --format"
                .formatted(
                    name,
                    inputs.app().name(),
                    String.join(", ", allowed.stream().sorted().toList())));
      }
    }
  }

  /** Plans; a value of the app file that does not fit is reported where it stands. */
  static StencilPlan plan(Inputs inputs) {
    try {
      return StencilPlanner.plan(inputs.grid(), (StencilApp) inputs.app());
    } catch (PlanException.Value e) {
      throw located(inputs, e);
    }
  }

  private static InputException located(Inputs inputs, PlanException.Value e) {
    return inputs.appDocument().error(node(inputs, e.key()), String.valueOf(e.getMessage()));
  }

  /** Where a key of the app file is, or else the file's beginning. */
  static Node node(Inputs inputs, String key) {
    var root = inputs.appDocument().root();
    @Nullable Node node = root instanceof Node.Mapping mapping ? mapping.get(key) : null;
    return node == null ? root : node;
  }

  int plan(InputFiles before, List<Change> changes, Inputs inputs, @Nullable Path output)
      throws IOException {
    var plan = plan(inputs);
    if (changes.isEmpty()) {
      print(
          format == Format.JSON
              ? StencilPlanFile.json(plan).put("verdict", StencilVerdict.of(plan)).json()
              : StencilText.plan(inputs, plan, style));
    } else {
      compare(before, changes, plan(Inputs.read(before.grid(), before.app())), plan);
    }
    if (output != null) {
      var text = StencilPlanFile.file(inputs.grid(), (StencilApp) inputs.app(), plan).yaml();
      SafeFile.write(output, text.getBytes(StandardCharsets.UTF_8));
    }
    return Main.DONE;
  }

  private void compare(InputFiles before, List<Change> changes, StencilPlan old, StencilPlan now) {
    if (format == Format.TEXT) {
      print(StencilText.comparison(before, changes, old, now, style));
      return;
    }
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
            .put("before", StencilPlanFile.json(old).put("verdict", StencilVerdict.of(old)))
            .put("after", StencilPlanFile.json(now).put("verdict", StencilVerdict.of(now)))
            .json());
  }

  int sweep(InputFiles base, Sweep sweep, @Nullable Path plot) throws IOException {
    var texts = sweep.texts();
    for (var end : List.of(texts.getFirst(), texts.getLast())) {
      var change = new Change("--sweep", sweep.path(), end);
      change.read(change.apply(base)); // a wrong end is reported before any work is done
    }
    var points = new ArrayList<StencilSweep.Point>();
    var progress =
        new Progress(spec.commandLine().getErr(), "values", texts.size(), style.colours());
    for (var text : texts) {
      var change = new Change("--sweep", sweep.path(), text);
      var inputs = change.read(change.apply(base));
      try {
        var plan = StencilPlanner.plan(inputs.grid(), (StencilApp) inputs.app());
        points.add(new StencilSweep.Point(sweep.value(text), text, plan, ""));
      } catch (PlanException e) {
        points.add(
            new StencilSweep.Point(sweep.value(text), text, null, String.valueOf(e.getMessage())));
      }
      progress.step();
    }
    progress.done();
    print(
        format == Format.JSON
            ? StencilSweep.json(sweep, points)
            : StencilSweep.text(sweep, points, style));
    if (plot != null) {
      SafeFile.write(plot, StencilPlot.draw(plot, sweep, points));
      spec.commandLine().getErr().println("wrote " + plot);
    }
    return Main.DONE;
  }

  private void print(String text) {
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
  }
}
