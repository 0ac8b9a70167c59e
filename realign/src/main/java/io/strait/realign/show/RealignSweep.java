package io.strait.realign.show;

import io.strait.kind.plan.Sweep;
import io.strait.realign.file.RealignPlan;
import io.strait.view.Style;
import io.strait.view.SweepChart;
import io.strait.view.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Realignments along a sweep: a table, and paper <em>realign</em>'s figure 8. */
final class RealignSweep {
  private RealignSweep() {}

  static String text(Sweep sweep, List<Sweep.Point<RealignPlan>> points, Style style) {
    var table =
        new Table(
            " " + sweep.path(),
            " interior",
            " renumbered",
            " external",
            " renumbered",
            " cost",
            " renumbered",
            " at best",
            " predicted",
            " renumbered");
    for (var point : points) {
      var plan = point.plan();
      if (plan == null) {
        table.row(point.text(), point.problem(), "", "", "", "", "", "", "", "");
        continue;
      }
      table.row(
          point.text(),
          "" + plan.before().traffic().interior(),
          "" + plan.after().traffic().interior(),
          "" + plan.before().traffic().external(),
          "" + plan.after().traffic().external(),
          RealignText.cost(plan, plan.before().cost()),
          RealignText.cost(plan, plan.after().cost()),
          RealignText.cost(plan, plan.lowerBound()),
          RealignText.time(plan.before()),
          RealignText.time(plan.after()));
    }
    return table.print(style);
  }

  /** Interior messages, or where costs are times, what a repetition takes. */
  static byte[] draw(Path file, Sweep sweep, List<Sweep.Point<RealignPlan>> points)
      throws IOException {
    var planned = points.stream().filter(point -> point.plan() != null).toList();
    boolean times =
        planned.stream()
            .allMatch(p -> Objects.requireNonNull(p.plan()).unit() == RealignPlan.Unit.SECONDS);
    ToDoubleFunction<RealignPlan.Side> value =
        times ? RealignPlan.Side::seconds : side -> side.traffic().interior();
    var chart =
        SweepChart.of(
            (times ? "One repetition along " : "Interior messages along ") + sweep.path(),
            sweep.axis(),
            times ? "seconds" : "messages inside clusters");
    chart.getStyler().setYAxisMin(0.0);
    var x = planned.stream().mapToDouble(Sweep.Point::value).toArray();
    SweepChart.add(
        chart,
        "natural order",
        x,
        values(planned, RealignPlan::before, value),
        SweepChart.ORANGE,
        SeriesMarkers.DIAMOND,
        2.2f);
    SweepChart.add(
        chart,
        "renumbered",
        x,
        values(planned, RealignPlan::after, value),
        SweepChart.BLUE,
        SeriesMarkers.CIRCLE,
        2.2f);
    return SweepChart.bytes(chart, file);
  }

  private static double[] values(
      List<Sweep.Point<RealignPlan>> points,
      Function<RealignPlan, RealignPlan.Side> side,
      ToDoubleFunction<RealignPlan.Side> value) {
    return points.stream()
        .mapToDouble(p -> value.applyAsDouble(side.apply(Objects.requireNonNull(p.plan()))))
        .toArray();
  }
}
