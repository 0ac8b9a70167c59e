package io.strait.realign.show;

import io.strait.kind.file.Inputs;
import io.strait.model.Grid;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.plan.Ranks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Tells MPI on which host each rank is to be: rank X on the one that holds block X of the source.
 * So programs of others profit from a plan without our run-time.
 */
public enum RankFile {
  /** For {@code mpirun --rankfile FILE}. */
  OPENMPI,
  /** For {@code mpiexec -f FILE}: hosts in the order of ranks. */
  MPICH;

  public String text(Inputs<RealignApp> inputs, RealignPlan plan) {
    var numbering = plan.numberings().getFirst();
    var hosts = Ranks.of(inputs.grid()).hosts();
    var cores = cores(inputs.grid());
    var text = new StringBuilder();
    text.append(
        "# %s on %s: MPI rank X is on the host that holds block X of the source\n"
            .formatted(inputs.app().name(), inputs.grid().name()));
    if (!plan.numberings().getLast().equals(numbering)) {
      text.append("# the target is numbered in another way: target_permutation of the plan\n");
    }
    for (int rank = 0; rank < numbering.size(); rank++) {
      int processor = numbering.of(rank);
      var host = hosts.get(processor);
      text.append(
          switch (this) {
            case OPENMPI ->
                "rank %d=%s slot=%s\n".formatted(rank, host, slots(cores.get(processor)));
            case MPICH -> host + ":1\n";
          });
    }
    return text.toString();
  }

  /** All cores of a host are the rank's. */
  private static String slots(int cores) {
    return cores == 1 ? "0" : "0-%d".formatted(cores - 1);
  }

  private static List<Integer> cores(Grid grid) {
    var cores = new ArrayList<Integer>();
    for (var cluster : grid.clusters()) {
      for (var group : cluster.hosts()) {
        if (group.role().mayWork()) {
          cores.addAll(Collections.nCopies(group.size(), group.cores()));
        }
      }
    }
    return cores;
  }

  /** How to use it. */
  public String command(Path file, int ranks) {
    return switch (this) {
      case OPENMPI -> "mpirun -np %d --rankfile %s PROGRAM".formatted(ranks, file);
      case MPICH -> "mpiexec -n %d -f %s PROGRAM".formatted(ranks, file);
    };
  }
}
