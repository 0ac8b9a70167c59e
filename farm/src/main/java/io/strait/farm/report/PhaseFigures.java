package io.strait.farm.report;

import io.strait.farm.file.PhasePlan;
import io.strait.farm.law.Tuning;
import io.strait.farm.report.Summary.Figures;
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

  /** Predicted, simulated, measured. */
  public record Three(double predicted, double simulated, double measured) {}

  /**
   * A cluster, or all.
   *
   * @param published what others measured; NaN where nobody did
   */
  public record Row(
      String name,
      int workers,
      int combine,
      Three rate,
      Three speedup,
      Three efficiency,
      double precision,
      double published,
      String boundBy) {}

  static PhaseFigures of(PhasePlan plan, Summary.Phase measured) {
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
        new Three(row.speedup.predicted, row.speedup.simulated, Double.NaN),
        new Three(row.efficiency.predicted, row.efficiency.simulated, Double.NaN),
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
        new Three(
            plan[2],
            or(figures.simulatedEfficiency(), figures.simulatedRate() / available),
            or(figures.measuredEfficiency(), figures.measuredRate() / available));
    var speedup =
        new Three(
            rate / local,
            or(figures.simulatedSpeedup(), figures.simulatedRate() / local),
            or(figures.measuredSpeedup(), figures.measuredRate() / local));
    return new Row(
        name,
        workers,
        combine,
        new Three(rate, figures.simulatedRate(), figures.measuredRate()),
        speedup,
        efficiency,
        figures.isMeasured()
            ? or(figures.precision(), Tuning.precision(speedup.predicted, speedup.measured))
            : Double.NaN,
        figures.referenceSpeedup(),
        boundBy);
  }

  private static double or(double value, double otherwise) {
    return Double.isFinite(value) ? value : otherwise;
  }

  /** What the events tell where there is no summary. */
  static Summary.Phase counted(Map<String, Double> rates, double total, double seconds) {
    var clusters = new LinkedHashMap<String, Figures>();
    rates.forEach((name, rate) -> clusters.put(name, measured(rate)));
    return new Summary.Phase(measured(total), clusters, seconds, Double.NaN);
  }

  private static Figures measured(double rate) {
    double none = Double.NaN;
    return new Figures(none, rate, none, none, none, none, none, none);
  }
}
