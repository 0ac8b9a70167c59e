package io.strait.kind.rank;

import io.strait.kind.run.RunFailure;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.GapFabric;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What the ranks of a run do.
 *
 * @param clusters of every rank, by name
 */
public record RankJob(List<String> clusters, Work work) {
  public RankJob {
    clusters = List.copyOf(clusters);
  }

  /**
   * Lets this process be one of the ranks.
   *
   * @param hub the part of the fabric that knows the master
   * @throws RunFailure if the rank cannot go on, with the reason for people
   */
  public void run(Fabric fabric, GapFabric hub) {
    try {
      work.run(fabric, hub);
    } catch (OutOfMemoryError e) {
      hub.sendControl(RankMaster.OUT_OF_MEMORY, e.toString().getBytes(StandardCharsets.UTF_8));
      throw e;
    }
  }

  /** What a rank does once it has joined. */
  public interface Work {
    void run(Fabric fabric, GapFabric hub);
  }
}
