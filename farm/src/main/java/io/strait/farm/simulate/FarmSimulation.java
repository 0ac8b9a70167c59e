package io.strait.farm.simulate;

import io.strait.simulate.EventQueue;
import io.strait.simulate.Intervals;
import io.strait.simulate.ServiceDistribution;
import io.strait.simulate.Timeline;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link FarmModel}. A FIFO server's end of service is known when a message joins it, so a
 * message costs one event when it has passed its last server, not one per queue; a task of a worker
 * that talks to its parent over one network costs two events in all. Events are packed into longs;
 * nothing is allocated per event.
 *
 * <p>Long because the events of a task and what follows from each stay together: a reader goes
 * through {@code handle} from top to bottom.
 */
public final class FarmSimulation {
  private static final int COMPUTED = 0; // worker, task
  private static final int RESULT_AT_MASTER = 1; // worker, task
  private static final int PARTIAL_AT_MASTER = 2; // cluster, count
  private static final int WORKER_SERVED = 3; // worker, task: the master is done with its result
  private static final int PARTIAL_SERVED = 4; // cluster, count
  private static final int TASK_ON_WAY = 5; // worker or gateway, task, hop it has passed
  private static final int RESULT_ON_WAY = 6; // worker, task, hop it has passed
  private static final int PARTIAL_ON_WAY = 7; // cluster, count, hop it has passed
  private static final int RESULT_AT_GATEWAY = 8; // worker, task
  private static final int REQUEST = 9; // cluster, count
  private static final int LOST = 10; // worker, task
  private static final int WORKER_FREE = 11; // worker: has room for a task

  private static final int B_BITS = 30;
  private static final int A_BITS = 24;
  private static final int HOP_BITS = 6;

  private final FarmModel model;
  private final @Nullable Timings timings;
  private final EventQueue events;
  private final TaskPool pool;
  private final @Nullable TailCopies copies;

  /** Seconds that the fastest worker of a cluster takes for a task. */
  private final double[] clusterSeconds;

  private final GatewayPolicy[] gateway;
  private final SimulatedStocks stocks;

  /** Network servers, see {@link FarmOutcome}. */
  private final Server[] servers;

  /** The way from the master to a cluster's gateway, or to its workers, without gateways. */
  private final Hop[][] ways;

  /** From a gateway to its workers. */
  private final Hop[] lans;

  private final Worker[] workers;

  /** When every core of every worker is done with all that is sent to it. */
  private final double[] coreFreeAt;

  /** The factor by which a task's work differs from the average; null where none does. */
  private final @Nullable IntToDoubleFunction workOf;

  private double masterFreeAt;
  private double masterBusy;
  private double masterWaited;
  private long masterMessages;
  private long lost;
  private double makespan = Double.NaN;

  private FarmSimulation(FarmModel model, @Nullable Timings timings) {
    this.model = model;
    this.timings = timings;
    checkSize(model);
    clusterSeconds = new double[model.clusters];
    Arrays.fill(clusterSeconds, Double.POSITIVE_INFINITY);
    double fastest = Double.POSITIVE_INFINITY;
    for (int w = 0; w < model.workers; w++) {
      int c = model.clusterOf[w];
      clusterSeconds[c] = Math.min(clusterSeconds[c], model.taskSeconds[w]);
      fastest = Math.min(fastest, model.taskSeconds[w]);
    }
    pool = new TaskPool(model.tasks, model.holdBackRate, fastest);
    copies = model.tailCopies ? new TailCopies() : null;
    workOf = workOf(model);
    servers = new Server[2 * model.clusters + 2 * model.gapBandwidth.length];
    for (int i = 0; i < servers.length; i++) {
      int gap = i / 2 - model.clusters;
      servers[i] = new Server(i, gap < 0 ? null : model.gapSpeed[gap]);
    }
    ways = new Hop[model.clusters][];
    lans = new Hop[model.clusters];
    gateway = new GatewayPolicy[model.clusters];
    for (int c = 0; c < model.clusters; c++) {
      lans[c] = lan(c);
      ways[c] = way(c);
      gateway[c] = new GatewayPolicy(model.aggregate[c]);
    }
    stocks = new SimulatedStocks(model);
    workers = new Worker[model.workers];
    int cores = 0;
    for (int w = 0; w < model.workers; w++) {
      workers[w] = new Worker(model, w, cores);
      cores += model.cores[w];
    }
    coreFreeAt = new double[cores];
    events = new EventQueue();
  }

