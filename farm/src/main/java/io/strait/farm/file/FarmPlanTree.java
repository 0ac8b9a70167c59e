package io.strait.farm.file;

import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;

/** A farm plan as a tree: the JSON that {@code plan --format json} prints, and the plan file. */
public final class FarmPlanTree {
  private FarmPlanTree() {}

  /** The JSON of {@code plan}: the final phase at the top, all phases under {@code steps}. */
  public static Tree of(FarmPlan plan) {
    var result = plan.result();
    return head(plan)
        .put("time_s", result.total().timeSeconds())
        .put("promised_time_s", result.total().promisedSeconds())
        .put("clusters", result.clusters().stream().map(FarmPlanTree::cluster).toList())
        .put("total", total(result.total()))
        .put("cut", cut(result))
        .put("gaps", gaps(result))
        .put("steps", plan.steps().stream().map(FarmPlanTree::step).toList())
        .put("notes", plan.notes());
  }

  /** The section of a plan file. */
  static Tree section(FarmPlan plan) {
    return head(plan)
        .put("steps", plan.steps().stream().map(FarmPlanTree::step).toList())
        .put("notes", plan.notes());
  }

  /** Where and for what the plan is. */
  public static Tree head(FarmPlan plan) {
    var head =
        new Tree()
            .put("master", plan.master())
            .put("master_cluster", plan.masterCluster())
            .put("home", plan.home())
            .put("tasks", plan.tasks())
            .put("objective", plan.objective())
            .put("target_efficiency", plan.efficiency());
    if (plan.stock() != null) {
      head.put("stock_s", Durations.seconds(plan.stock()));
    }
    return plan.deadline() == null
        ? head
        : head.put("deadline_s", Durations.seconds(plan.deadline()));
  }

  private static Tree step(PhasePlan step) {
    return new Tree()
        .put("phase", step.phase().word())
        .put("total", total(step.total()))
        .put("clusters", step.clusters().stream().map(FarmPlanTree::cluster).toList())
        .put("cut", cut(step))
        .put("gaps", gaps(step));
  }

  private static Object cut(PhasePlan phase) {
    return phase.cut().stream()
        .map(limit -> new Tree().put("resource", limit.resource()).put("rate", limit.rate()))
        .toList();
  }

  private static Object gaps(PhasePlan phase) {
    return phase.gaps().stream()
        .map(
            gap ->
                new Tree()
                    .put("name", gap.name())
                    .put("bytes_per_s", gap.bytesPerSecond())
                    .put("utilisation", gap.utilisation()))
        .toList();
  }

  /** One cluster in one phase. */
  public static Tree cluster(ClusterPlan cluster) {
    var tree = rates(cluster);
    return cluster.dataSeconds() > 0 ? tree.put("data_s", cluster.dataSeconds()) : tree;
  }

  private static Tree rates(ClusterPlan cluster) {
    return new Tree()
        .put("name", cluster.name())
        .put("workers", cluster.workers())
        .put("available_rate", cluster.availableRate())
        .put("max_rate", cluster.maxRate())
        .put("estimated_rate", cluster.estimatedRate())
        .put("speedup", cluster.speedup())
        .put("efficiency", cluster.efficiency())
        .put("aggregate", cluster.aggregate())
        .put("prefetch", cluster.prefetch())
        .put("bound_by", cluster.boundBy());
  }

  /** All clusters of a phase together. */
  public static Tree total(PhasePlan.Total total) {
    return new Tree()
        .put("workers", total.workers())
        .put("available_rate", total.availableRate())
        .put("estimated_rate", total.estimatedRate())
        .put("speedup", total.speedup())
        .put("efficiency", total.efficiency())
        .put("time_s", total.timeSeconds())
        .put("promised_time_s", total.promisedSeconds())
        .put("least_time_s", total.promised().least())
        .put("most_time_s", total.promised().most())
        .put("cost", total.cost())
        .put("bound_by", total.boundBy());
  }
}
