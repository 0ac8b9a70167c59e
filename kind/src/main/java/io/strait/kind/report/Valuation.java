package io.strait.kind.report;

import io.strait.model.Grid;
import io.strait.model.text.Tree;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How a kind of application values its plans.
 *
 * @param <A> its apps
 */
public interface Valuation<A> {
  /**
   * What a plan is worth, in the kind's own figures.
   *
   * @param value a rate or a time
   * @param text how a terminal shows it
   * @param page how a page shows it
   * @param basis how a page shows it where it is today's, to be improved upon
   * @param figures how JSON shows it: what is put beside the change and its gain
   */
  record Worth(double value, String text, String page, String basis, UnaryOperator<Tree> figures) {}

  /**
   * Plans.
   *
   * @return null if there is nothing to compare
   * @throws io.strait.model.PlanException if there is no such plan, likewise
   */
  @Nullable Worth plan(Grid grid, A app);

  /** How much more is done in a given time, as a share: 0.2 for a fifth more. */
  double gain(double today, double then);
}
