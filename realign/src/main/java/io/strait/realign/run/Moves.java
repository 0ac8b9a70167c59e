package io.strait.realign.run;

import io.strait.kind.run.RunFailure;
import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.plan.Ranks;
import java.util.ArrayList;
import java.util.List;

/**
 * What a realignment has to do: the distributions that the array goes through, and which rank has
 * which block of each.
 */
public final class Moves {
  private final Ranks ranks;
  private final int elementBytes;
  private final int repetitions;
  private final List<ArrayDistribution> phases;
  private final List<Permutation> ranksOf;
  private final List<Permutation> blocksOf = new ArrayList<>();

  public Moves(Ranks ranks, RealignApp app, List<Permutation> numberings) {
    this(ranks, app.elementBytes(), app.repetitions(), app.distributions(ranks.size()), numberings);
  }

  Moves(
      Ranks ranks,
      int elementBytes,
      int repetitions,
      List<ArrayDistribution> phases,
      List<Permutation> numberings) {
    this.ranks = ranks;
    this.elementBytes = elementBytes;
    this.repetitions = repetitions;
    this.phases = List.copyOf(phases);
    this.ranksOf = List.copyOf(numberings);
    if (phases.size() != numberings.size()) {
      throw new IllegalArgumentException(
          "%d numberings for %d distributions".formatted(numberings.size(), phases.size()));
    }
    for (var numbering : numberings) {
      if (numbering.size() != ranks.size()) {
        throw new IllegalArgumentException(
            "a numbering of %d for %d ranks".formatted(numbering.size(), ranks.size()));
      }
      blocksOf.add(numbering.inverse());
    }
    if ((long) repetitions * steps() > Integer.MAX_VALUE) {
      throw new RunFailure(
          "%d repetitions of %d steps, expected at most %d in all"
              .formatted(repetitions, steps(), Integer.MAX_VALUE));
    }
  }

  /** Natural order in every phase. */
  public static List<Permutation> natural(int phases, int ranks) {
    var all = new ArrayList<Permutation>();
    for (int i = 0; i < phases; i++) {
      all.add(Permutation.identity(ranks));
    }
    return all;
  }

  public Ranks ranks() {
    return ranks;
  }

  int elementBytes() {
    return elementBytes;
  }

  public int repetitions() {
    return repetitions;
  }

  /** Steps of one repetition. */
  public int steps() {
    return phases.size() - 1;
  }

  int phases() {
    return phases.size();
  }

  ArrayDistribution phase(int phase) {
    return phases.get(phase);
  }

  /** The block of a phase that a rank has. */
  int block(int phase, int rank) {
    return blocksOf.get(phase).of(rank);
  }

  /** The rank that has a block of a phase. */
  int rank(int phase, int block) {
    return ranksOf.get(phase).of(block);
  }

  /** Bytes that a rank has of a phase. */
  long bytes(int phase, int rank) {
    return phases.get(phase).count(block(phase, rank)) * elementBytes;
  }

  /** Bytes of the whole array. */
  public long bytes() {
    return phases.getFirst().elements() * elementBytes;
  }

  /** Bytes that all steps of all repetitions move, those that stay where they are included. */
  public long allBytes() {
    return bytes() * steps() * repetitions;
  }

  /** Whether one rank sends something to another in any step. */
  boolean talks(int from, int to, ByteRuns runs) {
    for (int step = 0; step < steps(); step++) {
      if (sends(step, from, to, runs)) {
        return true;
      }
    }
    return false;
  }

  private boolean sends(int step, int from, int to, ByteRuns runs) {
    var source = phases.get(step);
    var target = phases.get(step + 1);
    int sourceBlock = block(step, from);
    int targetBlock = block(step + 1, to);
    for (int i = 0; i < source.axes().size(); i++) {
      runs.begin(
          source.axes().get(i),
          source.coordinate(sourceBlock, i),
          target.axes().get(i),
          target.coordinate(targetBlock, i));
      if (!runs.next()) {
        return false;
      }
    }
    return true;
  }
}
