package io.strait.realign.file;

import io.strait.kind.file.Span;
import java.util.List;

/**
 * The answer for a realignment: which processor holds what.
 *
 * @param unit what costs are measured in
 * @param numberings of each phase: which processor holds the block of a logical number
 * @param before what natural order costs
 * @param after what the numberings cost
 * @param lowerBound no numbering costs less, as the method proves it
 * @param method how the numberings were found, in a few words
 * @param notes what a reader should know beyond the numbers, a sentence each
 */
public record RealignPlan(
    Unit unit,
    List<Permutation> numberings,
    Side before,
    Side after,
    double lowerBound,
    String method,
    List<String> notes) {
  public RealignPlan {
    numberings = List.copyOf(numberings);
    notes = List.copyOf(notes);
  }

  /** What a cost is. */
  public enum Unit {
    /** Messages of mean size across gaps, times the costs of links. */
    MESSAGES,
    /** Seconds that all messages take, one after the other. */
    SECONDS
  }

  /**
   * One numbering of processors.
   *
   * @param traffic of all steps of one repetition together
   * @param cost in the unit of the plan
   * @param span seconds of one repetition; 0 where the grid says nothing about its networks, and up
   *     to what real networks may take, where hosts share a LAN as a hub or clusters meet at home
   * @param boundBy what a repetition cannot be faster than
   */
  public record Side(ClusterTraffic traffic, double cost, Span span, String boundBy) {
    /** Predicted for one repetition. */
    public double seconds() {
      return span.usual();
    }
  }

  /** Whether no numbering can cost less. */
  public boolean isOptimal() {
    return after.cost <= lowerBound * (1 + 1e-9) + 1e-12;
  }

  /** By which share of the cost the best may be below it, at most. */
  public double gap() {
    return isOptimal() ? 0 : (after.cost - lowerBound) / after.cost;
  }
}
