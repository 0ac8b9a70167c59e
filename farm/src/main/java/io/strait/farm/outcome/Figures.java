package io.strait.farm.outcome;

import io.strait.kind.report.JsonFile;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;

/**
 * How fast a cluster, or all of them, were: as predicted, simulated or measured. NaN where nobody
 * can say.
 *
 * @param rate tasks per second
 * @param speedup rate over the estimated rate of the home cluster alone
 * @param efficiency rate over the available rate
 */
public record Figures(double rate, double speedup, double efficiency) {
  public static final Figures NONE = new Figures(Double.NaN, Double.NaN, Double.NaN);

  /**
   * What follows from a rate, by the equations of tuning (3).
   *
   * @param local the estimated rate of the home cluster alone
   * @param available the sum of the workers' rates
   */
  static Figures of(double rate, double local, double available) {
    return new Figures(rate, rate / local, rate / available);
  }

  /**
   * Adds them to a tree.
   *
   * @param how {@code simulated} or {@code measured}
   */
  public Tree addTo(Tree tree, String how) {
    return tree.put(how + "_rate", rate)
        .put(how + "_speedup", speedup)
        .put(how + "_efficiency", efficiency);
  }

  /** What the file leaves out follows from the rate. */
  static Figures read(
      JsonFile file, Node.Mapping node, String how, double local, double available) {
    var found = of(file.number(node, how + "_rate"), local, available);
    double speedup = file.number(node, how + "_speedup");
    double efficiency = file.number(node, how + "_efficiency");
    return new Figures(
        found.rate,
        Double.isFinite(speedup) ? speedup : found.speedup,
        Double.isFinite(efficiency) ? efficiency : found.efficiency);
  }
}
