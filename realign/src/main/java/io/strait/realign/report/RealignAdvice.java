package io.strait.realign.report;

import io.strait.kind.report.Advice;
import io.strait.kind.report.GridChanges;
import io.strait.kind.report.GridChanges.Improvement;
import io.strait.kind.report.Valuation;
import io.strait.kind.report.Variant;
import io.strait.model.Grid;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.Renumber;
import io.strait.realign.plan.RealignPlanner;
import io.strait.realign.timing.RealignTiming;
import io.strait.view.page.Show;
import java.util.EnumSet;
import java.util.Locale;

/** What would help a realignment: numbering more, which is free, then faster networks. */
final class RealignAdvice implements Valuation<RealignApp> {
  private static final Advice.Limits LIMITS = new Advice.Limits(60, 20_000, 0.005);

  static Advice of(Grid grid, RealignApp app, int ranks) {
    var changes =
        new GridChanges<>(grid, app, EnumSet.of(Improvement.LATENCY, Improvement.BANDWIDTH));
    if (app.renumber() != Renumber.BOTH) {
      changes
          .changes()
          .add(
              new Variant<>(
                  "renumber: both instead of " + app.renumber().name().toLowerCase(Locale.ROOT),
                  grid,
                  renumberingBoth(app)));
    }
    changes.addAll(null);
    return Advice.of(changes.today(), changes.changes(), new RealignAdvice(), ranks, LIMITS);
  }

  private static RealignApp renumberingBoth(RealignApp app) {
    return new RealignApp(
        app.name(),
        app.shape(),
        app.elementBytes(),
        app.phases(),
        Renumber.BOTH,
        app.repetitions(),
        app.memory(),
        app.data());
  }

  @Override
  public Worth plan(Grid grid, RealignApp app) {
    var plan = RealignPlanner.plan(grid, app, RealignPlanner.Method.EXACT);
    double seconds = RealignTiming.of(grid, app, plan.numberings()).promisedSeconds();
    var shown = Show.seconds(seconds);
    return new Worth(
        seconds,
        shown + " for a repetition",
        shown,
        shown + " for a repetition",
        tree -> tree.put("time_s", seconds));
  }

  @Override
  public double gain(double today, double then) {
    return then > 0 ? today / then - 1 : Double.POSITIVE_INFINITY;
  }
}
