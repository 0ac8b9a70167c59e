package io.strait.farm.plan;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.kind.file.Inputs;
import io.strait.model.PlanException;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Durations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The app's large files in a plan: a cluster begins when it has them. One whose data take longer
 * than it brings is left out.
 *
 * @param missing bytes that must be sent, by cluster; those that are not named need none
 */
public record PlannedData(Map<String, Long> missing) {
  /** What a cluster must make the run shorter by, as a part of it. */
  private static final double WORTH_IT = 0.005;

  public PlannedData {
    missing = Map.copyOf(missing);
  }

  /**
   * The best plan with these data.
   *
   * @param planner makes a plan that knows nothing of data
   * @param promise lets a rehearsal say how long it takes
   */
  public FarmPlan plan(
      Inputs<FarmApp> inputs,
      PlanOptions options,
      Function<PlanOptions, FarmPlan> planner,
      UnaryOperator<FarmPlan> promise) {
    if (missing.isEmpty()) {
      return promise.apply(planner.apply(options));
    }
    Set<String> without = new HashSet<>(options.without());
    var notes = new ArrayList<String>();
    var best = promise.apply(timed(inputs, planner.apply(options)));
    var tried =
        best.result().clusters().stream()
            .filter(c -> c.dataSeconds() > 0 && !c.workers().isEmpty())
            .sorted(Comparator.comparingDouble(ClusterPlan::dataSeconds).reversed())
            .toList();
    for (var cluster : tried) {
      var fewer = new HashSet<>(without);
      fewer.add(cluster.name());
      try {
        var other = promise.apply(timed(inputs, planner.apply(options.without(fewer))));
        double with = best.result().total().promisedSeconds();
        double then = other.result().total().promisedSeconds();
        if (other.result().total().workers() > 0 && with > then * (1 - WORTH_IT)) {
          without = fewer;
          best = other;
          notes.add(leftOut(cluster, with, then));
        }
      } catch (PlanException e) {
        // Nobody else can do it.
      }
    }
    notes.addAll(best.notes());
    told(best.result(), notes);
    return best.with(best.steps(), notes);
  }

  private String leftOut(ClusterPlan cluster, double with, double without) {
    return "Cluster %s is left out: its data (%s) would take %s to send, which costs more than it brings: with it the run would take %s, without it %s."
        .formatted(
            cluster.name(),
            new Bytes(missing.getOrDefault(cluster.name(), 0L)),
            Durations.rounded(cluster.dataSeconds()),
            Durations.rounded(with),
            Durations.rounded(without));
  }

  private void told(PhasePlan phase, ArrayList<String> notes) {
    for (var cluster : phase.clusters()) {
      if (cluster.dataSeconds() > 0) {
        notes.add(
            "Data: %s are sent to %s first, which takes %s."
                .formatted(
                    new Bytes(missing.getOrDefault(cluster.name(), 0L)),
                    cluster.name(),
                    Durations.rounded(cluster.dataSeconds())));
      }
    }
  }

  /** A plan whose clusters begin when they have their data. */
  FarmPlan timed(Inputs<FarmApp> inputs, FarmPlan plan) {
    var net = new FarmNetwork(inputs.grid(), inputs.app());
    var times = new DataTimes(net, net.findCluster(plan.masterCluster()));
    var steps = plan.steps().stream().map(step -> timed(net, times, step)).toList();
    return plan.with(steps, plan.notes());
  }

  private PhasePlan timed(FarmNetwork net, DataTimes times, PhasePlan phase) {
    var bytes = new double[net.clusters];
    for (var cluster : phase.clusters()) {
      bytes[net.findCluster(cluster.name())] =
          cluster.workers().isEmpty() ? 0 : missing.getOrDefault(cluster.name(), 0L);
    }
    var seconds = times.seconds(bytes);
    var byName = new HashMap<String, Double>();
    for (int c = 0; c < net.clusters; c++) {
      byName.put(net.clusterName(c), seconds[c]);
    }
    return phase.withData(name -> byName.getOrDefault(name, 0.0));
  }
}
