package io.strait.farm.outcome;

import io.strait.farm.file.PhasePlan;
import io.strait.kind.report.JsonFile;
import io.strait.model.text.Node;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a rehearsal or a run found of one phase.
 *
 * @param seconds by the run's clock; NaN if they are not known
 * @param total of all clusters together
 * @param clusters by name; nothing is known of those that are left out
 */
public record Finding(double seconds, Figures total, Map<String, Figures> clusters) {
  public static final Finding NONE = new Finding(Double.NaN, Figures.NONE, Map.of());

  Figures cluster(String name) {
    return clusters.getOrDefault(name, Figures.NONE);
  }

  /**
   * Reads it from a phase of a summary.
   *
   * @param how {@code simulated} or {@code measured}
   */
  static Finding read(JsonFile file, Node.Mapping node, String how, PhasePlan plan) {
    double local = plan.localRate();
    var available = new HashMap<String, Double>();
    plan.clusters().forEach(cluster -> available.put(cluster.name(), cluster.availableRate()));
    var clusters = new HashMap<String, Figures>();
    for (var item : file.items(node, "clusters")) {
      var cluster = file.mapping(item, "a cluster");
      var name = file.text(cluster, "name");
      clusters.put(
          name, Figures.read(file, cluster, how, local, available.getOrDefault(name, Double.NaN)));
    }
    @Nullable Node all = node.get("total");
    var total = all == null ? null : file.mapping(all, "total");
    double seconds = file.number(total == null ? node : total, how + "_time_s");
    return new Finding(
        Double.isNaN(seconds) ? file.number(node, how + "_time_s") : seconds,
        total == null
            ? Figures.NONE
            : Figures.read(file, total, how, local, plan.total().availableRate()),
        clusters);
  }
}
