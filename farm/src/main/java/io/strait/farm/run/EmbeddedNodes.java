package io.strait.farm.run;

import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.task.Reducer;
import io.strait.farm.task.Reducers;
import io.strait.farm.task.TaskRunner;
import io.strait.farm.task.TaskRunners;
import io.strait.farm.task.TaskSpec;
import io.strait.farm.wire.Inbox;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gateways and workers as threads in this process: nothing to set up. */
public final class EmbeddedNodes implements FarmNodes {
  private final List<GatewayNode> gateways = new ArrayList<>();
  private final List<WorkerNode> workers = new ArrayList<>();
  private final List<CompletableFuture<NodeEnd>> endings = new ArrayList<>();
  private final List<CompletableFuture<NodeEnd>> workerEndings = new ArrayList<>();
  private final ProtocolSettings settings;
  private final FarmLog log;
  private final Path folder;
  private final String token;
  private final @Nullable FarmEmulation emulation;

  /**
   * Starts them.
   *
   * @param folder for spools and scratch files
   * @param emulation of hosts and links; null for as fast as can be
   */
  public EmbeddedNodes(
      Topology topology,
      Inbox master,
      ProtocolSettings settings,
      FarmLog log,
      Path folder,
      String token,
      @Nullable FarmEmulation emulation) {
    this.settings = settings;
    this.log = log;
    this.folder = folder;
    this.token = token;
    this.emulation = emulation;
    startWorkers(topology.home(), master);
    topology
        .clusters()
        .forEach((cluster, names) -> startWorkers(names, startGateway(cluster, master)));
  }

  private Inbox startGateway(String cluster, Inbox master) {
    var way = emulation == null ? null : emulation.ofGateway(cluster);
    var gateway =
        new GatewayNode(
            cluster,
            token,
            settings,
            log,
            folder.resolve("spool"),
            loop -> LocalNet.dial(loop, master, way),
            spec -> reducers(spec, data(folder)),
            hello -> null);
    gateways.add(gateway);
    endings.add(gateway.start());
    return gateway.loop();
  }

  private void startWorkers(List<String> names, Inbox parent) {
    for (var name : names) {
      int cores = emulation == null ? 1 : emulation.cores(name);
      var way = emulation == null ? null : emulation.ofWorker(name);
      var worker =
          new WorkerNode(
              name,
              token,
              cores,
              settings,
              log,
              loop -> LocalNet.dial(loop, parent, way),
              spec -> runner(spec, cores, folder.resolve("scratch").resolve(name), data(folder)),
              emulation == null ? null : emulation.pace(name));
      workers.add(worker);
      var ending = worker.start();
      endings.add(ending);
      workerEndings.add(ending);
    }
  }

  /** Where large files are on this machine, named by their checksums, while a run lasts. */
  public static Path data(Path folder) {
    return folder.resolve("data");
  }

  /**
   * What computes the tasks of a spec.
   *
   * @param data where large files are; null if nowhere
   */
  public static TaskRunner runner(byte[] spec, int cores, Path scratch, @Nullable Path data) {
    return runner(TaskSpec.decode(spec, data), cores, scratch);
  }

  /** The same of a spec that knows where its files are. */
  public static TaskRunner runner(TaskSpec spec, int cores, Path scratch) {
    return TaskRunners.open(
        spec,
        cores,
        scratch,
        Thread.currentThread().getContextClassLoader(),
        System.getLogger("io.strait.farm.task"));
  }

  /**
   * What adds up the results of a spec; null where they are not combined.
   *
   * @param data where large files are; null if nowhere
   */
  public static @Nullable Supplier<Reducer> reducers(byte[] bytes, @Nullable Path data) {
    var spec = TaskSpec.decode(bytes, data);
    return reducers(spec, Thread.currentThread().getContextClassLoader());
  }

  /** The same of a spec that knows where its files are. */
  public static @Nullable Supplier<Reducer> reducers(TaskSpec spec, ClassLoader loader) {
    return Reducers.of(spec, loader).isEmpty()
        ? null
        : () -> Reducers.of(spec, loader).orElseThrow();
  }

  @Override
  public void drain() {
    workers.forEach(WorkerNode::drain);
    gateways.forEach(GatewayNode::drain);
  }

  @Override
  public String trouble() {
    for (var ending : endings) {
      if (ending.isCompletedExceptionally()) {
        return String.valueOf(ending.exceptionNow());
      }
      if (isLost(ending)) {
        return ending.join().reason();
      }
    }
    return "";
  }

  /** Gateways alone compute nothing: they go on without workers, but the run does not. */
  @Override
  public boolean isOver() {
    return endings.stream().allMatch(CompletableFuture::isDone)
        || (!workerEndings.isEmpty() && workerEndings.stream().allMatch(EmbeddedNodes::isLost));
  }

  /** Whether a node failed or was refused. */
  private static boolean isLost(CompletableFuture<NodeEnd> ending) {
    return ending.isCompletedExceptionally() || (ending.isDone() && ending.join().refused());
  }

  @Override
  public void close() {
    workers.forEach(WorkerNode::close);
    gateways.forEach(GatewayNode::close);
  }
}
