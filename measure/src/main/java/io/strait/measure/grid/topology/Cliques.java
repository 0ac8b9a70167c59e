package io.strait.measure.grid.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Orders experiments so that those that may share something never overlap, as the cliques of the
 * Network Weather Service do. It starts nothing and knows no clock: ask {@link #next} what may
 * start, and say when something is {@link #done}.
 *
 * @param <E> an experiment
 */
public final class Cliques<E> {
  private final Map<E, Set<String>> waiting = new LinkedHashMap<>();
  private final Map<E, Set<String>> running = new LinkedHashMap<>();

  /**
   * Adds an experiment.
   *
   * @param uses the names of what it needs for itself: networks, machines
   */
  public void add(E experiment, Collection<String> uses) {
    if (waiting.put(experiment, Set.copyOf(uses)) != null || running.containsKey(experiment)) {
      throw new IllegalArgumentException("experiment %s twice".formatted(experiment));
    }
  }

  /** Those that may start now, in the order in which they were added; they count as running. */
  public List<E> next() {
    var taken = new HashSet<String>();
    running.values().forEach(taken::addAll);
    var started = new ArrayList<E>();
    for (var each : waiting.entrySet()) {
      if (each.getValue().stream().noneMatch(taken::contains)) {
        started.add(each.getKey());
      }
      // One that waits keeps later ones from overtaking it for ever.
      taken.addAll(each.getValue());
    }
    for (var experiment : started) {
      running.put(experiment, waiting.getOrDefault(experiment, Set.of()));
      waiting.remove(experiment);
    }
    return started;
  }

  /** An experiment has ended, well or not. */
  public void done(E experiment) {
    if (running.remove(experiment) == null) {
      throw new IllegalArgumentException("experiment %s does not run".formatted(experiment));
    }
  }

  /** Leaves out all that wait and need something that is gone. */
  public List<E> drop(String lost) {
    var dropped =
        waiting.entrySet().stream()
            .filter(each -> each.getValue().contains(lost))
            .map(Map.Entry::getKey)
            .toList();
    dropped.forEach(waiting::remove);
    return dropped;
  }

  public boolean isEmpty() {
    return waiting.isEmpty() && running.isEmpty();
  }
}
