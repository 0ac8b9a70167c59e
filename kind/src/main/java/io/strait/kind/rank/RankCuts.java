package io.strait.kind.rank;

import io.strait.launch.Site.Incident;
import io.strait.transport.fabric.Patience;
import io.strait.view.Console;
import io.strait.view.page.Show;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells which clusters are cut off and when they are back: on the console and as incidents. */
final class RankCuts {
  private record Cut(Instant since, Set<Integer> ranks) {}

  private final List<String> clusters;
  private final Patience patience;
  private final Console console;
  private final double clock;
  private final Map<String, Cut> cuts = new HashMap<>();
  private @Nullable Instant began;
  private final List<Incident> incidents = new ArrayList<>();

  /**
   * @param clusters the name of every rank's cluster
   * @param clock seconds of the run in a second of this machine
   */
  RankCuts(List<String> clusters, Patience patience, Console console, double clock) {
    this.clusters = List.copyOf(clusters);
    this.patience = patience;
    this.console = console;
    this.clock = clock;
  }

  Patience patience() {
    return patience;
  }

  /** Work begins. */
  synchronized void begins() {
    began = Instant.now();
  }

  synchronized void cutOff(int rank) {
    var cluster = clusters.get(rank);
    if (!cuts.containsKey(cluster)) {
      var since = Instant.now().minus(patience.silence());
      cuts.put(cluster, new Cut(since, new HashSet<>()));
      note(since, Incident.Kind.CUT, cluster);
      console.say(
          "cluster %s is cut off; waiting for up to %s"
              .formatted(cluster, Show.seconds(patience.limit().toMillis() * 1e-3)));
    }
    cuts.get(cluster).ranks.add(rank);
  }

  synchronized void back(int rank) {
    var cluster = clusters.get(rank);
    var cut = cuts.get(cluster);
    if (cut != null && cut.ranks.remove(rank) && cut.ranks.isEmpty()) {
      cuts.remove(cluster);
      var now = Instant.now();
      double took = Duration.between(cut.since, now).toMillis() * 1e-3;
      note(now, Incident.Kind.END, cluster);
      console.say("cluster %s is back after %s".formatted(cluster, Show.seconds(took)));
    }
  }

  private void note(Instant at, Incident.Kind kind, String cluster) {
    double seconds = began == null ? 0 : clock * Duration.between(began, at).toMillis() * 1e-3;
    var fault = "cluster %s is cut off".formatted(cluster);
    incidents.add(new Incident(at, Math.max(0, seconds), kind, cluster, fault));
  }

  synchronized List<Incident> incidents() {
    return List.copyOf(incidents);
  }
}