  private static @Nullable IntToDoubleFunction workOf(FarmModel model) {
    if (model.workOf != null || model.work instanceof ServiceDistribution.Constant) {
      return model.workOf;
    }
    var random = new TaskRandom(model.seed);
    return task -> model.work.draw(random.at(task));
  }

  /** Whether all numbers fit into events. */
  private static void checkSize(FarmModel model) {
    long places = 0;
    for (int w = 0; w < model.workers; w++) {
      places += (long) model.cores[w] + model.prefetch;
    }
    int window = 0;
    int gaps = 0;
    for (int c = 0; c < model.clusters; c++) {
      window = Math.max(window, model.window[c]);
      gaps = Math.max(gaps, model.route[c].length);
    }
    if (model.workers + model.clusters > 1 << A_BITS
        || model.tasks >= 1 << B_BITS
        || places + window >= 1 << B_BITS
        || gaps + 1 >= 1 << HOP_BITS) {
      throw new IllegalArgumentException(
          ("a simulation has at most %d workers and clusters, %d tasks, as many places for them"
                  + " and %d gaps on a route")
              .formatted(1 << A_BITS, (1 << B_BITS) - 1, (1 << HOP_BITS) - 2));
    }
  }

  /** Simulates one run. */
  public static FarmOutcome run(FarmModel model) {
    return run(model, null);
  }

  /** Simulates one run and tells the timings. */
  public static FarmOutcome run(FarmModel model, @Nullable Timings timings) {
    return new FarmSimulation(model, timings).run();
  }

  private static double seconds(double bytes, double bandwidth) {
    return bytes == 0 ? 0 : bytes / bandwidth;
  }

  private Hop lan(int c) {
    return new Hop(
        servers[FarmOutcome.lan(c, 0)],
        servers[FarmOutcome.lan(c, model.lanFull[c] ? 1 : 0)],
        model.lanLatency[c],
        seconds(model.input, model.lanBandwidth[c]),
        seconds(model.output, model.lanBandwidth[c]));
  }

  private Hop gap(int g, double bandwidth, double latency) {
    return new Hop(
        servers[FarmOutcome.gap(model.clusters, g, 0)],
        servers[FarmOutcome.gap(model.clusters, g, model.gapFull[g] ? 1 : 0)],
        latency,
        seconds(model.input, bandwidth),
        seconds(model.output, bandwidth));
  }

  private Hop[] way(int c) {
    int first = c == model.home || model.crossHomeLan ? 1 : 0;
    var gaps = model.route[c];
    var way = new Hop[first + gaps.length];
    if (first == 1) {
      way[0] = lan(model.home);
    }
    for (int i = 0; i < gaps.length; i++) {
      double bandwidth = model.gapBandwidth[gaps[i]];
      double latency = model.gapLatency[gaps[i]];
      boolean last = i == gaps.length - 1 && !model.gateways;
      way[first + i] =
          last
              ? gap(
                  gaps[i],
                  Math.min(bandwidth, model.lanBandwidth[c]),
                  latency + model.lanLatency[c])
              : gap(gaps[i], bandwidth, latency);
    }
    return way;
  }

  private FarmOutcome run() {
    if (model.tasks == 0) {
      makespan = 0;
    } else {
      start();
    }
    while (Double.isNaN(makespan)) {
      if (events.isEmpty()) {
        throw stalled();
      }
      long event = events.take();
      if (events.time() == Double.POSITIVE_INFINITY) {
        throw stalled();
      }
      int kind = (int) (event >>> (B_BITS + A_BITS + HOP_BITS));
      int hop = (int) (event >>> (B_BITS + A_BITS)) & ((1 << HOP_BITS) - 1);
      int a = (int) (event >>> B_BITS) & ((1 << A_BITS) - 1);
      int b = (int) event & ((1 << B_BITS) - 1);
      handle(kind, hop, a, b, events.time());
    }
    return new FarmOutcome(
        makespan,
        Arrays.stream(workers).mapToInt(w -> w.tasks).toArray(),
        Arrays.stream(workers).mapToDouble(this::busy).toArray(),
        Arrays.stream(servers).map(Server::use).toArray(FarmOutcome.Use[]::new),
        new FarmOutcome.Use(masterBusy, masterWaited, masterMessages),
        lost,
        events.added());
  }

