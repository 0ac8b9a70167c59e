package io.strait.program.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Which machines do which calculations.
 *
 * @param parts of every calculation
 */
public record Placement(List<List<Part>> parts) {
  /**
   * A part of a calculation.
   *
   * @param machine its index
   * @param share of every unit
   */
  public record Part(int machine, double share) {}

  public Placement {
    parts = parts.stream().map(List::copyOf).toList();
  }

  /** Every calculation on one machine, each given by its index. */
  public static Placement whole(int... machines) {
    var parts = new ArrayList<List<Part>>();
    for (int machine : machines) {
      parts.add(List.of(new Part(machine, 1)));
    }
    return new Placement(parts);
  }

  /** The machines that do something, in order. */
  public List<Integer> machines() {
    var used = new TreeSet<Integer>();
    parts.forEach(all -> all.forEach(part -> used.add(part.machine())));
    return List.copyOf(used);
  }
}
