package io.strait.farm.run;

import io.strait.farm.event.CrewOrder;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.file.Reduction;
import io.strait.farm.journal.FarmWork;
import io.strait.farm.message.Message;
import io.strait.farm.plan.Rehearsal;
import io.strait.farm.protocol.Master;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.simulate.Deliveries;
import io.strait.farm.simulate.Delivery;
import io.strait.farm.task.TaskSpec;
import io.strait.farm.wire.Inbox;
import io.strait.farm.wire.Links;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.Listener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
   * @param promise what the plan expects; null where that says nothing of this run
   * @param emulation of the grid; null for as fast as can be
   */
  public record Options(
      String name,
      Path folder,
      @Nullable InetSocketAddress listen,
      @Nullable Identity identity,
      Function<Message.Hello, @Nullable String> guard,
      ProtocolSettings settings,
      boolean failFast,
      @Nullable Promise promise,
      @Nullable FarmEmulation emulation) {}

  /**
   * What the plan expects, in seconds of real life.
   *
   * @param rate tasks per second that all children do together; 0 if unknown
   * @param deliveries how soon results of workers and gateways come, by name
   * @param paces seconds that workers take for a task, by cluster and name
   */
  public record Promise(
      double rate, Map<String, Delivery> deliveries, Map<String, Map<String, Double>> paces) {
    static final Promise NONE = new Promise(0, Map.of(), Map.of());

    /**
     * As a phase promises.
     *
     * @param scale how many times faster than life it is run
     */
    public static Promise of(Rehearsal rehearsal, double scale) {
      var model = rehearsal.model();
      var expected = new Deliveries(model);
      var deliveries = new HashMap<String, Delivery>();
      var paces = new HashMap<String, Map<String, Double>>();
      int workers = rehearsal.workers().size();
      for (int w = 0; w < workers; w++) {
        int c = rehearsal.clusterOf(w);
        paces
            .computeIfAbsent(rehearsal.clusters().get(c), name -> new HashMap<>())
            .put(rehearsal.workers().get(w), model.taskSeconds(w) / scale);
        deliveries.put(rehearsal.workers().get(w), expected.of(w).faster(scale));
        deliveries.put(rehearsal.clusters().get(c), expected.of(workers + c).faster(scale));
      }
      return new Promise(rehearsal.phase().total().estimatedRate() * scale, deliveries, paces);
    }
  }

  private final Options options;
  private final TaskSpec spec;
  private final String home;
  private final boolean isCombined;
  private final MasterNode node;
  private final @Nullable Listener listener;
  private final EventsFile events;
  private final Roster roster;
  private final @Nullable EmulationLag late;
  private final Inbox inbox;
  private final int before;
  private final long began = System.nanoTime();
  private final java.util.concurrent.CompletableFuture<@Nullable Void> ended;

  /**
   * Starts the master; from now on children may join.
   *
   * @param phase of the plan that is run
   * @throws IOException if the journal or the port cannot be opened
   */
  public FarmRun(Options options, FarmPlan plan, PhasePlan phase, TaskSpec spec, FarmLog log)
      throws IOException {
    this.options = options;
    this.spec = spec;
    this.home = plan.masterCluster();
    var bytes = spec.encode();
    var reducers = EmbeddedNodes.reducers(spec, Thread.currentThread().getContextClassLoader());
    isCombined = reducers != null;
    var promise = options.promise == null ? Promise.NONE : options.promise;
    var emulation = options.emulation;
    var aggregate = new HashMap<String, Integer>();
    var ahead = new HashMap<String, Integer>();
    for (var cluster : phase.clusters()) {
      ahead.put(cluster.name(), cluster.prefetch());
      aggregate.put(cluster.name(), Math.max(1, cluster.aggregate()));
    }
    var work =
        new FarmWork(
            options.name,
            spec.tasks(),
            bytes,
            spec::input,
            reducers,
            1 + spec.code().retries(),
            options.failFast,
            promise.rate,
            name -> promise.deliveries.getOrDefault(name, Delivery.UNKNOWN),
            name -> promise.paces.getOrDefault(name, Map.of()),
            emulation == null ? 0 : Topology.of(phase, plan.masterCluster()).workers(),
            name -> aggregate.getOrDefault(name, Message.ADAPT),
            name -> ahead.getOrDefault(name, 0));
    events =
        EventsFile.open(
            options.folder, spec.tasks(), emulation == null ? 1 : emulation.scale(), log);
    roster = new Roster(events);
    late = emulation == null ? null : new EmulationLag(roster, emulation::pace);
    node =
        new MasterNode(
            options.settings,
            work,
            log,
            options.folder.resolve("journal"),
            options.guard,
            late == null ? roster : late);
    var master = emulation == null ? null : emulation.master();
    inbox =
        emulation == null || master == null
            ? node.loop()
            : new DelayedInbox(node.loop(), emulation.timer(), master, emulation.masterNanos());
    before = node.master().finished();
    ended = node.start();
    try {
      listener =
          options.listen == null ? null : Links.listen(options.listen, options.identity, inbox);
    } catch (IOException | RuntimeException e) {
      node.close();
      throw e;
    }
  }

  /** What children in this process connect to. */
  public Inbox inbox() {
    return inbox;
  }

  /** Begins to hand out tasks, although some nodes may not be connected yet. */
  public void start() {
    node.tell(Master::start);
  }

  /** The port for children from outside; 0 if there is none. */
  public int port() {
    return listener == null ? 0 : listener.port();
  }

  /** Ends when all tasks are done or the run has failed. */
  public java.util.concurrent.CompletableFuture<@Nullable Void> ended() {
    return ended;
  }

  public FarmStatus status() {
    double seconds = (System.nanoTime() - began) * 1e-9;
    var status = node.ask(master -> FarmStatus.of(options.name, master, before, seconds, roster));
    events.sample(status.finished());
    return status;
  }

  /** Gives tasks to so many workers of a cluster from now on; the others finish what they have. */
  public void limit(CrewOrder order) {
    boolean isHome = order.cluster().equals(home);
    node.tell(
        master -> {
          if (isHome) {
            master.limitOwn(order.workers());
          } else {
            master.limit(order.cluster(), order.workers());
          }
        });
    events.mark(order.text());
  }

  /** Dismisses all children, even if not all tasks are done. */
  public void dismiss(String reason) {
    node.tell(master -> master.dismiss(reason));
  }

  /** Waits briefly for what dismissed children still have to tell. */
  public void part() {
    try {
      node.alone().get(2 * Master.PARTING, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // Then that much is not known.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The results, when all is done; to be read before {@link #close}. */
  public FarmResults results() {
    return new FarmResults(
        node, spec.tasks(), options.folder, isCombined, spec.reduction() == Reduction.CONCAT);
  }

  /** What was wrong with the emulation; empty if nothing was. */
  public String emulationTrouble() {
    return late == null ? "" : late.warning();
  }

  @Override
  public void close() throws IOException {
    if (listener != null) {
      listener.close();
    }
    node.close();
    events.close();
  }
}