  /** A copy may still be computed when the run ends; what comes after does not count. */
  private double busy(Worker worker) {
    return copies == null ? worker.busy : Math.min(worker.busy, worker.cores * makespan);
  }

  /** What is left to happen never does. */
  private IllegalStateException stalled() {
    return new IllegalStateException(
        "the run stalls after %d of %d tasks".formatted(pool.done(), model.tasks));
  }

  private void start() {
    boolean staggered = model.stagger > 0;
    int most = 0;
    var credits = new int[model.workers];
    var ofCluster = new int[model.clusters];
    for (int w = 0; w < model.workers; w++) {
      credits[w] = model.cores[w] + model.prefetch;
      most = Math.max(most, credits[w]);
      ofCluster[model.clusterOf[w]] += credits[w];
    }
    for (int k = 0; k < most; k++) {
      for (int w = 0; w < model.workers; w++) {
        if (k < credits[w]) {
          if (staggered) {
            schedule(w * model.stagger, WORKER_FREE, 0, w, 0);
          } else {
            workerIsFree(w, 0);
          }
        }
      }
    }
    for (int c = 0; c < model.clusters && model.gateways; c++) {
      if (c != model.home && ofCluster[c] > 0) {
        request(c, ofCluster[c] + model.window[c], 0);
      }
    }
  }

  private void schedule(double at, int kind, int hop, int a, int b) {
    long event = kind;
    event = event << HOP_BITS | hop;
    event = event << A_BITS | a;
    events.add(at, event << B_BITS | b);
  }

  private void handle(int kind, int hop, int a, int b, double now) {
    switch (kind) {
      case COMPUTED -> sendResult(a, b, now);
      case RESULT_AT_MASTER -> {
        if (takeIn(WORKER_SERVED, a, b, 1, now)) {
          workerServed(a, b, now);
        }
      }
      case PARTIAL_AT_MASTER -> {
        if (takeIn(PARTIAL_SERVED, a, b, b, now)) {
          partialServed(a, b, now);
        }
      }
      case WORKER_SERVED -> workerServed(a, b, now);
      case PARTIAL_SERVED -> partialServed(a, b, now);
      case TASK_ON_WAY -> sendTask(a, b, hop, now);
      case RESULT_ON_WAY ->
          sendUp(RESULT_ON_WAY, RESULT_AT_MASTER, a, workers[a].cluster, b, hop, now);
      case PARTIAL_ON_WAY -> sendUp(PARTIAL_ON_WAY, PARTIAL_AT_MASTER, a, a, b, hop, now);
      case RESULT_AT_GATEWAY -> resultAtGateway(a, now);
      case REQUEST -> {
        for (int i = 0; i < b; i++) {
          int task = pool.next(model.workers + a, clusterSeconds[a]);
          if (task != TaskPool.NONE) {
            sendTask(model.workers + a, task, 0, now);
          }
        }
      }
      case LOST -> taskLost(a, b, now);
      case WORKER_FREE -> workerIsFree(a, now);
      default -> throw new IllegalStateException("no such event: " + kind);
    }
  }

  private void workerServed(int w, int task, double now) {
    if (copies != null) {
      workers[w].measure(now);
    }
    if (copies != null && !copies.isFirst(task)) {
      workerIsFree(w, now); // another worker was first
    } else if (finish(1, now)) {
      workerIsFree(w, now);
      revive(now);
    }
  }

  private void partialServed(int c, int count, double now) {
    stocks.delivered(c, count);
    if (finish(count, now)) {
      revive(now);
    }
  }

  /** Hands a task to one who was held back, where otherwise nobody would do anything. */
  private void revive(double now) {
    while (pool.isStuck()) {
      sendTask(pool.firstWaiting(), pool.take(), 0, now);
    }
  }

  private void workerIsFree(int w, double now) {
    if (workers[w].hasGateway) {
      int task = gateway[workers[w].cluster].workerIsFree(w);
      if (task != TaskPool.NONE) {
        sendOverLan(w, task, now);
      }
    } else {
      double seconds = model.taskSeconds[w];
      int task = TaskPool.NONE;
      if (copies != null && pool.isEmpty()) {
        task = copies.copyFor(now, workers[w].usualSeconds());
      }
      if (task == TaskPool.NONE) {
        task = pool.next(w, seconds);
        if (copies != null && task != TaskPool.NONE) {
          copies.handedOut(task, now, Math.max(seconds, workers[w].usualSeconds()));
        }
      }
      if (task != TaskPool.NONE) {
        sendTask(w, task, 0, now);
      }
    }
  }

