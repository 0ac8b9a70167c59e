package io.strait.kind.run;

import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.GapFabric;
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

  /** What a rank does once it has joined. */
  public interface Work {
    /**
     * @throws RunFailure if it cannot go on, with the reason for people
     */
    void run(Fabric fabric, GapFabric hub);
  }
}
