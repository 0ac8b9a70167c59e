package io.strait.farm.protocol;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Children that are gone for good, by name: what they did still counts, also if they come back. */
final class Departed {
  /** Those that are remembered. */
  private static final int MOST = 10_000;

  private final Map<String, Child> byName = new HashMap<>();

  /** A child goes; what an earlier one of its name did is counted with it. */
  void add(Child child) {
    isBack(child);
    if (byName.size() < MOST) {
      byName.put(child.name, child);
    }
  }

  /** A child goes on counting where the one of its name that is gone had stopped. */
  void isBack(Child child) {
    @Nullable Child former = byName.remove(child.name);
    if (former != null) {
      child.continues(former);
    }
  }

  /** All of them, for reports. */
  List<ChildState> states() {
    return byName.values().stream().map(Child::state).toList();
  }
}
