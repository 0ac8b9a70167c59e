package io.strait.cli;

import io.strait.model.StencilPlan.StrategyPlan;
import io.strait.model.Strategy;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The curves of all strategies along a sweep, as paper <em>lhrp</em>'s figures 4 to 7. */
final class StencilPlot {
  private static final Color[] COLOURS = {
    new Color(0x8c8c8c),
    new Color(0xd9822b),
    new Color(0xb3446c),
    new Color(0x1f5fa8),
    new Color(0x3a8f5c)
  };
  private static final Marker[] MARKERS = {
    SeriesMarkers.CROSS,
    SeriesMarkers.DIAMOND,
    SeriesMarkers.SQUARE,
    SeriesMarkers.CIRCLE,
    SeriesMarkers.TRIANGLE_UP
  };

  private StencilPlot() {}

  static byte[] draw(Path file, Sweep sweep, List<StencilSweep.Point> points) throws IOException {
    System.setProperty("java.awt.headless", "true");
    var axis = sweep.isWhole() ? sweep.path() : "%s in %s".formatted(sweep.path(), sweep.unit());
    var chart =
        new XYChartBuilder()
            .width(900)
            .height(540)
            .title("One iteration along " + sweep.path())
            .xAxisTitle(axis)
            .yAxisTitle("milliseconds for an iteration")
            .build();
    style(chart);
    for (var strategy : Strategy.values()) {
      add(chart, strategy, points);
    }
    var name = file.toString();
    return ChartEncoder.getBytes(chart, name.substring(name.lastIndexOf('.') + 1));
  }

  private static void add(XYChart chart, Strategy strategy, List<StencilSweep.Point> points) {
    var planned = new ArrayList<StencilSweep.Point>();
    for (var point : points) {
      if (point.of(strategy) != null) {
        planned.add(point);
      }
    }
    if (planned.isEmpty()) {
      return;
    }
    var x = planned.stream().mapToDouble(StencilSweep.Point::value).toArray();
    var y =
        planned.stream()
            .map(point -> Objects.requireNonNull(point.of(strategy)))
            .mapToDouble(StrategyPlan::iterationSeconds)
            .map(seconds -> seconds * 1e3)
            .toArray();
    var series = chart.addSeries(strategy.word(), x, y);
    var colour = COLOURS[strategy.ordinal()];
    series.setMarker(MARKERS[strategy.ordinal()]).setLineColor(colour);
    series.setMarkerColor(colour);
    // sync and lh nearly coincide where computing is short: the wider line shows below the other.
    series.setLineStyle(new BasicStroke(strategy == Strategy.SYNC ? 5f : 2.2f));
  }

  private static void style(XYChart chart) {
    var styler = chart.getStyler();
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(new Color(0xe4e4e4));
    styler.setLegendPosition(Styler.LegendPosition.OutsideS);
    styler.setLegendLayout(Styler.LegendLayout.Horizontal);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    styler.setMarkerSize(7);
    styler.setYAxisMin(0.0);
  }
}
