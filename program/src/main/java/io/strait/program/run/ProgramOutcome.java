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
public record ProgramOutcome(List<RankFigures> ranks, Instants begins, Instants ends) {
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
      for (int i = 0; i < part.begins().size(); i++) {
        begins[i] = Math.min(begins[i], part.begins().get(i));
      }
      for (int i = 0; i < part.ends().size(); i++) {
        ends[i] = Math.max(ends[i], part.ends().get(i));
      }
    }
    return new ProgramOutcome(ranks, Instants.of(begins), Instants.of(ends));
  }

  /** Nanoseconds from the beginning of the first unit to the end of the last. */
  public long nanos() {
    return Math.max(1, ends.last() - begins.get(0));
  }

  /**
   * Nanoseconds between the ends of two units in the middle of the run: after the first quarter has
   * ended and before the last unit has begun, because then nothing more flows in. Where that is
   * less than a quarter of the units, the whole run counts. A rehearsal counts alike.
   */
  public double nanosPerUnit() {
    int units = ends.size();
    int from = units / 4;
    int ended = 0;
    while (ended < units && ends.get(ended) <= begins.last()) {
      ended++;
    }
    if (from == 0 || ended <= from || ended - from < units / 4) {
      return (double) nanos() / units;
    }
    return Math.max(1, (double) (ends.get(ended - 1) - ends.get(from - 1)) / (ended - from));
  }

  /** Nanoseconds from the beginning of a unit to its end, on average. */
  public double meanUnitNanos() {
    double sum = 0;
    for (int i = 0; i < ends.size(); i++) {
      sum += ends.get(i) - begins.get(i);
    }
    return sum / ends.size();
  }
}
