package io.strait.cli;

import io.strait.model.text.Inputs;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import io.strait.plan.PlanException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * {@code strait plan} for an application of any kind: as it is, what if, and along a sweep.
 *
 * @param <P> plans of its kind
 */
final class Planning<P> {
  /** Options that only realignments have. */
  private static final Set<String> OF_REALIGNMENTS = Set.of("--rankfile", "--mpi");

  private final CommandSpec spec;
  private final Format format;
  private final PlanKind<P> kind;
  private final Style style;

  Planning(CommandSpec spec, Format format, PlanKind<P> kind) {
    this.spec = spec;
    this.format = format;
    this.kind = kind;
    this.style = new Style(spec.commandLine().getColorScheme().ansi().enabled());
  }

  /**
   * Refuses options that this kind of application does not have.
   *
   * @param what the app is, with its article
   */
  static void refuse(CommandSpec spec, Inputs inputs, String what, Set<String> allowed) {
    for (var option : spec.commandLine().getParseResult().matchedOptions()) {
      var name = option.longestName();
      if (!allowed.contains(name) && !name.equals("--format")) {
        throw new ParameterException(
            spec.commandLine(),
            "%s is for %s and app '%s' is %s, expected none but: %s, --format"
                .formatted(
                    name,
                    OF_REALIGNMENTS.contains(name) ? "realignments" : "farms",
                    inputs.app().name(),
                    what,
                    String.join(", ", allowed.stream().sorted().toList())));
      }
    }
  }

  /** Where a key of the app file is, or else the file's beginning. */
  static Node node(Inputs inputs, String key) {
    var root = inputs.appDocument().root();
    @Nullable Node node = root instanceof Node.Mapping mapping ? mapping.get(key) : null;
    return node == null ? root : node;
  }

  /** Plans; a value of the app file that does not fit is reported where it stands. */
  static <P> P located(Inputs inputs, PlanKind<P> kind) {
    try {
      return kind.plan(inputs);
    } catch (PlanException.Value e) {
      throw inputs.appDocument().error(node(inputs, e.key()), String.valueOf(e.getMessage()));
    }
  }

  /** Plans and prints; the plan, for those who want more of it. */
  P plan(InputFiles before, List<Change> changes, Inputs inputs, @Nullable Path output)
      throws IOException {
    var plan = located(inputs, kind);
    if (changes.isEmpty()) {
      print(format == Format.JSON ? json(inputs, plan).json() : kind.text(inputs, plan, style));
    } else {
      var old = Inputs.read(before.grid(), before.app());
      compare(before, changes, old, inputs, located(old, kind), plan);
    }
    if (output != null) {
      SafeFile.write(output, kind.file(inputs, plan).yaml().getBytes(StandardCharsets.UTF_8));
    }
    return plan;
  }

  private Tree json(Inputs inputs, P plan) {
    return kind.json(inputs, plan).put("verdict", kind.verdict(plan));
  }

  private void compare(
      InputFiles before, List<Change> changes, Inputs was, Inputs is, P old, P now) {
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
              .put("before", json(was, old))
              .put("after", json(is, now))
              .json());
      return;
    }
    var text = new StringBuilder();
    for (var change : changes) {
      var given = change.before(before);
      text.append("What if %s = %s".formatted(change.path(), change.value()));
      text.append(given == null ? " (not given now)?\n" : " instead of %s?\n".formatted(given));
    }
    text.append("\nAs it is: ").append(kind.verdict(old)).append('\n');
    text.append("What if:  ").append(style.bold(kind.verdict(now))).append("\n\n");
    print(text.append(kind.comparison(old, now, style)).toString());
  }

  void sweep(InputFiles base, Sweep sweep, @Nullable Path plot) throws IOException {
    var texts = sweep.texts();
    for (var end : List.of(texts.getFirst(), texts.getLast())) {
      var change = new Change("--sweep", sweep.path(), end);
      change.read(change.apply(base)); // a wrong end is reported before any work is done
    }
    var points = new ArrayList<Sweep.Point<P>>();
    var progress =
        new Progress(spec.commandLine().getErr(), "values", texts.size(), style.colours());
    for (var text : texts) {
      var change = new Change("--sweep", sweep.path(), text);
      var inputs = change.read(change.apply(base));
      double value = sweep.value(text);
      try {
        points.add(new Sweep.Point<>(value, text, kind.plan(inputs), ""));
      } catch (PlanException.Usage e) {
        throw e;
      } catch (PlanException e) {
        points.add(new Sweep.Point<>(value, text, null, String.valueOf(e.getMessage())));
      }
      progress.step();
    }
    progress.done();
    print(format == Format.JSON ? json(sweep, points) : kind.text(sweep, points, style));
    if (plot != null) {
      SafeFile.write(plot, kind.draw(plot, sweep, points));
      spec.commandLine().getErr().println("wrote " + plot);
    }
  }

  private String json(Sweep sweep, List<Sweep.Point<P>> points) {
    var list =
        points.stream()
            .map(
                point -> {
                  var tree = new Tree().put("value", point.text());
                  var plan = point.plan();
                  if (plan == null) {
                    return tree.put("problem", point.problem());
                  }
                  kind.point(tree, plan);
                  return tree;
                })
            .toList();
    return new Tree().put("path", sweep.path()).put("points", list).json();
  }

  private void print(String text) {
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
  }
}
