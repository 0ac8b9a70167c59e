package io.strait.measure.link;

import io.strait.view.SweepChart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.DoubleStream;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The throughput over message sizes, measured and fitted: figure 3 of paper porting. */
public final class LinkPlot {
  /** Points of the fitted curve between two powers of two. */
  private static final int PER_OCTAVE = 16;

  private LinkPlot() {}

  /** The bytes of a picture file. */
  public static byte[] draw(Path file, LinkSeries series, FittedLink fit) throws IOException {
    var chart =
        SweepChart.of("Throughput of messages: " + series.over(), "bytes of a message", "MB/s");
    var points = series.points();
    double first = points.getFirst().bytes();
    double last = points.getLast().bytes();
    var x =
        DoubleStream.iterate(first, n -> n <= last, n -> n * Math.pow(2, 1.0 / PER_OCTAVE))
            .map(Math::rint)
            .distinct()
            .toArray();
    SweepChart.add(
        chart,
        "fitted",
        x,
        DoubleStream.of(x).map(n -> fit.law().bandwidth(n) / 1e6).toArray(),
        SweepChart.ORANGE,
        SeriesMarkers.NONE,
        2.2f);
    SweepChart.add(
        chart,
        "measured",
        points.stream().mapToDouble(SizePoint::bytes).toArray(),
        points.stream().mapToDouble(point -> point.throughput() / 1e6).toArray(),
        SweepChart.BLUE,
        SeriesMarkers.CIRCLE,
        0.5f);
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setYAxisMin(0.0);
    return SweepChart.bytes(chart, file);
  }
}
