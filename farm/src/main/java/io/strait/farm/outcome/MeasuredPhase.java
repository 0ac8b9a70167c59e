package io.strait.farm.outcome;

import io.strait.farm.file.PhasePlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run of a phase took, by the run's clock. {@code measured.json} keeps it, for the case that
 * the master is started again before the last phase is done.
 *
 * @param tasks that were finished
 * @param seconds from the first task handed out to the last result
 * @param finished tasks by cluster; nothing is known of clusters that are left out
 */
public record MeasuredPhase(
    PhasePlan plan, long tasks, double seconds, Map<String, Long> finished) {
  /** The file of a folder that has it. */
  public static final String FILE = "measured.json";

  /** A phase where no cluster has finished anything, for counting. */
  public static Map<String, Long> counts(PhasePlan plan) {
    var counts = new HashMap<String, Long>();
    plan.clusters().forEach(cluster -> counts.put(cluster.name(), 0L));
    return counts;
  }

  public Finding finding() {
    double local = plan.localRate();
    var clusters = new HashMap<String, Figures>();
    for (var cluster : plan.clusters()) {
      @Nullable Long done = finished.get(cluster.name());
      if (done != null) {
        clusters.put(cluster.name(), Figures.of(done / seconds, local, cluster.availableRate()));
      }
    }
    var total = Figures.of(tasks / seconds, local, plan.total().availableRate());
    return new Finding(seconds, total, clusters);
  }

  public Map<String, String> entries() {
    var counts = new ArrayList<String>();
    finished.forEach((cluster, count) -> counts.add(cluster + ":" + count));
    return Map.of("seconds", Double.toString(seconds), "tasks", String.join(",", counts));
  }

  /** Reads what {@link #entries} gave; null if there is nothing, or nothing that makes sense. */
  public static @Nullable MeasuredPhase read(
      PhasePlan plan, long tasks, Map<String, String> entries) {
    @Nullable String seconds = entries.get("seconds");
    @Nullable String counts = entries.get("tasks");
    if (seconds == null || counts == null) {
      return null;
    }
    var finished = counts(plan);
    try {
      for (var count : counts.split(",", -1)) {
        int colon = count.indexOf(':');
        finished.put(
            count.substring(0, Math.max(0, colon)), Long.valueOf(count.substring(colon + 1)));
      }
      return new MeasuredPhase(plan, tasks, Double.parseDouble(seconds), finished);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
