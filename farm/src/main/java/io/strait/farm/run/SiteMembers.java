package io.strait.farm.run;

import io.strait.kind.run.RunFolder;
import io.strait.launch.site.Pilots;
import io.strait.model.Start;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Who belongs to a crew.
 *
 * @param name for people, folders and jobs
 * @param host whose name stands for that in {@link Start#ssh}
 * @param workers by their names in the plan
 * @param spare hosts that the plan leaves out
 * @param gateway where the gateway of the cluster is; null if its workers join the master
 * @param hasGateway whether the gateway is its own: then it says where it is
 */
record SiteMembers(
    String name,
    String cluster,
    Start start,
    String host,
    List<String> workers,
    List<String> spare,
    @Nullable CompletableFuture<String> gateway,
    boolean hasGateway) {
  SiteMembers {
    workers = List.copyOf(workers);
    spare = List.copyOf(spare);
  }

  /**
   * What there is to do for them.
   *
   * @param rate tasks per second of the whole run
   * @param secondsLeft to the deadline
   */
  PilotDemand.Load load(FarmStatus status, double rate, double secondsLeft) {
    int held = 0;
    for (var child : status.children()) {
      if (gateway == null ? workers.contains(child.name()) : child.name().equals(cluster)) {
        held += child.holding();
      }
    }
    int left = status.tasks() - status.finished();
    int waiting = Math.max(0, left - status.handedOut());
    return new PilotDemand.Load(waiting, held, left, rate, secondsLeft, 0, 0, 0);
  }

  /** What went wrong, with what to do about it where that is known. */
  static String advised(String line) {
    return line.contains("No space left") || line.contains("uota exceeded")
        ? line + "; make room there, or name another folder under start: {folder: …}"
        : line;
  }

  /** What people can do about jobs that could not be ended. */
  String mend(@Nullable Pilots pilots, RunFolder folder) {
    var jobs = pilots == null ? List.<String>of() : pilots.jobs();
    var resume = "strait run --resume %s".formatted(folder.whole());
    return start.engine() instanceof Start.Slurm && !jobs.isEmpty()
        ? "scancel %s there, or %s".formatted(String.join(" ", jobs), resume)
        : resume;
  }
}
