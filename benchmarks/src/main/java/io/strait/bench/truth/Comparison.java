package io.strait.bench.truth;

import io.strait.bench.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has changed between two runs of the same cases. */
final class Comparison {
  private static final int MOST = 20;

  private record Change(String name, double before, double after) {
    double by() {
      return after - before;
    }
  }

  private Comparison() {}

  static String of(List<Outcome> before, List<Outcome> after) {
    var earlier = new HashMap<String, Outcome>();
    before.forEach(outcome -> earlier.put(outcome.name(), outcome));
    var changes = new ArrayList<Change>();
    for (var outcome : after) {
      @Nullable Outcome then = earlier.get(outcome.name());
      if (then != null && then.isMeasured() && outcome.isMeasured()) {
        changes.add(new Change(outcome.name(), then.kept(), outcome.kept()));
      }
    }
    changes.sort(Comparator.comparingDouble(change -> -Math.abs(change.by())));
    var table = new TextTable("case", "kept before", "kept after", "change");
    changes.stream()
        .limit(MOST)
        .forEach(
            change ->
                table.add(
                    change.name,
                    "%.1f %%".formatted(100 * change.before),
                    "%.1f %%".formatted(100 * change.after),
                    "%+.1f".formatted(100 * change.by())));
    double mean = changes.stream().mapToDouble(Change::by).average().orElse(0);
    return "%d cases in both, %+.2f on average%n%s%n".formatted(changes.size(), 100 * mean, table);
  }
}
