package io.strait.realign.session;

import io.strait.model.Grid;
import io.strait.model.text.InputException;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.plan.Ranks;
import io.strait.realign.run.Moves;
import java.util.Arrays;
import java.util.List;

/** The two ways to number processors: as they stand in the grid, and as the plan says. */
enum Numbering {
  NATURAL("natural"),
  RENUMBERED("renumbered");

  private final String word;

  Numbering(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  static List<String> words() {
    return Arrays.stream(values()).map(Numbering::word).toList();
  }

  /**
   * The numbering of a name.
   *
   * @param where the name was given, for a message
   */
  static Numbering of(String where, String word) {
    for (var each : values()) {
      if (each.word.equals(word)) {
        return each;
      }
    }
    throw new InputException("%s '%s', expected natural or renumbered".formatted(where, word));
  }

  /** What the plan promises. */
  RealignPlan.Side side(RealignPlan plan) {
    return this == RENUMBERED ? plan.after() : plan.before();
  }

  List<Permutation> permutations(RealignPlan plan) {
    return this == RENUMBERED
        ? plan.numberings()
        : Moves.natural(plan.numberings().size(), plan.numberings().getFirst().size());
  }

  Moves moves(Grid grid, RealignApp app, RealignPlan plan) {
    return new Moves(Ranks.of(grid), app, permutations(plan));
  }
}
