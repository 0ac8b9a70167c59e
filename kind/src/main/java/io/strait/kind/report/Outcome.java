package io.strait.kind.report;

import io.strait.view.page.DataTable;
import io.strait.view.page.PromiseBars;
import io.strait.view.page.Show;
import java.util.function.Function;

/** One of a plan's alternatives as it was run: what was promised of it, and what was measured. */
public interface Outcome {
  /** The name of the alternative, such as a strategy. */
  String name();

  /** Seconds of what is done again and again, such as an iteration. */
  Promise time();

  /** Whether the plan promises a time that the measured one can be compared with. */
  boolean isPromised();

  /** NaN where nothing was promised. */
  default double precision() {
    return isPromised() ? time().precision() : Double.NaN;
  }

  /**
   * @param title what the bar is called
   */
  default PromiseBars.Bar bar(String title, boolean strong) {
    return new PromiseBars.Bar(
        title,
        time().measured(),
        isPromised() ? time().promised().earliest() : Double.NaN,
        isPromised() ? time().promised().latest() : Double.NaN,
        strong);
  }

  /** Adds predicted, simulated, measured. */
  static <T> DataTable<T> columns(DataTable<T> table, Function<T, ? extends Outcome> of) {
    return table
        .number("predicted", row -> promised(of.apply(row)))
        .number("simulated", row -> Show.positive(of.apply(row).time().simulated()))
        .number("measured", row -> Show.seconds(of.apply(row).time().measured()))
        .number("precision", row -> Show.precision(of.apply(row).precision()));
  }

  /** The time that was promised: one figure, two, or none. */
  static String promised(Outcome outcome) {
    var promised = outcome.time().promised();
    return promised.usual() > 0 ? promised.text(Show::seconds) : Show.NOTHING;
  }
}
