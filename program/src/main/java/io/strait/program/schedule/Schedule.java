package io.strait.program.schedule;

import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Placement;
import java.util.List;

/**
 * A schedule of a program and how good it is.
 *
 * @param levels the calculations of each time slice, by index; where calculations overlap, those of
 *     each level of the data flow
 * @param evaluation what the placement brings
 * @param rateBound no schedule on these machines has a higher rate
 * @param isExact whether no other placement has a higher rate; where calculations are cut, no other
 *     one whose shares follow the rule of {@link Shares}
 */
public record Schedule(
    Placement placement,
    List<List<Integer>> levels,
    Evaluation evaluation,
    double rateBound,
    boolean isExact) {
  public Schedule {
    levels = levels.stream().map(List::copyOf).toList();
  }

  /** How far the rate may be below the best one: 0.05 is 5 %. */
  public double gap() {
    double rate = evaluation.rate();
    return rate >= rateBound ? 0 : rateBound / rate - 1;
  }
}
