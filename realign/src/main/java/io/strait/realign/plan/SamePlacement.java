package io.strait.realign.plan;

import java.util.List;

/** One placement for all phases. */
final class SamePlacement {
  /** The messages of all steps are kept, some 40 bytes each while searching. */
  private static final long MOST_MESSAGES = 50_000_000;

  private static final long SEED = 20_060_501;

  private SamePlacement() {}

  /** Whether there is memory for all messages. */
  static boolean isPossible(Problem problem) {
    return problem.messages() <= MOST_MESSAGES;
  }

  static SameResult solve(Problem problem, List<int[]> starts) {
    var flows = flows(problem, 0);
    for (int step = 1; step < problem.steps(); step++) {
      flows = flows.plus(flows(problem, step));
    }
    return SameSolver.search(flows, problem.sizes(), problem.costs(), starts, SEED);
  }

  private static Flows flows(Problem problem, int step) {
    var pattern = problem.out(step);
    return Flows.of(
        problem.blocks(),
        (block, sink) -> {
          pattern.row(block);
          for (int i = 0; i < pattern.size(); i++) {
            sink.message(pattern.to(i), pattern.elements(i));
          }
        });
  }
}
