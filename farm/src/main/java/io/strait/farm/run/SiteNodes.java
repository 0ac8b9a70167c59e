package io.strait.farm.run;

import io.strait.farm.message.Message;
import io.strait.farm.protocol.Host.Level;
import io.strait.kind.run.RunFolder;
import io.strait.launch.Launcher;
import io.strait.launch.LocalCertificates;
import io.strait.launch.site.Installer;
import io.strait.launch.site.SiteThreads;
import io.strait.model.Start;
import io.strait.transport.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Nodes at sites: for every cluster of the plan that says how, a gateway on its login node, or on
 * the first of hosts that are reached one by one, and as many workers as the plan wants. A cluster
 * that cannot be started is named, and the run goes on with the others.
 */
public final class SiteNodes implements FarmNodes {
  /**
   * What all crews need to know.
   *
   * @param run the name of the run, for folders and jobs
   * @param folder of the run here
   * @param home the master's cluster, whose workers need no gateway
   * @param port of the master, on this machine
   * @param starts by cluster
   * @param cores of the hosts of each cluster
   * @param isCommand whether each task is a process of its own, so that workers compute nothing
   * @param spare hosts of each cluster that the plan leaves out
   * @param deadline when the run is to be done, by {@link System#nanoTime}; null if nobody cares
   * @param bundle makes what is installed at sites
   * @param data the app's large files
   * @param say takes a line for people
   */
  public record Options(
      String run,
      RunFolder folder,
      String home,
      int port,
      String lease,
      Map<String, Start> starts,
      Map<String, Integer> cores,
      boolean isCommand,
      Map<String, List<String>> spare,
      @Nullable Long deadline,
      LocalCertificates certificates,
      Launcher launcher,
      Installer.Source bundle,
      SiteData data,
      Consumer<String> say) {}

  /** How long a worker may have nothing to do at the end before it is let go. */
  public static final Duration IDLE = Duration.ofMinutes(1);

  private static final String SOCKETS = "site-sockets.json";
  private static final String PREFIX = "strait-";

  private final List<SiteCrew> crews = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final RunFolder folder;
  private final Path sockets;
  private final Options options;
  private final RunPace pace = new RunPace();

  public SiteNodes(Topology topology, Options options, FarmLog log) throws IOException {
    this.folder = options.folder();
    this.options = options;
    forgetSockets();
    this.sockets = Files.createTempDirectory(PREFIX);
    folder.write(SOCKETS, Map.of("folder", sockets.toString()));
    topology.clusters().forEach((cluster, workers) -> crew(cluster, workers, true, options, log));
    if (!topology.home().isEmpty()) {
      crew(options.home(), topology.home(), false, options, log);
    }
    for (var crew : crews) {
      threads.add(Thread.ofPlatform().daemon().name("site " + crew.name()).start(crew::run));
    }
  }

  /** Removes the folder of connections, also that of a master that was killed. */
  private void forgetSockets() throws IOException {
    @Nullable String earlier = folder.read(SOCKETS).get("folder");
    if (earlier != null && Path.of(earlier).getFileName().toString().startsWith(PREFIX)) {
      Folders.delete(Path.of(earlier));
    }
    Files.deleteIfExists(folder.path().resolve(SOCKETS));
  }

  private void crew(
      String cluster, List<String> workers, boolean hasGateway, Options options, FarmLog log) {
    @Nullable Start start = options.starts().get(cluster);
    if (start == null) {
      log.note(
          Level.WARNING,
          cluster,
          "the grid file does not say how it is started; expected start, or gateways and workers"
              + " that join by themselves");
      return;
    }
    if (!hasGateway && !start.ssh().isEmpty() && start.engine() != null) {
      log.note(
          Level.WARNING,
          cluster,
          "the master's own cluster is behind ssh; expected a cluster of its own for this machine,"
              + " such as home: {hosts: [{name: laptop, role: master}]}");
      return;
    }
    @Nullable CompletableFuture<String> gateway = hasGateway ? new CompletableFuture<>() : null;
    if (!start.isPerHost()) {
      add(
          new SiteMembers(
              cluster,
              cluster,
              start,
              workers.getFirst(),
              workers,
              options.spare().getOrDefault(cluster, List.of()),
              gateway,
              hasGateway),
          options,
          log);
      return;
    }
    for (int i = 0; i < workers.size(); i++) {
      var host = workers.get(i);
      add(
          new SiteMembers(
              cluster + "-" + host,
              cluster,
              start,
              host,
              List.of(host),
              List.of(),
              gateway,
              hasGateway && i == 0),
          options,
          log);
    }
  }

  private void add(SiteMembers members, Options options, FarmLog log) {
    crews.add(new SiteCrew(members, options, sockets, log));
  }

  /** Whoever has nothing to do may go; whoever is needed may come. */
  @Override
  public void look(FarmStatus status) {
    int workers = 0;
    int cores = 0;
    for (var child : status.children()) {
      if (child.connected()) {
        boolean isWorker = child.role() == Message.Role.WORKER;
        int count = isWorker ? 1 : status.below().getOrDefault(child.name(), 0);
        workers += count;
        cores += count * (isWorker ? child.cores() : options.cores().getOrDefault(child.name(), 1));
      }
    }
    pace.look(workers, cores, status.finished(), status.seconds());
    double left =
        options.deadline() == null
            ? Double.POSITIVE_INFINITY
            : (options.deadline() - System.nanoTime()) * 1e-9;
    crews.forEach(crew -> crew.look(status, pace.perSecond(), left));
  }

  @Override
  public void limit(String cluster, int workers) {
    int left = workers;
    for (var crew : crews) {
      if (crew.cluster().equals(cluster)) {
        int share = workers == Integer.MAX_VALUE ? workers : Math.min(left, crew.planned());
        crew.limit(share);
        left -= Math.min(left, share);
      }
    }
  }

  @Override
  public void replaceNobody() {
    crews.forEach(SiteCrew::replaceNobody);
  }

  @Override
  public void drain() {
    crews.forEach(SiteCrew::drain);
  }

  /** Crews say themselves what is wrong with them; this is what is left to say at the end. */
  @Override
  public String trouble() {
    return crews.isEmpty() ? "no cluster of the plan says how it is started" : "";
  }

  @Override
  public boolean isOver() {
    return crews.stream().allMatch(SiteCrew::isLost);
  }

  @Override
  public void close() {
    drain();
    SiteThreads.join(threads, i -> crews.get(i).isLeaving());
    try {
      forgetSockets();
    } catch (IOException e) {
      // Sockets of connections that are closed.
    }
  }
}
