package io.strait.realign.show;

import io.strait.kind.plan.Sweep;
import io.strait.realign.file.RealignPlan;
import io.strait.view.Style;
import io.strait.view.SweepChart;
import io.strait.view.Table;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.markers.Marker;
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
    System.setProperty("java.awt.headless", "true");
    var planned = points.stream().filter(point -> point.plan() != null).toList();
    boolean times =
        planned.stream()
            .allMatch(p -> Objects.requireNonNull(p.plan()).unit() == RealignPlan.Unit.SECONDS);
    ToDoubleFunction<RealignPlan.Side> value =
        times ? RealignPlan.Side::seconds : side -> side.traffic().interior();
    var chart =
        new XYChartBuilder()
            .width(900)
            .height(540)
            .title((times ? "One repetition along " : "Interior messages along ") + sweep.path())
            .xAxisTitle(sweep.axis())
            .yAxisTitle(times ? "seconds" : "messages inside clusters")
            .build();
    SweepChart.style(chart);
    chart.getStyler().setYAxisMin(0.0);
    var x = planned.stream().mapToDouble(Sweep.Point::value).toArray();
    add(
        chart,
        "natural order",
        x,
        values(planned, RealignPlan::before, value),
        SweepChart.ORANGE,
        SeriesMarkers.DIAMOND);
    add(
        chart,
        "renumbered",
        x,
        values(planned, RealignPlan::after, value),
        SweepChart.BLUE,
        SeriesMarkers.CIRCLE);
    var name = file.toString();
    return ChartEncoder.getBytes(chart, name.substring(name.lastIndexOf('.') + 1));
  }

  private static double[] values(
      List<Sweep.Point<RealignPlan>> points,
      java.util.function.Function<RealignPlan, RealignPlan.Side> side,
      ToDoubleFunction<RealignPlan.Side> value) {
    return points.stream()
        .mapToDouble(p -> value.applyAsDouble(side.apply(Objects.requireNonNull(p.plan()))))
        .toArray();
  }

  private static void add(
      XYChart chart, String name, double[] x, double[] y, Color colour, Marker marker) {
    if (x.length == 0) {
      return;
    }
    var series = chart.addSeries(name, x, y);
    series.setMarker(marker).setLineColor(colour);
    series.setMarkerColor(colour);
    series.setLineStyle(new java.awt.BasicStroke(2.2f));
  }
}
