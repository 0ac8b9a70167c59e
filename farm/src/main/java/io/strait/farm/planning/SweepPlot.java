package io.strait.farm.planning;

import io.strait.farm.file.FarmPlan;
import io.strait.kind.plan.Sweep;
import io.strait.view.SweepChart;
import java.awt.BasicStroke;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Speedup and efficiency along a sweep, as a picture. */
public final class SweepPlot {
  private SweepPlot() {}

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
    SweepChart.style(chart);
    axes(chart.getStyler());
    var left = chart.addSeries("speedup", x, speedup);
    left.setMarker(SeriesMarkers.CIRCLE).setLineColor(SweepChart.BLUE);
    var right = chart.addSeries("efficiency", x, efficiency);
    right.setMarker(SeriesMarkers.DIAMOND).setLineColor(SweepChart.ORANGE);
    right.setYAxisGroup(1);
    left.setMarkerColor(SweepChart.BLUE);
    right.setMarkerColor(SweepChart.ORANGE);
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
}
