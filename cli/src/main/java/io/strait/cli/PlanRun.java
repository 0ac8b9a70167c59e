package io.strait.cli;

import io.strait.kind.Kind;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.plan.Planning;
import io.strait.kind.plan.Sweep;
import io.strait.model.App;
import io.strait.model.PlanException;
import io.strait.model.text.InputException;
import io.strait.model.text.Tree;
import io.strait.view.Console;
import io.strait.view.Format;
import io.strait.view.Progress;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code strait plan} for an application of any kind: as it is, what if, and along a sweep.
 *
 * @param <A> apps of its kind
 * @param <P> plans of its kind
 */
record PlanRun<A extends App, P>(
    Kind<A, P> kind, Planning<A, P> planning, Console console, Format format) {

  /** Plans; a value of the app file that does not fit is reported where it stands. */
  static <A extends App, P> P located(Planning<A, P> planning, Inputs<A> inputs) {
    try {
      return planning.plan(inputs);
    } catch (PlanException.Value e) {
      throw located(inputs, e);
    }
  }

  /** The same of a sketch; null where there is none. */
  static <A extends App, P> @Nullable P sketched(Planning<A, P> planning, Inputs<A> inputs) {
    try {
      return planning.sketch(inputs);
    } catch (PlanException.Value e) {
      throw located(inputs, e);
    }
  }

  private static InputException located(Inputs<?> inputs, PlanException.Value e) {
    return inputs.appDocument().error(inputs.appNode(e.key()), String.valueOf(e.getMessage()));
  }

  /** Plans and prints, with some values changed or none. */
  void plan(
      InputFiles before,
      List<Change> changes,
      Inputs<A> inputs,
      @Nullable Path plot,
      @Nullable Path output)
      throws IOException {
    var plan = located(planning, inputs);
    if (changes.isEmpty()) {
      console.print(
          format == Format.JSON
              ? json(inputs, plan).json()
              : planning.text(inputs, plan, console.style()));
    } else {
      var old = kind.files().inputs(before.grid(), before.app());
      compare(before, changes, old, inputs, located(planning, old), plan);
    }
    if (output != null) {
      var file = new PlanFile<>(inputs, plan).tree(kind.files());
      SafeFile.write(output, file.yaml().getBytes(StandardCharsets.UTF_8));
    }
    if (plot != null) {
      SafeFile.write(plot, planning.draw(plot, inputs, plan));
      console.say("wrote " + plot);
    }
    planning.write(inputs, plan, console);
  }

  private Tree json(Inputs<A> inputs, P plan) {
    return planning.json(inputs, plan).put("verdict", planning.verdict(plan));
  }

  private void compare(
      InputFiles before, List<Change> changes, Inputs<A> was, Inputs<A> is, P old, P now) {
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
      console.print(
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
    var style = console.style();
    text.append("\nAs it is: ").append(planning.verdict(old)).append('\n');
    text.append("What if:  ").append(style.bold(planning.verdict(now))).append("\n\n");
    console.print(text.append(planning.comparison(old, now, style)).toString());
  }

  void sweep(InputFiles base, Sweep sweep, @Nullable Path plot) throws IOException {
    planning.checkSweep();
    var texts = sweep.texts();
    for (var end : List.of(texts.getFirst(), texts.getLast())) {
      var change = new Change("--sweep", sweep.path(), end);
      change.read(kind, change.apply(base)); // a wrong end is reported before any work is done
    }
    var points = new ArrayList<Sweep.Point<P>>();
    var progress = new Progress(console.err(), "values", texts.size(), console.colours());
    for (var text : texts) {
      var change = new Change("--sweep", sweep.path(), text);
      var inputs = change.read(kind, change.apply(base));
      double value = sweep.value(text);
      try {
        points.add(new Sweep.Point<>(value, text, planning.plan(inputs), ""));
      } catch (PlanException.Usage e) {
        throw e;
      } catch (PlanException e) {
        points.add(new Sweep.Point<>(value, text, null, String.valueOf(e.getMessage())));
      }
      progress.step();
    }
    progress.done();
    console.print(
        format == Format.JSON
            ? json(sweep, points)
            : planning.text(sweep, points, console.style()));
    if (plot != null) {
      SafeFile.write(plot, planning.draw(plot, sweep, points));
      console.say("wrote " + plot);
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
                  planning.point(tree, plan);
                  return tree;
                })
            .toList();
    return new Tree().put("path", sweep.path()).put("points", list).json();
  }
}
