package io.strait.kind.plan;

import io.strait.kind.file.Inputs;
import io.strait.model.App;
import io.strait.model.Grid;
import io.strait.model.UsageException;
import io.strait.model.text.Tree;
import io.strait.view.Console;
import io.strait.view.Style;
import io.strait.view.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a kind of application is planned, with the options that were given, and what is shown of its
 * plans.
 *
 * @param <A> its apps
 * @param <P> its plans
 */
public interface Planning<A extends App, P> {
  /**
   * @throws io.strait.model.PlanException if there is no plan
   */
  P plan(Inputs<A> inputs);

  /**
   * A plan that is made faster and promises less exactly, for people who are still trying values;
   * null where {@link #plan} is fast enough.
   */
  default @Nullable P sketch(Inputs<A> inputs) {
    return null;
  }

  /**
   * The same for a grid of which only this is sure: it turns out as one of these, all equally
   * likely. What its plans promise is then an interval that holds in nine of ten cases. Kinds that
   * cannot rehearse plans on other grids promise what they always do.
   */
  default Planning<A, P> over(List<Grid> drawn) {
    return this;
  }

  /** Whether {@link #over} makes a difference. */
  default boolean hasIntervals() {
    return false;
  }

  /** Seconds that a run of the plan takes; NaN if that depends on more than the plan. */
  default double seconds(P plan) {
    return Double.NaN;
  }

  /** The clusters that take part in a plan, and what each does in a few words. */
  Map<String, String> parts(Inputs<A> inputs, P plan);

  /**
   * Options that are whole numbers, percentages among them, and what they are in a plan for which
   * they were not given. Those that make no difference to it are left out.
   */
  default Map<String, Integer> usual(Inputs<A> inputs, P plan) {
    return Map.of();
  }

  /** The plan in one sentence. */
  String verdict(P plan);

  /** The plan for people, the verdict included. */
  default String text(Inputs<A> inputs, P plan, Style style) {
    return style.bold(verdict(plan)) + "\n";
  }

  /** The JSON of the plan, without the verdict. */
  Tree json(Inputs<A> inputs, P plan);

  /** Two plans in one table; their verdicts stand above it. */
  default String comparison(P old, P now, Style style) {
    return "";
  }

  /** Plans along a sweep, for people. */
  default String text(Sweep sweep, List<Sweep.Point<P>> points, Style style) {
    var table = new Table(sweep.path(), "plan");
    for (var point : points) {
      @Nullable P plan = point.plan();
      table.row(point.text(), plan == null ? point.problem() : verdict(plan));
    }
    return table.print(style);
  }

  /** What JSON says of one plan along a sweep, put into what is there. */
  default void point(Tree tree, P plan) {
    tree.put("verdict", verdict(plan));
  }

  /** A picture of the plans along a sweep. */
  default byte[] draw(Path file, Sweep sweep, List<Sweep.Point<P>> points) throws IOException {
    throw new UsageException("--plot has no picture of such a sweep, expected none");
  }

  /** A picture of one plan; kinds that have none refuse it before any work is done. */
  default byte[] draw(Path file, Inputs<A> inputs, P plan) throws IOException {
    throw new UsageException("--plot draws a sweep, expected --sweep PATH=from..to with it");
  }

  /** Whether {@link #draw(Path, Inputs, Object)} draws. */
  default boolean drawsPlans() {
    return false;
  }

  /** Refuses options of {@code strait plan} that do not go together, before any work is done. */
  default void checkOptions() {}

  /** Refuses options that do not go with a sweep, before any work is done. */
  default void checkSweep() {}

  /** Writes what the kind's own options ask for besides. */
  default void write(Inputs<A> inputs, P plan, Console console) throws IOException {}
}
