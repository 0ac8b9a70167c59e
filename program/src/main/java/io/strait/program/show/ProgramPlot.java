package io.strait.program.show;

import io.strait.kind.file.Inputs;
import io.strait.kind.plan.Sweep;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan;
import io.strait.program.file.ProgramPlan.CurvePoint;
import io.strait.view.SweepChart;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The rate over the number of machines, as paper porting's figure 6a, or along a sweep. */
final class ProgramPlot {
  private static final Color GREY = new Color(0x8a8a8a);

  private ProgramPlot() {}

  static byte[] draw(Path file, Inputs<ProgramApp> inputs, ProgramPlan plan) throws IOException {
    var unit = inputs.app().unit();
    var chart =
        SweepChart.of(
            "%s on %s".formatted(inputs.app().name(), inputs.grid().name()),
            "machines",
            unit + " per second");
    chart.getStyler().setYAxisMin(0.0);
    var here = plan.curve().stream().filter(CurvePoint::isHere).toList();
    SweepChart.add(
        chart, "this grid", x(here), y(here), SweepChart.BLUE, SeriesMarkers.CIRCLE, 2.2f);
    var more =
        plan.curve().stream()
            .filter(each -> !each.isHere() || each.equals(here.getLast()))
            .toList();
    if (more.size() > 1) {
      SweepChart.add(
          chart,
          "with more machines",
          x(more),
          y(more),
          SweepChart.ORANGE,
          SeriesMarkers.DIAMOND,
          2.2f);
    }
    if (plan.curve().stream().anyMatch(each -> each.rate() < 0.99 * each.lawRate())) {
      SweepChart.add(
          chart,
          "by the laws",
          x(plan.curve()),
          plan.curve().stream().mapToDouble(CurvePoint::lawRate).toArray(),
          GREY,
          SeriesMarkers.NONE,
          1.4f);
    }
    double last = plan.curve().getLast().machines();
    for (var each : plan.candidates()) {
      if (each.isSerial()) {
        var line =
            chart.addSeries(
                each.name(), new double[] {1, last}, new double[] {each.rate(), each.rate()});
        line.setMarker(SeriesMarkers.NONE).setLineColor(GREY);
        line.setLineStyle(
            each.name().equals(ProgramPlan.STAY)
                ? new BasicStroke(1.4f)
                : new BasicStroke(
                    1.4f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {6, 4}, 0));
      }
    }
    return SweepChart.bytes(chart, file);
  }

  private static double[] x(List<CurvePoint> points) {
    return points.stream().mapToDouble(CurvePoint::machines).toArray();
  }

  private static double[] y(List<CurvePoint> points) {
    return points.stream().mapToDouble(CurvePoint::rate).toArray();
  }

  static byte[] draw(Path file, Sweep sweep, List<Sweep.Point<ProgramPlan>> points)
      throws IOException {
    var planned = points.stream().filter(point -> point.plan() != null).toList();
    var unit =
        planned.isEmpty() ? "units" : Objects.requireNonNull(planned.getFirst().plan()).unit();
    var chart = SweepChart.of("The rate along " + sweep.path(), sweep.axis(), unit + " per second");
    chart.getStyler().setYAxisMin(0.0);
    SweepChart.add(
        chart,
        "best",
        planned.stream().mapToDouble(Sweep.Point::value).toArray(),
        planned.stream()
            .mapToDouble(point -> Objects.requireNonNull(point.plan()).result().rate())
            .toArray(),
        SweepChart.BLUE,
        SeriesMarkers.CIRCLE,
        2.2f);
    SweepChart.add(
        chart,
        ProgramPlan.STAY,
        planned.stream().mapToDouble(Sweep.Point::value).toArray(),
        planned.stream()
            .mapToDouble(point -> Objects.requireNonNull(point.plan()).stay().rate())
            .toArray(),
        GREY,
        SeriesMarkers.NONE,
        1.4f);
    return SweepChart.bytes(chart, file);
  }
}
