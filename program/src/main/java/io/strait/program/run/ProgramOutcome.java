package io.strait.program.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the ranks of a run have to tell, in nanoseconds of this machine.
 *
 * @param begins when each unit began: its first calculation
 * @param ends when each unit ended: its last calculation
 */
public record ProgramOutcome(List<RankFigures> ranks, long[] begins, long[] ends) {
  public ProgramOutcome {
    ranks = List.copyOf(ranks);
  }

  /** Puts together what ranks have measured. */
  static ProgramOutcome of(List<RankFigures> ranks, int units) {
    var begins = new long[units];
    var ends = new long[units];
    Arrays.fill(begins, Long.MAX_VALUE);
    Arrays.fill(ends, Long.MIN_VALUE);
    var parts = new ArrayList<RankFigures.PartFigures>();
    ranks.forEach(rank -> parts.addAll(rank.parts()));
    for (var part : parts) {
      // A part that works once in several units says nothing of those between.
      for (int i = 0; part.begins().length == units && i < units; i++) {
        begins[i] = Math.min(begins[i], part.begins()[i]);
      }
      for (int i = 0; part.ends().length == units && i < units; i++) {
        ends[i] = Math.max(ends[i], part.ends()[i]);
      }
    }
    return new ProgramOutcome(ranks, begins, ends);
  }

  /** Nanoseconds from the beginning of the first unit to the end of the last. */
  public long nanos() {
    return ends[ends.length - 1] - begins[0];
  }

  /**
   * Nanoseconds between the ends of two units once the run has settled: after the first quarter. Of
   * a single unit, what it took.
   */
  public double nanosPerUnit() {
    int first = ends.length / 4;
    return ends.length < 2
        ? nanos()
        : (double) (ends[ends.length - 1] - ends[first]) / (ends.length - 1 - first);
  }

  /** Nanoseconds from the beginning of a unit to its end, on average. */
  public double meanUnitNanos() {
    double sum = 0;
    for (int i = 0; i < ends.length; i++) {
      sum += ends[i] - begins[i];
    }
    return sum / ends.length;
  }
}
