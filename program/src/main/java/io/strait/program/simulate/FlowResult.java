package io.strait.program.simulate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How a simulated program went.
 *
 * @param seconds until the last unit was done; infinite if work by the clock leaves no time
 * @param rate units per second in the steady middle: from the end of the first quarter to the last
 *     unit that ended while units still began; over the whole run where that is too short
 * @param unitSeconds of each unit, from when its first calculation began to its end
 * @param uses of all resources that did something
 * @param boundBy the resource, or in time slices the phase, that was busy most
 * @param events that the simulation took
 */
public record FlowResult(
    double seconds,
    double rate,
    double[] unitSeconds,
    List<ResourceUse> uses,
    String boundBy,
    long events) {
  public FlowResult {
    uses = List.copyOf(uses);
  }

  /** The mean time of a unit, with others under way. */
  public double meanUnitSeconds() {
    return Arrays.stream(unitSeconds).average().orElse(Double.NaN);
  }

  /** The time that 95 % of units did not take longer than. */
  public double unitSeconds95() {
    var sorted = unitSeconds.clone();
    Arrays.sort(sorted);
    return sorted.length == 0
        ? Double.NaN
        : sorted[Math.max(0, (int) Math.ceil(0.95 * sorted.length) - 1)];
  }

  /** The resource that was busy most, of those that somebody waits for. */
  public ResourceUse busiest() {
    return busiest(uses);
  }

  static ResourceUse busiest(List<ResourceUse> uses) {
    return uses.stream()
        .filter(ResourceUse::isDue)
        .max(Comparator.comparingDouble(ResourceUse::use))
        .orElse(new ResourceUse("nothing", 0, 0, false));
  }
}
