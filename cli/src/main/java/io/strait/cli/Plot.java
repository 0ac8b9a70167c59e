package io.strait.cli;

import io.strait.model.FarmPlan;
import io.strait.model.text.InputException;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Speedup and efficiency along a sweep, as a picture. */
final class Plot {
  static final Color BLUE = new Color(0x1f5fa8);
  static final Color ORANGE = new Color(0xd9822b);

  private Plot() {}

  /** Refuses a file that would not be a picture, before any work is done. */
  static void check(Path file) {
    var name = file.toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".svg") && !name.endsWith(".png")) {
      throw new InputException(
          "--plot '%s' is no picture, expected a .svg or .png file".formatted(file));
    }
  }

  static byte[] draw(Path file, String title, String axis, List<Sweep.Point<FarmPlan>> points)
      throws IOException {
    System.setProperty("java.awt.headless", "true");
    var planned = points.stream().filter(p -> p.plan() != null).toList();
    var x = new double[planned.size()];
    var speedup = new double[planned.size()];
    var efficiency = new double[planned.size()];
    for (int i = 0; i < x.length; i++) {
      var total = java.util.Objects.requireNonNull(planned.get(i).plan()).result().total();
      x[i] = planned.get(i).value();
      speedup[i] = Double.isFinite(total.speedup()) ? total.speedup() : 0;
      efficiency[i] = 100 * total.efficiency();
    }
    var chart = new XYChartBuilder().width(900).height(540).title(title).xAxisTitle(axis).build();
    style(chart);
    axes(chart.getStyler());
    var left = chart.addSeries("speedup", x, speedup);
    left.setMarker(SeriesMarkers.CIRCLE).setLineColor(BLUE);
    var right = chart.addSeries("efficiency", x, efficiency);
    right.setMarker(SeriesMarkers.DIAMOND).setLineColor(ORANGE);
    right.setYAxisGroup(1);
    left.setMarkerColor(BLUE);
    right.setMarkerColor(ORANGE);
    for (var series : List.of(left, right)) {
      series.setLineStyle(new BasicStroke(2.2f));
    }
    chart.setYAxisGroupTitle(0, "speedup");
    chart.setYAxisGroupTitle(1, "efficiency in %");
    var name = file.toString();
    return ChartEncoder.getBytes(chart, name.substring(name.lastIndexOf('.') + 1));
  }

  private static void axes(XYStyler styler) {
    styler.setYAxisGroupPosition(1, Styler.YAxisPosition.Right);
    styler.setYAxisMin(0, 0.0);
    styler.setYAxisMin(1, 0.0);
    styler.setYAxisMax(1, 105.0);
  }

  /** What all pictures of sweeps look like. */
  static void style(XYChart chart) {
    var styler = chart.getStyler();
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(new Color(0xe4e4e4));
    styler.setLegendPosition(Styler.LegendPosition.OutsideS);
    styler.setLegendLayout(Styler.LegendLayout.Horizontal);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    styler.setMarkerSize(6);
  }
}
