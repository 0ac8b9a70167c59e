package io.strait.kind.rank;

import io.strait.kind.run.RunSettings;
import io.strait.kind.run.Version;
import io.strait.launch.LocalCertificates;
import io.strait.launch.site.BundleCache;
import io.strait.launch.site.Gangs;
import io.strait.model.Grid;
import io.strait.model.Start;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Starts the ranks of a run at the sites of its clusters. */
final class RankSites {
  private final Grid grid;
  private final RunSettings settings;

  RankSites(Grid grid, RunSettings settings) {
    this.grid = grid;
    this.settings = settings;
  }

  /**
   * @param clusters the name of every rank's cluster
   * @param name of the run, as its ranks know it
   */
  Gangs start(
      RankStep<?, ?> step,
      List<String> clusters,
      Path plan,
      String name,
      RankMaster<?> master,
      LocalCertificates certificates)
      throws IOException {
    var starts = new TreeMap<String, Start>();
    for (var cluster : grid.clusters()) {
      @Nullable Start start = cluster.start();
      if (start != null) {
        starts.put(cluster.name(), start);
      }
    }
    return new Gangs(
        new Gangs.Options(
            clusters,
            step.protocol().hosts(),
            starts,
            plan,
            name,
            master.port(),
            RankPatience.inQueues(settings),
            certificates,
            settings.launcher(),
            new BundleCache(Version.word()),
            master::hasBegun,
            settings.quiet() ? line -> {} : settings.console()::say),
        master::died);
  }
}
