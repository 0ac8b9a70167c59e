package io.strait.farm.outcome;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmPlanTree;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.law.Tuning;
import io.strait.kind.report.JsonFile;
import io.strait.kind.report.Promise;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
   * @param precision of the predicted rate; NaN where nothing was measured
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

    private Row with(Figures simulated, Figures measured, double precision, double published) {
      return new Row(
          name, workers, combine, predicted, simulated, measured, precision, published, boundBy);
    }

    private Row found(Figures simulated, Figures measured, double published) {
      double precision = Tuning.precision(predicted.rate(), measured.rate());
      return with(simulated, measured, precision, published);
    }

    private Row read(JsonFile file, Node.@Nullable Mapping node, double local, double available) {
      if (node == null) {
        return this;
      }
      var simulated = Figures.read(file, node, "simulated", local, available);
      var measured = Figures.read(file, node, "measured", local, available);
      double told = file.number(node, "precision");
      double precision =
          new Promise(predicted.speedup(), simulated.speedup(), measured.speedup()).precision();
      return with(
          simulated,
          measured,
          !measured.isKnown() ? Double.NaN : Double.isFinite(told) ? told : precision,
          file.number(node, "reference_speedup"));
    }

    private Row named(String newName) {
      return new Row(
          newName, workers, combine, predicted, simulated, measured, precision, published, boundBy);
    }

    private Row ratesOnly() {
      var rate = new Figures(measured.rate(), Double.NaN, Double.NaN);
      return with(simulated, rate, Double.NaN, published);
    }
  }

  /**
   * A phase that was run.
   *
   * @param published the speedup that others measured; NaN if nobody did
   */
  public static PhaseFigures of(
      PhasePlan plan, Finding simulated, Finding measured, double scale, double published) {
    double local = local(plan);
    var rows = new ArrayList<Row>();
    for (var cluster : plan.clusters()) {
      rows.add(
          row(cluster, local)
              .found(simulated.cluster(cluster), measured.cluster(cluster), Double.NaN));
    }
    return new PhaseFigures(
        plan,
        rows,
        total(plan, local).found(simulated.total(), measured.total(), published),
        new Promise(plan.total().timeSeconds(), simulated.seconds(), measured.seconds()),
        scale);
  }

  /** The rate of the home cluster alone. */
  public static double local(PhasePlan plan) {
    return plan.total().estimatedRate() / plan.total().speedup();
  }

  private static Row row(ClusterPlan plan, double local) {
    return row(
        plan.name(),
        plan.workers().size(),
        plan.aggregate(),
        new Figures(plan.estimatedRate(), plan.estimatedRate() / local, plan.efficiency()),
        plan.boundBy());
  }

  private static Row total(PhasePlan phase, double local) {
    var plan = phase.total();
    return row(
        "total",
        plan.workers(),
        1,
        new Figures(plan.estimatedRate(), plan.estimatedRate() / local, plan.efficiency()),
        plan.boundBy());
  }

  private static Row row(String name, int workers, int combine, Figures predicted, String boundBy) {
    double none = Double.NaN;
    return new Row(
        name, workers, combine, predicted, Figures.NONE, Figures.NONE, none, none, boundBy);
  }

  public String phase() {
    return plan.phase().word();
  }

  /** Whether anything is known of how fast it was. */
  public boolean isMeasured() {
    return total.measured.isKnown();
  }

  /** The clusters that have workers. */
  public List<Row> working() {
    return clusters.stream().filter(row -> row.workers > 0).toList();
  }

  /** The rows of a table: some clusters, the total last; where there is one cluster, it is all. */
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
    tree.put("time_s", time.predicted()).put("simulated_time_s", time.simulated());
    if (wasTimed()) {
      tree.put("measured_time_s", time.measured());
    }
    tree.put("time_scale", scale);
    if (wasTimed()) {
      tree.put("precision", total.precision);
    }
    tree.put("clusters", clusterTrees()).put("total", totalTree());
  }

  private boolean wasTimed() {
    return !Double.isNaN(time.measured());
  }

  private Tree totalTree() {
    var tree = total.simulated.addTo(FarmPlanTree.total(plan.total()), "simulated");
    tree.put("simulated_time_s", time.simulated());
    if (wasTimed()) {
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
      if (wasTimed()) {
        row.measured.addTo(tree, "measured").put("precision", row.precision);
      }
      trees.add(tree);
    }
    return trees;
  }

  /** Reads a step, or the last phase at the top. */
  static PhaseFigures read(JsonFile file, Node.Mapping node, PhasePlan plan) {
    var found = new HashMap<String, Node.Mapping>();
    for (var item : file.items(node, "clusters")) {
      var cluster = file.mapping(item, "a cluster");
      found.put(file.text(cluster, "name"), cluster);
    }
    double local = local(plan);
    var rows = new ArrayList<Row>();
    for (var cluster : plan.clusters()) {
      rows.add(
          row(cluster, local)
              .read(file, found.get(cluster.name()), local, cluster.availableRate()));
    }
    @Nullable Node all = node.get("total");
    var mapping = all == null ? null : file.mapping(all, "total");
    var total = total(plan, local).read(file, mapping, local, plan.total().availableRate());
    // Older runs have the times at the top only.
    double time = mapping == null ? Double.NaN : file.number(mapping, "measured_time_s");
    return new PhaseFigures(
        plan,
        rows,
        total,
        new Promise(
            plan.total().timeSeconds(),
            file.number(mapping == null ? node : mapping, "simulated_time_s"),
            Double.isFinite(time) ? time : file.number(node, "measured_time_s")),
        file.number(node, "time_scale"));
  }
}
