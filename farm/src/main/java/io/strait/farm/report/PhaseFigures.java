package io.strait.farm.report;

import io.strait.farm.file.PhasePlan;
import io.strait.farm.report.FarmSummary.Figures;
import io.strait.kind.report.Promise;
import io.strait.model.text.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One phase as the tables of paper tuning have it: predicted, simulated and measured, cluster by
 * cluster.
 *
 * @param time seconds that were measured; NaN if they are not known
 * @param scale the time scale of the run; NaN if it is not known
 */
public record PhaseFigures(String phase, List<Row> clusters, Row total, double time, double scale) {
  public PhaseFigures {
    clusters = List.copyOf(clusters);
  }

  /**
   * A cluster, or all.
   *
   * @param published what others measured; NaN where nobody did
   */
  public record Row(
      String name,
      int workers,
      int combine,
      Promise rate,
      Promise speedup,
      Promise efficiency,
      double precision,
      double published,
      String boundBy) {
    Tree json() {
      var tree =
          new Tree()
              .put("name", name)
              .put("workers", workers)
              .put("estimated_rate", rate.predicted())
              .put("simulated_rate", rate.simulated())
              .put("measured_rate", rate.measured())
              .put("speedup", speedup.predicted())
              .put("simulated_speedup", speedup.simulated())
              .put("measured_speedup", speedup.measured())
              .put("efficiency", efficiency.predicted())
              .put("simulated_efficiency", efficiency.simulated())
              .put("measured_efficiency", efficiency.measured())
              .put("precision", precision);
      return tree.putIfPresent("reference_speedup", Double.isFinite(published) ? published : null);
    }
  }

  Tree json() {
    return new Tree()
        .put("phase", phase)
        .put("measured_time_s", time)
        .put("total", total.json())
        .put("clusters", clusters.stream().map(Row::json).toList());
  }

  static PhaseFigures of(PhasePlan plan, FarmSummary.Phase measured) {
    double local = plan.total().estimatedRate() / plan.total().speedup();
    var rows = new ArrayList<Row>();
    for (var cluster : plan.clusters()) {
      if (cluster.workers().isEmpty()) {
        continue;
      }
      rows.add(
          row(
              cluster.name(),
              cluster.workers().size(),
              cluster.aggregate(),
              new double[] {
                cluster.availableRate(), cluster.estimatedRate(), cluster.efficiency(), local
              },
              measured.clusters().getOrDefault(cluster.name(), Figures.NONE),
              cluster.boundBy()));
    }
    var total = plan.total();
    return new PhaseFigures(
        plan.phase().word(),
        rows,
        row(
            "total",
            total.workers(),
            1,
            new double[] {total.availableRate(), total.estimatedRate(), total.efficiency(), local},
            measured.total(),
            total.boundBy()),
        measured.measuredTime(),
        measured.scale());
  }

  /** The same where hosts computed that are not the plan's: only their rates mean something. */
  PhaseFigures ofOtherHosts() {
    return new PhaseFigures(
        phase, clusters.stream().map(PhaseFigures::alone).toList(), alone(total), time, scale);
  }

  private static Row alone(Row row) {
    return new Row(
        row.name,
        row.workers,
        row.combine,
        row.rate,
        row.speedup.unmeasured(),
        row.efficiency.unmeasured(),
        Double.NaN,
        row.published,
        row.boundBy);
  }

  /** What the summary leaves out follows from the rates, by the equations of tuning (3). */
  private static Row row(
      String name, int workers, int combine, double[] plan, Figures figures, String boundBy) {
    double available = plan[0];
    double rate = plan[1];
    double local = plan[3];
    var efficiency =
        new Promise(
            plan[2],
            or(figures.simulatedEfficiency(), figures.simulatedRate() / available),
            or(figures.measuredEfficiency(), figures.measuredRate() / available));
    var speedup =
        new Promise(
            rate / local,
            or(figures.simulatedSpeedup(), figures.simulatedRate() / local),
            or(figures.measuredSpeedup(), figures.measuredRate() / local));
    return new Row(
        name,
        workers,
        combine,
        new Promise(rate, figures.simulatedRate(), figures.measuredRate()),
        speedup,
        efficiency,
        figures.isMeasured() ? or(figures.precision(), speedup.precision()) : Double.NaN,
        figures.referenceSpeedup(),
        boundBy);
  }

  private static double or(double value, double otherwise) {
    return Double.isFinite(value) ? value : otherwise;
  }

  /** What the events tell where there is no summary. */
  static FarmSummary.Phase counted(Map<String, Double> rates, double total, double seconds) {
    var clusters = new LinkedHashMap<String, Figures>();
    rates.forEach((name, rate) -> clusters.put(name, measured(rate)));
    return new FarmSummary.Phase(measured(total), clusters, seconds, Double.NaN);
  }

  private static Figures measured(double rate) {
    double none = Double.NaN;
    return new Figures(none, rate, none, none, none, none, none, none);
  }
}
