package io.strait.realign.text;

import io.strait.model.Grid;
import io.strait.model.text.InputException;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.plan.Ranks;
import io.strait.realign.run.Moves;
import java.util.ArrayList;
import java.util.List;

/**
 * A numbering of processors that is to be run.
 *
 * @param scale how many times faster than life it is emulated; 0 if it is not
 */
public record RealignStage(Numbering numbering, double scale) {
  /** Which of them. */
  enum Numbering {
    NATURAL("natural"),
    RENUMBERED("renumbered");

    private final String word;

    Numbering(String word) {
      this.word = word;
    }

    /** The one of a name, in the words of whoever names it. */
    static Numbering of(String where, String word) {
      for (var each : values()) {
        if (each.word.equals(word)) {
          return each;
        }
      }
      throw new InputException("%s '%s', expected natural or renumbered".formatted(where, word));
    }
  }

  String name() {
    return numbering.word;
  }

  boolean isEmulated() {
    return scale > 0;
  }

  boolean isRenumbered() {
    return numbering == Numbering.RENUMBERED;
  }

  /** What the plan says of it. */
  RealignPlan.Side side(RealignPlan plan) {
    return isRenumbered() ? plan.after() : plan.before();
  }

  List<Permutation> numberings(RealignPlan plan) {
    return isRenumbered()
        ? plan.numberings()
        : Moves.natural(plan.numberings().size(), plan.numberings().getFirst().size());
  }

  Moves moves(Grid grid, RealignApp app, RealignPlan plan) {
    return new Moves(Ranks.of(grid), app, numberings(plan));
  }

  /** Stages in one line, for the folder of a run. */
  public static String write(List<RealignStage> stages) {
    return String.join(",", stages.stream().map(s -> s.name() + ":" + s.scale).toList());
  }

  /** What such a line says. */
  public static List<RealignStage> read(String line) {
    var stages = new ArrayList<RealignStage>();
    for (var entry : line.split(",", -1)) {
      var parts = entry.split(":", -1);
      if (parts.length != 2 || !parts[1].matches("[0-9.Ee-]{1,30}")) {
        throw new InputException(
            "run.json has a step '%s', expected NUMBERING:SCALE".formatted(entry));
      }
      stages.add(
          new RealignStage(
              Numbering.of("run.json has a step", parts[0]), Double.parseDouble(parts[1])));
    }
    return stages;
  }
}
