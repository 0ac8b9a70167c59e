package io.strait.cli.sites;

import io.strait.kind.run.Version;
import io.strait.launch.Launcher;
import io.strait.launch.LocalCertificates;
import io.strait.launch.site.BundleCache;
import io.strait.launch.site.GangCrew;
import io.strait.measure.grid.HomeWay;
import io.strait.measure.grid.probe.Gate;
import io.strait.measure.grid.probe.ProbeClient;
import io.strait.measure.grid.probe.ProbeServer;
import io.strait.measure.grid.probe.RemoteProbe;
import io.strait.model.Cluster;
import io.strait.transport.Folders;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.NodeRole;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Probes of a measurement that are started by it: one here, and some at each site, where they run
 * as workers of a run would. All of them are ended when it is closed.
 */
public final class SiteProbes implements AutoCloseable {
  /** Sites say themselves how long they wait. */
  private static final Duration FOR_EVER = Duration.ofDays(365);

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** What was started, and who of it has come. */
  private record Squad(String name, String cluster, @Nullable String host, int wanted) {}

  private final ProbePlaces places;
  private final Consumer<String> say;
  private final Path folder;
  private final LocalCertificates certificates;
  private final ProbeServer server;
  private final Gate gate;
  private final GangCrew crew;
  private final ProbeClient own;
  private final List<Squad> squads = new ArrayList<>();
  private final ConcurrentLinkedQueue<String> lost = new ConcurrentLinkedQueue<>();
  private volatile List<RemoteProbe> joined = List.of();

  /**
   * Opens the port, and joins with the probe of this machine.
   *
   * @param run a name for folders and jobs at sites
   * @param patience how long a job may wait in a queue
   * @param main the class that starts this program
   */
  public SiteProbes(
      ProbePlaces places, String run, Duration patience, String main, Consumer<String> say)
      throws IOException {
    this.places = places;
    this.say = say;
    this.folder = Files.createTempDirectory("strait-");
    this.certificates = LocalCertificates.in(folder);
    try {
      this.own =
          new ProbeClient(
              new ProbeClient.Self(
                  places.here(), places.home().name(), certificates.token(), 0, null),
              /* isAlone= */ true,
              line -> {});
    } catch (IOException | RuntimeException e) {
      Folders.delete(folder);
      throw e;
    }
    var here = InetAddress.getLoopbackAddress();
    this.server =
        new ProbeServer(
            new InetSocketAddress(here, 0), certificates.master(), certificates.guard(), say);
    this.gate = new Gate(server.port());
    this.crew =
        new GangCrew(
            new GangCrew.Options(
                run,
                gate.port(),
                patience,
                certificates,
                new Launcher(main, null),
                new BundleCache(Version.word()),
                say));
  }

  /** How probes reach this machine. */
  public HomeWay way() {
    return new HomeWay(places.here(), gate);
  }

  /** Clusters and hosts without the probes that were wanted. */
  public List<String> lost() {
    return List.copyOf(lost);
  }

  /**
   * Starts all probes and waits until all have joined, or will not.
   *
   * @return those that have, this machine's first
   */
  public List<RemoteProbe> await() throws IOException {
    Thread.ofPlatform().daemon().name("own probe").start(this::join);
    for (var cluster : places.clusters()) {
      start(cluster);
    }
    var wanted =
        squads.stream().map(squad -> "%d at %s".formatted(squad.wanted(), squad.name())).toList();
    say.accept("waiting for probes: " + String.join(", ", wanted));
    for (var other : places.others()) {
      say.accept("%s has no start in the grid file and is not measured".formatted(other));
    }
    return server.await(this::isEnough, FOR_EVER).stream()
        .sorted(
            Comparator.comparing((RemoteProbe probe) -> !isHere(probe))
                .thenComparing(RemoteProbe::name))
        .toList();
  }

  private void join() {
    try {
      var identity =
          Identity.in(Objects.requireNonNull(certificates.folder()), NodeRole.WORKER.toString());
      own.run(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()),
          identity,
          PATIENCE);
    } catch (IOException | RuntimeException e) {
      lost.add(places.here());
      say.accept("%s: %s".formatted(places.here(), e.getMessage()));
    }
  }

  private void start(Cluster cluster) {
    var start = Objects.requireNonNull(cluster.start());
    var wanted = places.wanted(cluster);
    var all = places.all(cluster);
    int cores = start.engine() == null ? 0 : ProbePlaces.cores(cluster);
    if (!start.isPerHost()) {
      var squad = new Squad(cluster.name(), cluster.name(), null, wanted.size());
      squads.add(squad);
      crew.start(
          squad.name(),
          start,
          "",
          new ProbeWork(cluster.name(), start, all, wanted.size(), cores, () -> has(squad, joined)),
          why -> fail(squad, why));
      return;
    }
    for (var host : wanted) {
      var squad = new Squad(cluster.name() + "-" + host, cluster.name(), host, 1);
      squads.add(squad);
      crew.start(
          squad.name(),
          start,
          host,
          new ProbeWork(cluster.name(), start, List.of(host), 1, cores, () -> has(squad, joined)),
          why -> fail(squad, why));
    }
  }

  private void fail(Squad squad, String why) {
    lost.add(squad.name());
    say.accept(why);
  }

  private boolean isHere(RemoteProbe probe) {
    return probe.name().equals(places.here());
  }

  private boolean has(Squad squad, Collection<RemoteProbe> probes) {
    return probes.stream()
            .filter(probe -> probe.cluster().equals(squad.cluster()) && !isHere(probe))
            .filter(probe -> squad.host() == null || probe.name().equals(squad.host()))
            .count()
        >= squad.wanted();
  }

  private boolean isEnough(Collection<RemoteProbe> probes) {
    joined = List.copyOf(probes);
    boolean isOwn = lost.contains(places.here()) || probes.stream().anyMatch(this::isHere);
    return isOwn
        && squads.stream().allMatch(squad -> lost.contains(squad.name()) || has(squad, probes));
  }

  @Override
  public void close() throws IOException {
    try {
      server.close();
      crew.close();
    } finally {
      own.close();
      gate.close();
      Folders.delete(folder);
    }
  }
}
