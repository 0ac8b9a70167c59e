package io.strait.view;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.Marker;

/** What all pictures of sweeps look like. */
public final class SweepChart {
  public static final Color BLUE = new Color(0x1f5fa8);
  public static final Color ORANGE = new Color(0xd9822b);

  private SweepChart() {}

  /** A chart of its usual size. */
  public static XYChart of(String title, String x, String y) {
    System.setProperty("java.awt.headless", "true");
    var chart =
        new XYChartBuilder()
            .width(900)
            .height(540)
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(y)
            .build();
    style(chart);
    return chart;
  }

  /** Adds a curve, unless it has no points. */
  public static void add(
      XYChart chart,
      String name,
      double[] x,
      double[] y,
      Color colour,
      Marker marker,
      float width) {
    if (x.length > 0) {
      var series = chart.addSeries(name, x, y);
      series.setMarker(marker).setLineColor(colour);
      series.setMarkerColor(colour);
      series.setLineStyle(new BasicStroke(width));
    }
  }

  /** The bytes of a file in the format that its name ends with. */
  public static byte[] bytes(XYChart chart, Path file) throws IOException {
    var name = file.toString();
    return ChartEncoder.getBytes(chart, name.substring(name.lastIndexOf('.') + 1));
  }

  public static void style(XYChart chart) {
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
