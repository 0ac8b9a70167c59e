package io.strait.stencil.show;

import io.strait.kind.plan.Sweep;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.Strategy;
import io.strait.view.SweepChart;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The curves of all strategies along a sweep, as paper <em>lhrp</em>'s figures 4 to 7. */
final class StencilPlot {
  /** Curves that lie so far apart can be told from each other only on a logarithmic axis. */
  private static final double MANY_TIMES = 20;

  private StencilPlot() {}

  static byte[] draw(Path file, Sweep sweep, List<Sweep.Point<StencilPlan>> points)
      throws IOException {
    var chart =
        SweepChart.of(
            "One iteration along " + sweep.path(), sweep.axis(), "milliseconds for an iteration");
    chart.getStyler().setMarkerSize(7);
    for (var strategy : Strategy.values()) {
      add(chart, strategy, points);
    }
    var all =
        chart.getSeriesCollection().stream()
            .flatMapToDouble(series -> Arrays.stream(series.getYData()))
            .summaryStatistics();
    if (all.getMin() > 0 && all.getMax() > MANY_TIMES * all.getMin()) {
      chart.getStyler().setYAxisLogarithmic(true);
    } else {
      chart.getStyler().setYAxisMin(0.0);
    }
    return SweepChart.bytes(chart, file);
  }

  private static void add(XYChart chart, Strategy strategy, List<Sweep.Point<StencilPlan>> points) {
    var planned = points.stream().filter(p -> StencilSweep.of(p, strategy) != null).toList();
    var y =
        planned.stream()
            .map(point -> Objects.requireNonNull(StencilSweep.of(point, strategy)))
            .mapToDouble(plan -> plan.iterationSeconds() * 1e3)
            .toArray();
    // sync and lh nearly coincide where computing is short: the wider line shows below the other.
    SweepChart.add(
        chart,
        strategy.word(),
        planned.stream().mapToDouble(Sweep.Point::value).toArray(),
        y,
        colour(strategy),
        marker(strategy),
        strategy == Strategy.SYNC ? 5f : 2.2f);
  }

  private static Color colour(Strategy strategy) {
    return switch (strategy) {
      case SYNC -> new Color(0xb8b8b8);
      case LH -> new Color(0xd9822b);
      case LHRP -> new Color(0xb3446c);
      case WAVEFRONT -> new Color(0x1f5fa8);
      case DEEP_HALO -> new Color(0x3a8f5c);
    };
  }

  private static Marker marker(Strategy strategy) {
    return switch (strategy) {
      case SYNC -> SeriesMarkers.CROSS;
      case LH -> SeriesMarkers.DIAMOND;
      case LHRP -> SeriesMarkers.SQUARE;
      case WAVEFRONT -> SeriesMarkers.CIRCLE;
      case DEEP_HALO -> SeriesMarkers.TRIANGLE_UP;
    };
  }
}
