package io.strait.cli;

import io.strait.model.RealignPlan;
import io.strait.model.text.Inputs;
import io.strait.plan.realign.Ranks;

/**
 * Tells MPI on which host each rank is to be: rank X on the one that holds block X of the source.
 * So programs of others profit from a plan without our run-time.
 */
enum RankFile {
  /** For {@code mpirun --rankfile FILE}. */
  OPENMPI,
  /** For {@code mpiexec -f FILE}: hosts in the order of ranks. */
  MPICH;

  String text(Inputs inputs, RealignPlan plan) {
    var numbering = plan.numberings().getFirst();
    var hosts = Ranks.of(inputs.grid()).hosts();
    var text = new StringBuilder();
    text.append(
        "# %s on %s: MPI rank X is on the host that holds block X of the source\n"
            .formatted(inputs.app().name(), inputs.grid().name()));
    if (!plan.numberings().getLast().equals(numbering)) {
      text.append(
          "# the target is numbered in another way: its block Y is with the rank on the host given"
              + " in the plan\n");
    }
    for (int rank = 0; rank < numbering.size(); rank++) {
      var host = hosts.get(numbering.of(rank));
      text.append(
          switch (this) {
            case OPENMPI -> "rank %d=%s slot=0\n".formatted(rank, host);
            case MPICH -> host + ":1\n";
          });
    }
    return text.toString();
  }

  /** How to use it. */
  String command(java.nio.file.Path file, int ranks) {
    return switch (this) {
      case OPENMPI -> "mpirun -np %d --rankfile %s PROGRAM".formatted(ranks, file);
      case MPICH -> "mpiexec -n %d -f %s PROGRAM".formatted(ranks, file);
    };
  }
}
