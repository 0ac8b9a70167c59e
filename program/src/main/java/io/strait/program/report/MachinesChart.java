package io.strait.program.report;

import io.strait.program.file.ProgramPlan;
import io.strait.program.file.ProgramPlan.CurvePoint;
import io.strait.program.outcome.CandidateOutcome;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.PointChart;
import io.strait.view.page.Show;
import java.util.List;

/**
 * The rate over the number of machines, as paper porting's figure 6a: the plan's curve, and what
 * was measured.
 */
final class MachinesChart {
  private static final String HERE = "c0";
  private static final String MORE = "c4";
  private static final String MEASURED = "c2";

  private final ProgramPlan plan;

  MachinesChart(ProgramPlan plan) {
    this.plan = plan;
  }

  /**
   * @param ran candidates that were measured
   */
  void write(Html html, List<CandidateOutcome> ran) {
    var here = plan.curve().stream().filter(CurvePoint::isHere).toList();
    var more = plan.curve().subList(Math.max(0, here.size() - 1), plan.curve().size());
    boolean beyond = here.size() < plan.curve().size();
    html.open("p", "class", "legend");
    Page.key(html, HERE, "predicted");
    if (beyond) {
      Page.key(html, MORE, "predicted, with more machines than there are");
    }
    Page.key(html, MEASURED, "measured");
    html.close();
    var chart = new PointChart().level(ProgramPlan.STAY, plan.stay().rate());
    if (beyond) {
      chart.line(points(more), MORE);
    }
    chart
        .line(points(here), HERE)
        .points(ran.stream().map(this::point).toList(), MEASURED)
        .write(html, "tall", "%s per second over the number of machines".formatted(plan.unit()));
  }

  private List<PointChart.Point> points(List<CurvePoint> curve) {
    return curve.stream()
        .map(
            each ->
                new PointChart.Point(
                    each.machines(),
                    each.rate(),
                    "%s, bound by %s"
                        .formatted(title(each.machines(), each.rate()), each.boundBy())))
        .toList();
  }

  private PointChart.Point point(CandidateOutcome ran) {
    int machines = ran.plan().hosts().size();
    double rate = ran.measured().rate();
    return new PointChart.Point(
        machines, rate, "%s measured: %s".formatted(ran.name(), title(machines, rate)));
  }

  private String title(int machines, double rate) {
    return "%s %s/s on %d machine%s"
        .formatted(Show.number(rate), plan.unit(), machines, machines == 1 ? "" : "s");
  }
}
