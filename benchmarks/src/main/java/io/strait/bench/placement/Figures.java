package io.strait.bench.placement;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The paper's figures: light bars are predicted, middle ones simulated, dark ones measured. */
final class Figures {
  private static final Color LIGHT = new Color(0xb9cfe8);
  private static final Color MIDDLE = new Color(0x6b9bd1);
  private static final Color DARK = new Color(0x173f70);
  private static final Color ORANGE = new Color(0xd9822b);
  private static final Color BROWN = new Color(0x7a3e00);
  private static final Color SAND = new Color(0xf0cfa4);

  private Figures() {}

  /** Bars for every master. */
  static void bars(Path file, String title, List<Trial> trials, String chosen) throws IOException {
    var chart =
        new CategoryChartBuilder()
            .width(900)
            .height(480)
            .title(title)
            .xAxisTitle("master")
            .yAxisTitle("seconds")
            .build();
    style(chart.getStyler());
    chart.getStyler().setAvailableSpaceFill(0.8);
    var names =
        trials.stream()
            .map(t -> t.master().equals(chosen) ? t.master() + " (plan)" : t.master())
            .toList();
    add(chart, "predicted", names, trials, Trial::predicted, LIGHT);
    add(chart, "simulated", names, trials, Trial::simulated, MIDDLE);
    add(chart, "measured", names, trials, Trial::measured, DARK);
    save(chart, file);
  }

  private static void add(
      CategoryChart chart,
      String name,
      List<String> masters,
      List<Trial> trials,
      ToDoubleFunction<Trial> time,
      Color color) {
    chart
        .addSeries(name, masters, trials.stream().map(time::applyAsDouble).toList())
        .setFillColor(color);
  }

  /** Lines over the number of workers, for one master or two. */
  static void lines(Path file, String title, List<List<Trial>> masters) throws IOException {
    var chart =
        new XYChartBuilder()
            .width(900)
            .height(480)
            .title(title)
            .xAxisTitle("workers")
            .yAxisTitle("seconds")
            .build();
    style(chart.getStyler());
    chart.getStyler().setLegendPosition(Styler.LegendPosition.InsideNE);
    chart.getStyler().setLegendLayout(Styler.LegendLayout.Vertical);
    var colors = List.of(new Color[] {LIGHT, MIDDLE, DARK}, new Color[] {SAND, ORANGE, BROWN});
    for (int i = 0; i < masters.size(); i++) {
      var trials = masters.get(i);
      var suffix = ", master " + trials.getFirst().master();
      add(chart, "predicted" + suffix, trials, Trial::predicted, colors.get(i)[0], 4);
      add(chart, "simulated" + suffix, trials, Trial::simulated, colors.get(i)[1], 2);
      add(chart, "measured" + suffix, trials, Trial::measured, colors.get(i)[2], 0);
    }
    save(chart, file);
  }

  /** A line, or dots where it has no width. */
  private static void add(
      XYChart chart,
      String name,
      List<Trial> trials,
      ToDoubleFunction<Trial> time,
      Color color,
      float width) {
    var series =
        chart.addSeries(
            name,
            trials.stream().mapToDouble(Trial::workers).toArray(),
            trials.stream().mapToDouble(time).toArray());
    series.setLineColor(color);
    series.setMarkerColor(color);
    series.setMarker(width == 0 ? SeriesMarkers.CIRCLE : SeriesMarkers.NONE);
    series.setLineStyle(width == 0 ? SeriesLines.NONE : new BasicStroke(width));
  }

  private static void style(AxesChartStyler styler) {
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(new Color(0xe4e4e4));
    styler.setLegendPosition(Styler.LegendPosition.OutsideS);
    styler.setLegendLayout(Styler.LegendLayout.Horizontal);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    styler.setYAxisMin(0.0);
    styler.setMarkerSize(8);
  }

  private static void save(Chart<?, ?> chart, Path file) throws IOException {
    Files.write(file, ChartEncoder.getBytes(chart, "png"));
  }
}
