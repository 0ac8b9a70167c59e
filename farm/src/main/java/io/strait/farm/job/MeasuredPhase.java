package io.strait.farm.job;

import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.law.Tuning;
import io.strait.farm.protocol.Message;
import io.strait.farm.run.FarmStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run of a phase took, by the run's clock.
 *
 * @param seconds from the first task handed out to the last result
 * @param finished tasks by cluster
 */
public record MeasuredPhase(
    PhasePlan phase, int tasks, double seconds, Map<String, Integer> finished) {
  /** The file of a folder that has it. */
  public static final String FILE = "measured.json";

  /** Of a run that one life of the master did alone. */
  public static MeasuredPhase of(FarmPlan plan, FarmStage stage, FarmStatus status) {
    var finished = new HashMap<String, Integer>();
    for (var child : status.children()) {
      boolean gateway = child.role() == Message.Role.GATEWAY;
      finished.merge(gateway ? child.name() : plan.masterCluster(), child.finished(), Integer::sum);
    }
    return new MeasuredPhase(
        stage.phase(), status.tasks(), status.elapsed() * stage.clock(), finished);
  }

  /** For a later life of the master. */
  public Map<String, String> entries() {
    var counts = new ArrayList<String>();
    finished.forEach((cluster, count) -> counts.add(cluster + ":" + count));
    return Map.of("seconds", Double.toString(seconds), "tasks", String.join(",", counts));
  }

  /** What a former life measured; null if it did not come to its end. */
  public static @Nullable MeasuredPhase of(
      FarmPlan plan, FarmStage stage, Map<String, String> entries) {
    @Nullable String seconds = entries.get("seconds");
    @Nullable String counts = entries.get("tasks");
    if (seconds == null || counts == null) {
      return null;
    }
    var finished = new HashMap<String, Integer>();
    try {
      for (var count : counts.split(",", -1)) {
        int colon = count.indexOf(':');
        finished.put(
            count.substring(0, Math.max(0, colon)), Integer.valueOf(count.substring(colon + 1)));
      }
      return new MeasuredPhase(
          stage.phase(), (int) plan.tasks(), Double.parseDouble(seconds), finished);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Tasks per second. */
  double rate() {
    return tasks / seconds;
  }

  /** Of one cluster. */
  double rate(String cluster) {
    return finished.getOrDefault(cluster, 0) / seconds;
  }

  /** A rate over the estimated rate of the home cluster alone, as the papers do. */
  double speedup(double rate) {
    var total = phase.total();
    return Tuning.estimatedSpeedup(rate, total.estimatedRate() / total.speedup());
  }

  double precision() {
    return Tuning.precision(phase.total().estimatedRate(), rate());
  }
}
