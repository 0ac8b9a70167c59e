package io.strait.kind.report;

import io.strait.view.Table;
import io.strait.view.page.Html;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** What a kind of application says of several runs together. */
public interface Comparison {
  /** The fastest and the slowest in one sentence. */
  String verdict();

  /**
   * Compares the fastest with the slowest.
   *
   * @param what was timed, such as "An iteration"
   * @param name what a run is called
   */
  static <R extends OutcomeReport<?, ?, ?>> String verdict(
      List<R> runs, String what, Function<R, String> name) {
    var order = Comparator.comparingDouble((R run) -> run.result().time().measured());
    var best = runs.stream().min(order).orElseThrow();
    var worst = runs.stream().max(order).orElseThrow();
    double times = worst.result().time().measured() / best.result().time().measured();
    return times >= 1.01
        ? "%s of %s was %s times as fast as one of %s."
            .formatted(what, name.apply(best), Show.number(times), name.apply(worst))
        : "%s took equally long in all runs.".formatted(what);
  }

  /** For a terminal. */
  Table table();

  /** What was measured, and promised beside it, for a page. */
  void figures(Html html);

  /** The rest of the page. */
  List<Section> sections();
}
