package io.strait.bench.stencil;

import io.strait.stencil.file.Strategy;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The paper's figures: lines are predicted, dots measured. */
final class LatencyFigures {
  private static final Map<Strategy, Color> COLOURS =
      Map.of(
          Strategy.LH, new Color(0x8a8a8a),
          Strategy.LHRP, new Color(0xd9822b),
          Strategy.WAVEFRONT, new Color(0x1f6fb5));

  private LatencyFigures() {}

  static void draw(Path file, String axis, List<LatencyBench.Point> points) throws IOException {
    var chart =
        new XYChartBuilder()
            .width(900)
            .height(500)
            .title("One iteration, by strategy")
            .xAxisTitle(axis)
            .yAxisTitle("ms")
            .build();
    var styler = chart.getStyler();
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setLegendPosition(Styler.LegendPosition.OutsideS);
    styler.setLegendLayout(Styler.LegendLayout.Horizontal);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    styler.setYAxisLogarithmic(true);
    for (var strategy : List.of(Strategy.LH, Strategy.LHRP, Strategy.WAVEFRONT)) {
      var of = points.stream().filter(p -> p.strategy() == strategy).toList();
      var x = of.stream().mapToDouble(LatencyBench.Point::x).toArray();
      var line =
          chart.addSeries(
              strategy.word() + ", predicted",
              x,
              of.stream().mapToDouble(p -> p.predicted() * 1e3).toArray());
      line.setLineColor(COLOURS.get(strategy));
      line.setMarker(SeriesMarkers.NONE);
      line.setLineStyle(new BasicStroke(2.5f));
      var dots =
          chart.addSeries(
              strategy.word() + ", measured",
              x,
              of.stream().mapToDouble(p -> p.measured() * 1e3).toArray());
      dots.setMarkerColor(COLOURS.get(strategy));
      dots.setMarker(SeriesMarkers.CIRCLE);
      dots.setLineStyle(SeriesLines.NONE);
    }
    Files.write(file, ChartEncoder.getBytes(chart, "png"));
  }
}
