package io.strait.farm.rehearsal;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.kind.file.Inputs;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What cuts of gaps cost, and what the stock at gateways saves of it, in seconds of a run.
 *
 * @param undisturbed what the run takes where gaps carry all the time
 * @param withoutStock what it takes with the cuts where gateways keep nothing in hand
 */
public record CutCost(double undisturbed, double withoutStock) {
  /** Simulates the last phase once more both ways; null if no gap is disturbed. */
  public static @Nullable CutCost of(
      Inputs<FarmApp> inputs, FarmPlan plan, RehearsalSettings settings, int runs) {
    if (!settings.disturbsGaps()) {
      return null;
    }
    var bare = plan.withStock(Duration.ZERO);
    return new CutCost(
        SimulatedPhase.of(inputs, plan, plan.result(), settings.withoutCuts(), runs).seconds(),
        SimulatedPhase.of(inputs, bare, plan.result(), settings, runs).seconds());
  }

  /** In a sentence. */
  String text() {
    return "With gaps that carry all the time it would take %s; with the cuts and no stock at gateways, %s (--stock 0 s)."
        .formatted(Durations.rounded(undisturbed), Durations.rounded(withoutStock));
  }

  void addTo(Tree tree) {
    tree.put("undisturbed_time_s", undisturbed).put("without_stock_time_s", withoutStock);
  }
}
