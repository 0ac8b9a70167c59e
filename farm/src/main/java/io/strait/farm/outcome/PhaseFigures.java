package io.strait.farm.outcome;

import io.strait.farm.file.FarmPlanTree;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.law.Tuning;
import io.strait.kind.report.JsonFile;
import io.strait.kind.report.Promise;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import java.util.ArrayList;
import java.util.List;

/**
 * One phase as the tables of paper tuning have it: predicted, simulated and measured, cluster by
 * cluster.
 *
 * @param clusters all of the phase, also those without workers
 * @param time seconds of the run's clock
 * @param scale the time scale of the run; NaN if it is not known
 */
public record PhaseFigures(
    PhasePlan plan, List<Row> clusters, Row total, Promise time, double scale) {

  /**
   * A cluster, or all.
   *
   * @param combine how many results the gateway combines
   * @param precision of what was predicted; NaN where nothing was measured
   * @param published the speedup that others measured; NaN where nobody did
   */
  public record Row(
      String name,
      int workers,
      int combine,
      Figures predicted,
      Figures simulated,
      Figures measured,
      double precision,
      double published,
      String boundBy) {
    public Promise rate() {
      return new Promise(predicted.rate(), simulated.rate(), measured.rate());
    }

    public Promise speedup() {
      return new Promise(predicted.speedup(), simulated.speedup(), measured.speedup());
    }

    public Promise efficiency() {
      return new Promise(predicted.efficiency(), simulated.efficiency(), measured.efficiency());
    }

    private Row named(String other) {
      return new Row(
          other, workers, combine, predicted, simulated, measured, precision, published, boundBy);
    }

    /** Where a span of times was promised, rates do not say how near the run came. */
    private Row timed(Promise time) {
      double kept =
          time.promised().isNarrow() || Double.isNaN(time.measured())
              ? precision
              : time.precision();
      return new Row(
          name, workers, combine, predicted, simulated, measured, kept, published, boundBy);
    }

    private Row ratesOnly() {
      double none = Double.NaN;
      var rate = new Figures(measured.rate(), none, none);
      return new Row(name, workers, combine, predicted, simulated, rate, none, published, boundBy);
    }
  }

  /**
   * A phase beside what was found.
   *
   * @param published the speedup that others measured; NaN if nobody did
   */
  public static PhaseFigures of(
      PhasePlan plan, Finding simulated, Finding measured, double scale, double published) {
    double local = plan.localRate();
    // Rates are those of the middle of a run; what is measured has its start and end in it.
    double whole = plan.total().timeSeconds() / plan.total().promisedSeconds();
    var rows = new ArrayList<Row>();
    for (var cluster : plan.clusters()) {
      double rate = cluster.estimatedRate();
      var name = cluster.name();
      rows.add(
          row(
              name,
              cluster.workers().size(),
              cluster.aggregate(),
              new Figures(rate, rate / local, cluster.efficiency()),
              whole,
              simulated.cluster(name),
              measured.cluster(name),
              Double.NaN,
              cluster.boundBy()));
    }
    var total = plan.total();
    double rate = total.estimatedRate();
    var time = new Promise(total.promised(), simulated.seconds(), measured.seconds());
    return new PhaseFigures(
        plan,
        rows,
        row(
                "total",
                total.workers(),
                1,
                new Figures(rate, rate / local, total.efficiency()),
                whole,
                simulated.total(),
                measured.total(),
                published,
                total.boundBy())
            .timed(time),
        time,
        scale);
  }

  private static Row row(
      String name,
      int workers,
      int combine,
      Figures predicted,
      double whole,
      Figures simulated,
      Figures measured,
      double published,
      String boundBy) {
    double precision =
        Double.isNaN(measured.rate())
            ? Tuning.precision(predicted.speedup(), measured.speedup())
            : Tuning.precision(whole * predicted.rate(), measured.rate());
    return new Row(
        name, workers, combine, predicted, simulated, measured, precision, published, boundBy);
  }

  public String phase() {
    return plan.phase().word();
  }

  /** Whether anything is known of how fast it was. */
  public boolean isMeasured() {
    return Double.isFinite(total.measured.rate()) || Double.isFinite(total.measured.speedup());
  }

  /** The clusters that have workers. */
  public List<Row> working() {
    return clusters.stream().filter(row -> row.workers > 0).toList();
  }

  /** The rows of a table: some clusters, the total last. A single cluster is the total. */
  public List<Row> rows(int mostClusters) {
    if (clusters.size() == 1) {
      return List.of(total.named(clusters.getFirst().name));
    }
    var rows = new ArrayList<>(clusters.subList(0, Math.min(mostClusters, clusters.size())));
    rows.add(total);
    return rows;
  }

  /** Where hosts computed that are not the plan's: only their rates mean something. */
  public PhaseFigures ofOtherHosts() {
    return new PhaseFigures(
        plan, clusters.stream().map(Row::ratesOnly).toList(), total.ratesOnly(), time, scale);
  }

  /** A step in the summary of a run. */
  Tree tree() {
    return new Tree()
        .put("phase", phase())
        .put("time_scale", scale)
        .put("total", totalTree())
        .put("clusters", clusterTrees());
  }

  /** The last phase, at the top of the summary of a run. */
  void addTo(Tree tree) {
    boolean timed = !Double.isNaN(time.measured());
    tree.put("time_s", plan.total().timeSeconds())
        .put("promised_time_s", time.predicted())
        .put("simulated_time_s", time.simulated())
        .putIfPresent("measured_time_s", timed ? time.measured() : null)
        .put("time_scale", scale)
        .putIfPresent("precision", timed ? total.precision : null)
        .put("clusters", clusterTrees())
        .put("total", totalTree());
  }

  private Tree totalTree() {
    var tree = total.simulated.addTo(FarmPlanTree.total(plan.total()), "simulated");
    tree.put("simulated_time_s", time.simulated());
    if (!Double.isNaN(time.measured())) {
      total.measured.addTo(tree, "measured").put("measured_time_s", time.measured());
      tree.put("precision", total.precision);
    }
    return tree.putIfPresent(
        "reference_speedup", Double.isNaN(total.published) ? null : total.published);
  }

  private List<Tree> clusterTrees() {
    var trees = new ArrayList<Tree>();
    for (int i = 0; i < clusters.size(); i++) {
      var row = clusters.get(i);
      var tree = row.simulated.addTo(FarmPlanTree.cluster(plan.clusters().get(i)), "simulated");
      if (!Double.isNaN(time.measured())) {
        row.measured.addTo(tree, "measured").put("precision", row.precision);
      }
      trees.add(tree);
    }
    return trees;
  }

  /** Reads a step, or the last phase at the top. */
  static PhaseFigures read(JsonFile file, Node.Mapping node, PhasePlan plan) {
    double published =
        node.get("total") instanceof Node.Mapping total
            ? file.number(total, "reference_speedup")
            : Double.NaN;
    return of(
        plan,
        Finding.read(file, node, "simulated", plan),
        Finding.read(file, node, "measured", plan),
        file.number(node, "time_scale"),
        published);
  }
}
