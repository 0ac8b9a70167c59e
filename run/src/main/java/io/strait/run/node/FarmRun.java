package io.strait.run.node;

import io.strait.model.FarmPlan;
import io.strait.model.PhasePlan;
import io.strait.model.Reduction;
import io.strait.run.farm.Message;
import io.strait.run.farm.Settings;
import io.strait.run.farm.Work;
import io.strait.run.task.TaskSpec;
import io.strait.run.wire.Identity;
import io.strait.run.wire.Listener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A farm that runs: the master of a plan, its port, and its results. */
public final class FarmRun implements AutoCloseable {
  /**
   * How to run.
   *
   * @param name of the run; gateways keep their spools under it
   * @param folder of the run
   * @param listen where children connect; null if nobody from outside may
   * @param identity to show there; null for plain text
   * @param guard says why a child may not join, or null
   */
  public record Options(
      String name,
      Path folder,
      @Nullable InetSocketAddress listen,
      @Nullable Identity identity,
      Function<Message.Hello, @Nullable String> guard,
      Settings settings,
      boolean failFast) {}

  private final Options options;
  private final TaskSpec spec;
  private final MasterNode node;
  private final @Nullable Listener listener;
  private final int before;
  private final long began = System.nanoTime();
  private final java.util.concurrent.CompletableFuture<@Nullable Void> ended;

  /**
   * Starts the master; from now on children may join.
   *
   * @param phase of the plan that is run
   * @throws IOException if the journal or the port cannot be opened
   */
  public FarmRun(Options options, FarmPlan plan, PhasePlan phase, TaskSpec spec, RunLog log)
      throws IOException {
    this.options = options;
    this.spec = spec;
    var bytes = spec.encode();
    var reducers = Embedded.reducers(bytes);
    var seconds = new HashMap<String, Double>();
    var aggregate = new HashMap<String, Integer>();
    for (var cluster : phase.clusters()) {
      aggregate.put(cluster.name(), Math.max(1, cluster.aggregate()));
    }
    var work =
        new Work(
            options.name,
            spec.tasks(),
            bytes,
            spec::input,
            reducers,
            1 + spec.code().retries(),
            options.failFast,
            0,
            name -> seconds.getOrDefault(name, 0.0),
            name -> aggregate.getOrDefault(name, 1));
    node =
        new MasterNode(
            options.settings, work, log, options.folder.resolve("journal"), options.guard);
    before = node.master().finished();
    ended = node.start();
    try {
      listener =
          options.listen == null
              ? null
              : Listener.open(options.listen, options.identity, node.loop());
    } catch (IOException | RuntimeException e) {
      node.close();
      throw e;
    }
  }

  /** What children in this process connect to. */
  public Loop loop() {
    return node.loop();
  }

  /** The port for children from outside; 0 if there is none. */
  public int port() {
    return listener == null ? 0 : listener.port();
  }

  /** Ends when all tasks are done or the run has failed. */
  public java.util.concurrent.CompletableFuture<@Nullable Void> ended() {
    return ended;
  }

  public RunStatus status() {
    double seconds = (System.nanoTime() - began) * 1e-9;
    return node.ask(master -> RunStatus.of(options.name, master, before, seconds));
  }

  /** Sends all children home, also if not all is done. */
  public void dismiss(String reason) {
    node.tell(master -> master.dismiss(reason));
  }

  /** The results, when all is done; to be read before {@link #close}. */
  public FarmResults results() {
    return new FarmResults(
        node,
        spec.tasks(),
        options.folder,
        Embedded.reducers(spec.encode()) != null,
        spec.reduction() == Reduction.CONCAT);
  }

  @Override
  public void close() throws IOException {
    if (listener != null) {
      listener.close();
    }
    node.close();
  }
}
