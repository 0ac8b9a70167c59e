package io.strait.measure.outlook;

import io.strait.measure.forecast.Forecaster;
import io.strait.measure.series.Quantity;
import io.strait.measure.series.StoredSeries;
import io.strait.view.Picture;
import io.strait.view.SweepChart;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Series with the forecasts that were made of them, and the intervals around these. */
public final class SeriesPlot {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 300;

  /** Charts of one picture. */
  private static final int MOST = 40;

  /** Values of a chart: more cannot be told apart. */
  private static final int MOST_VALUES = 400;

  private static final Color BAND = new Color(0xf8d9b5);

  private SeriesPlot() {}

  /** The bytes of a picture file: a chart for each series, one below the other. */
  public static byte[] draw(Path file, GridPlaces places, List<StoredSeries> series)
      throws IOException {
    System.setProperty("java.awt.headless", "true");
    var charts =
        series.stream().limit(MOST).map(each -> chart(places.words(each.name()), each)).toList();
    return Picture.of(
        file,
        WIDTH,
        HEIGHT * charts.size(),
        graphics -> {
          for (var chart : charts) {
            chart.paint(graphics, WIDTH, HEIGHT);
            graphics.translate(0, HEIGHT);
          }
        });
  }

  private static XYChart chart(String title, StoredSeries stored) {
    var quantity = stored.name().quantity();
    int count = stored.count();
    var seconds = stored.series().seconds();
    var values = stored.series().values();
    var forecaster = Forecaster.next(quantity.habit());
    int first = Math.max(0, count - MOST_VALUES);
    double hour = unit(seconds[count - 1] - seconds[first]);
    // A forecast stands where the value was to come; the last one has no value yet.
    var forecastAt = new double[count - first];
    var forecast = new double[count - first];
    var low = new double[count - first];
    var high = new double[count - first];
    double gap = count < 2 ? 1 : (seconds[count - 1] - seconds[0]) / (count - 1);
    for (int i = 0; i < count; i++) {
      forecaster.add(seconds[i], values[i]);
      if (i >= first) {
        var next = FewValues.widened(quantity, forecaster.forecast(), i + 1);
        forecastAt[i - first] =
            ((i + 1 < count ? seconds[i + 1] : seconds[i] + gap) - seconds[count - 1]) / hour;
        forecast[i - first] = next.value() * scale(quantity);
        low[i - first] = next.low() * scale(quantity);
        high[i - first] = next.high() * scale(quantity);
      }
    }
    var at =
        Arrays.stream(seconds, first, count).map(s -> (s - seconds[count - 1]) / hour).toArray();
    var shown = Arrays.stream(values, first, count).map(v -> v * scale(quantity)).toArray();
    var chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(unitName(hour) + " before the last value")
            .yAxisTitle(unitName(quantity))
            .build();
    SweepChart.style(chart);
    area(chart, "90 % interval", forecastAt, high, BAND);
    area(chart, " ", forecastAt, low, Color.WHITE);
    SweepChart.add(
        chart, "forecast", forecastAt, forecast, SweepChart.ORANGE, SeriesMarkers.NONE, 1.6f);
    SweepChart.add(chart, "measured", at, shown, SweepChart.BLUE, SeriesMarkers.NONE, 1.6f);
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setXAxisMin(Math.floor(at[0]));
    chart.getStyler().setXAxisMax(Math.ceil(forecastAt[forecastAt.length - 1]));
    chart.getStyler().setXAxisDecimalPattern("0.#");
    return chart;
  }

  private static void area(XYChart chart, String name, double[] x, double[] y, Color colour) {
    var series = chart.addSeries(name, x, y);
    series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Area);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(colour).setFillColor(colour);
    series.setLineStyle(new BasicStroke(0.5f));
    series.setShowInLegend(!name.isBlank());
  }

  /** A unit in which a time has few digits. */
  private static double unit(double span) {
    return span >= 7200 ? 3600 : span >= 180 ? 60 : 1;
  }

  private static String unitName(double unit) {
    return unit == 3600 ? "hours" : unit == 60 ? "minutes" : "seconds";
  }

  private static double scale(Quantity quantity) {
    return switch (quantity) {
      case BANDWIDTH, CARRIED -> 1e-6;
      case LATENCY -> 1e3;
      case AVAILABLE -> 100;
      case TASK_TIME -> 1;
    };
  }

  private static String unitName(Quantity quantity) {
    return switch (quantity) {
      case BANDWIDTH, CARRIED -> "MB/s";
      case LATENCY -> "ms";
      case AVAILABLE -> "%";
      case TASK_TIME -> "s";
    };
  }
}