  /**
   * Sends a task from the master on over the given hop of its way; {@code to} is a worker, or a
   * gateway above them.
   */
  private void sendTask(int to, int task, int hop, double now) {
    var way = ways[to < workers.length ? workers[to].cluster : to - workers.length];
    if (hop == way.length) {
      taskArrived(to, task, now);
      return;
    }
    double end = sendDown(way[hop], now);
    if (hop + 1 == way.length && to < model.workers) {
      compute(to, task, end); // the order of arrival is that of sending
    } else {
      schedule(end, TASK_ON_WAY, hop + 1, to, task);
    }
  }

  private void taskArrived(int to, int task, double now) {
    if (to < model.workers) {
      compute(to, task, now);
      return;
    }
    int w = gateway[to - model.workers].taskCame(task);
    if (w != TaskPool.NONE) {
      sendOverLan(w, task, now);
    }
  }

  private void sendOverLan(int w, int task, double now) {
    compute(w, task, sendDown(lans[workers[w].cluster], now));
  }

  private void compute(int w, int task, double arrival) {
    var worker = workers[w];
    int core = worker.firstCore;
    for (int i = 1; i < worker.cores && coreFreeAt[core] > arrival; i++) {
      if (coreFreeAt[worker.firstCore + i] < coreFreeAt[core]) {
        core = worker.firstCore + i;
      }
    }
    double start = Math.max(arrival, coreFreeAt[core]);
    double seconds = worker.taskSeconds;
    if (workOf != null) {
      seconds *= workOf.applyAsDouble(task);
    }
    double end = worker.speed == null ? start + seconds : worker.speed.finish(start, seconds);
    var down = worker.down;
    if (down != null) {
      int i = down.firstEndingAfter(arrival);
      if (i < down.count() && (down.start(i) < end || down.start(i) <= arrival)) {
        fail(w, core, task, start, Math.max(arrival, down.start(i)), down.end(i));
        return;
      }
    }
    coreFreeAt[core] = end;
    worker.busy += end - start;
    if (timings != null) {
      timings.computed(w, core - worker.firstCore, task, start, end);
    }
    schedule(end, COMPUTED, 0, w, task);
  }

  /** The host fails while it holds the task. */
  private void fail(int w, int core, int task, double start, double at, double back) {
    lost++;
    if (start < at) {
      workers[w].busy += at - start;
      if (timings != null) {
        timings.computed(w, core - workers[w].firstCore, task, start, at);
      }
    }
    if (timings != null) {
      timings.lost(w, task, at);
    }
    coreFreeAt[core] = Math.max(coreFreeAt[core], back);
    schedule(at + model.lease, LOST, 0, w, task);
    schedule(Math.max(at + model.lease, back), WORKER_FREE, 0, w, 0);
  }

  private void taskLost(int w, int task, double now) {
    if (workers[w].hasGateway) {
      int other = gateway[workers[w].cluster].taskLost(task);
      if (other != TaskPool.NONE) {
        sendOverLan(other, task, now);
      }
    } else if (copies == null || copies.isLost(task)) {
      int child = pool.lost(task);
      if (child != TaskPool.NONE) {
        sendTask(child, task, 0, now);
      }
    }
  }

  private void sendResult(int w, int task, double now) {
    var worker = workers[w];
    worker.tasks++;
    int c = worker.cluster;
    if (worker.hasGateway) {
      schedule(sendUp(lans[c], now), RESULT_AT_GATEWAY, 0, w, task);
    } else {
      sendUp(RESULT_ON_WAY, RESULT_AT_MASTER, w, c, task, ways[c].length, now);
    }
  }

  /** Sends a result or partial result on towards the master, over the hop before the given one. */
  private void sendUp(int onWay, int arrived, int from, int c, int b, int hop, double now) {
    if (hop == 0) {
      handle(arrived, 0, from, b, now);
      return;
    }
    double end = sendUp(ways[c][hop - 1], now);
    schedule(end, hop == 1 ? arrived : onWay, hop - 1, from, b);
  }

