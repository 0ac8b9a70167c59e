package io.strait.launch.site;

import io.strait.launch.Launcher;
import io.strait.launch.LocalCertificates;
import io.strait.launch.RankCrew;
import io.strait.model.Start;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The ranks of a run at its sites: a job for every cluster, or for every host that has its own. */
public final class Gangs implements RankCrew {
  /**
   * What to start.
   *
   * @param clusters the name of every rank's cluster
   * @param hosts the name of every rank's host
   * @param starts by cluster
   * @param plan the plan file
   * @param run the name of the run
   * @param port of its hub, on this machine
   * @param patience how long a job may wait in a queue
   * @param bundle makes what is installed at sites
   * @param hasBegun whether all ranks have joined and work has begun
   * @param say takes a line for people
   */
  public record Options(
      List<String> clusters,
      List<String> hosts,
      Map<String, Start> starts,
      Path plan,
      String run,
      int port,
      Duration patience,
      LocalCertificates certificates,
      Launcher launcher,
      Installer.Source bundle,
      BooleanSupplier hasBegun,
      Consumer<String> say) {
    public Options {
      clusters = List.copyOf(clusters);
      hosts = List.copyOf(hosts);
      starts = Map.copyOf(starts);
    }
  }

  private final GangCrew crew;

  /**
   * Starts the ranks.
   *
   * @param failed is told whose processes have failed, and how
   * @throws IOException if a cluster does not say how it is started
   */
  public Gangs(Options options, BiConsumer<List<Integer>, String> failed) throws IOException {
    var ranks = new LinkedHashMap<String, Map<String, List<Integer>>>();
    for (int rank = 0; rank < options.clusters.size(); rank++) {
      var cluster = options.clusters.get(rank);
      @Nullable Start start = options.starts.get(cluster);
      if (start == null) {
        throw new IOException(
            "cluster '%s' does not say how its ranks are started, expected start in the grid file"
                .formatted(cluster));
      }
      var place = start.isPerHost() ? options.hosts.get(rank) : "";
      ranks
          .computeIfAbsent(cluster, _ -> new TreeMap<>())
          .computeIfAbsent(place, _ -> new ArrayList<>())
          .add(rank);
    }
    this.crew =
        new GangCrew(
            new GangCrew.Options(
                options.run,
                options.port,
                options.patience,
                options.certificates,
                options.launcher,
                options.bundle,
                options.say));
    ranks.forEach(
        (cluster, places) -> {
          var start = Objects.requireNonNull(options.starts.get(cluster));
          places.forEach(
              (host, own) ->
                  crew.start(
                      host.isEmpty() ? cluster : cluster + "-" + host,
                      start,
                      host,
                      new RankWork(cluster, !host.isEmpty(), own, options),
                      why -> failed.accept(own, why)));
        });
  }

  /** Ends all jobs and waits until they are gone. */
  @Override
  public void close() {
    crew.close();
  }
}