  private void resultAtGateway(int w, double now) {
    int c = workers[w].cluster;
    int count = gateway[c].resultCame();
    workerIsFree(w, now);
    int asked = 1 + stocks.more(c, pool, now, isFree(ways[c], now));
    if (asked > 0) {
      request(c, asked, now);
    }
    if (count > 0) {
      sendUp(PARTIAL_ON_WAY, PARTIAL_AT_MASTER, c, c, count, ways[c].length, now);
    }
  }

  /** Whether few messages wait on a way. */
  private static boolean isFree(Hop[] way, double now) {
    for (var hop : way) {
      double busyUntil = Math.max(hop.down.freeAt, hop.up.freeAt);
      if (busyUntil - now - hop.latency > SimulatedStocks.QUEUE) {
        return false;
      }
    }
    return true;
  }

  /** A gateway asks the master for tasks; the request has no bytes. */
  private void request(int c, int count, double now) {
    double latency = 0;
    for (var hop : ways[c]) {
      latency += hop.latency;
    }
    schedule(now + latency, REQUEST, 0, c, count);
  }

  /** The master takes results in; says whether it is done with them at once, else {@code then}. */
  private boolean takeIn(int then, int from, int b, int count, double now) {
    masterMessages++;
    if (model.masterSeconds == 0) {
      return true;
    }
    double start = Math.max(now, masterFreeAt);
    double end = start + model.masterSeconds * count;
    masterFreeAt = end;
    masterBusy += end - start;
    masterWaited += start - now;
    if (timings != null) {
      timings.processed(count, start, end);
    }
    schedule(end, then, 0, from, b);
    return false;
  }

  /** Counts results; says whether the run goes on. */
  private boolean finish(int count, double now) {
    if (pool.finished(count)) {
      makespan = now;
      return false;
    }
    return true;
  }

  /** Sends a task over a network and gives the time at which it has passed. */
  private double sendDown(Hop hop, double now) {
    return serve(hop.down, now + hop.latency, hop.inputSeconds, false);
  }

  /** Sends a result over a network and gives the time at which it has passed. */
  private double sendUp(Hop hop, double now) {
    return serve(hop.up, now + hop.latency, hop.outputSeconds, true);
  }

  /** Puts a message into a server's queue and gives the end of its service. */
  private double serve(Server server, double ready, double seconds, boolean result) {
    double start = Math.max(ready, server.freeAt);
    double end = server.speed == null ? start + seconds : server.speed.finish(start, seconds);
    server.freeAt = end;
    server.busy += end - start;
    server.waited += start - ready;
    server.messages++;
    if (timings != null) {
      timings.transferred(server.number, start, end, result);
    }
    return end;
  }

  /** A network in one direction or both. */
  private static final class Server {
    final int number;
    final @Nullable Timeline speed;
    double freeAt;
    double busy;
    double waited;
    long messages;

    Server(int number, @Nullable Timeline speed) {
      this.number = number;
      this.speed = speed;
    }

    FarmOutcome.Use use() {
      return new FarmOutcome.Use(busy, waited, messages);
    }
  }

  /**
   * A network on a way.
   *
   * @param down its server towards the workers
   * @param up its server towards the master
   */
  private record Hop(
      Server down, Server up, double latency, double inputSeconds, double outputSeconds) {}

  /** All that events need of a worker, in one place in memory. */
  private static final class Worker {
    final int cluster;

    /** Whether it gets its tasks from the gateway of its cluster. */
    final boolean hasGateway;

    final int firstCore;
    final int cores;
    final double taskSeconds;
    final @Nullable Timeline speed;
    final @Nullable Intervals down;
    int tasks;
    double busy;

    private double lastResult = Double.NaN;

    /** Seconds per task by the times between its results; 0 before there are two. */
    private double measured;

    Worker(FarmModel model, int w, int firstCore) {
      cluster = model.clusterOf[w];
      hasGateway = model.gateways && cluster != model.home;
      this.firstCore = firstCore;
      cores = model.cores[w];
      taskSeconds = model.taskSeconds[w];
      speed = model.hostSpeed[w];
      down = model.hostDown[w];
    }

    /** Learns from a result how long it takes for a task, as the master of a run does. */
    void measure(double now) {
      if (lastResult >= 0) {
        double sample = (now - lastResult) * cores;
        measured = measured == 0 ? sample : 0.9 * measured + 0.1 * sample;
      }
      lastResult = now;
    }

    double usualSeconds() {
      return measured > 0 ? measured : taskSeconds;
    }
  }
}
