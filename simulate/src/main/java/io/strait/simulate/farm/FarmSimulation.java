package io.strait.simulate.farm;

import io.strait.simulate.Distribution;
import io.strait.simulate.EventQueue;
import io.strait.simulate.Timeline;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link FarmModel}. A FIFO server's end of service is known when a message joins it, so a
 * message costs one event when it has passed its last server, not one per queue; a task of a worker
 * that talks to its parent over one network costs two events in all. Events are packed into longs;
 * nothing is allocated per event.
 */
public final class FarmSimulation {
  private static final int COMPUTED = 0; // worker, task
  private static final int RESULT_AT_MASTER = 1; // worker, task
  private static final int PARTIAL_AT_MASTER = 2; // cluster, count
  private static final int WORKER_SERVED = 3; // worker: the master is done with its result
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

  /** Seconds that the fastest worker of a cluster takes for a task. */
  private final double[] clusterSeconds;

  private final GatewayPolicy[] gateway;
  private final TaskRandom random;

  // network servers, see FarmOutcome
  private final double[] freeAt;
  private final double[] busy;
  private final double[] waited;
  private final long[] messages;
  private final @Nullable Timeline[] speed;

  /**
   * The servers from the master to a cluster's gateway (or its workers, without gateways), and
   * back.
   */
  private final int[][] wayDown;

  private final int[][] wayUp;
  private final double[][] wayLatency;
  private final double[][] inputSeconds;
  private final double[][] outputSeconds;
  private final double[] lanInputSeconds;
  private final double[] lanOutputSeconds;

  // workers
  private final int[] coreStart;
  private final double[] coreFreeAt;
  private final int[] tasksOf;
  private final double[] busyOf;

  private double masterFreeAt;
  private double masterBusy;
  private double masterWaited;
  private long masterMessages;
  private long lost;
  private double makespan = Double.NaN;
  private final boolean varies;

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
    random = new TaskRandom(model.seed);
    varies = !(model.work instanceof Distribution.Constant);
    int gaps = model.gapBandwidth.length;
    int servers = 2 * model.clusters + 2 * gaps;
    freeAt = new double[servers];
    busy = new double[servers];
    waited = new double[servers];
    messages = new long[servers];
    speed = new Timeline[servers];
    for (int g = 0; g < gaps; g++) {
      speed[FarmOutcome.gap(model.clusters, g, 0)] = model.gapSpeed[g];
      speed[FarmOutcome.gap(model.clusters, g, 1)] = model.gapSpeed[g];
    }
    wayDown = new int[model.clusters][];
    wayUp = new int[model.clusters][];
    wayLatency = new double[model.clusters][];
    inputSeconds = new double[model.clusters][];
    outputSeconds = new double[model.clusters][];
    lanInputSeconds = new double[model.clusters];
    lanOutputSeconds = new double[model.clusters];
    gateway = new GatewayPolicy[model.clusters];
    for (int c = 0; c < model.clusters; c++) {
      lanInputSeconds[c] = seconds(model.input, model.lanBandwidth[c]);
      lanOutputSeconds[c] = seconds(model.output, model.lanBandwidth[c]);
      gateway[c] = new GatewayPolicy(model.aggregate[c]);
      layWay(c);
    }
    coreStart = new int[model.workers + 1];
    for (int w = 0; w < model.workers; w++) {
      coreStart[w + 1] = coreStart[w] + model.cores[w];
    }
    coreFreeAt = new double[coreStart[model.workers]];
    tasksOf = new int[model.workers];
    busyOf = new double[model.workers];
    events = new EventQueue(2 * coreFreeAt.length + model.workers * model.prefetch);
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

  private void layWay(int c) {
    boolean local = c == model.home;
    int first = local || model.crossHomeLan ? 1 : 0;
    var gaps = model.route[c];
    int hops = first + gaps.length;
    wayDown[c] = new int[hops];
    wayUp[c] = new int[hops];
    wayLatency[c] = new double[hops];
    inputSeconds[c] = new double[hops];
    outputSeconds[c] = new double[hops];
    if (first == 1) {
      setHop(
          c,
          0,
          lan(model.home, 0),
          lan(model.home, 1),
          model.lanBandwidth[model.home],
          model.lanLatency[model.home]);
    }
    for (int i = 0; i < gaps.length; i++) {
      int g = gaps[i];
      boolean last = i == gaps.length - 1 && !model.gateways;
      double bandwidth =
          last ? Math.min(model.gapBandwidth[g], model.lanBandwidth[c]) : model.gapBandwidth[g];
      double latency = last ? model.gapLatency[g] + model.lanLatency[c] : model.gapLatency[g];
      setHop(c, first + i, gap(g, 0), gap(g, 1), bandwidth, latency);
    }
  }

  private void setHop(int c, int hop, int down, int up, double bandwidth, double latency) {
    wayDown[c][hop] = down;
    wayUp[c][hop] = up;
    wayLatency[c][hop] = latency;
    inputSeconds[c][hop] = seconds(model.input, bandwidth);
    outputSeconds[c][hop] = seconds(model.output, bandwidth);
  }

  /** The server of a LAN in a direction; half duplex has one for both. */
  private int lan(int c, int direction) {
    return FarmOutcome.lan(c, model.lanFull[c] ? direction : 0);
  }

  private int gap(int g, int direction) {
    return FarmOutcome.gap(model.clusters, g, model.gapFull[g] ? direction : 0);
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
    var networks = new FarmOutcome.Use[freeAt.length];
    for (int s = 0; s < networks.length; s++) {
      networks[s] = new FarmOutcome.Use(busy[s], waited[s], messages[s]);
    }
    return new FarmOutcome(
        makespan,
        tasksOf,
        busyOf,
        networks,
        new FarmOutcome.Use(masterBusy, masterWaited, masterMessages),
        lost,
        events.added());
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
      case RESULT_AT_MASTER -> takeIn(WORKER_SERVED, a, 1, now);
      case PARTIAL_AT_MASTER -> takeIn(PARTIAL_SERVED, a, b, now);
      case WORKER_SERVED -> {
        if (finish(1, now)) {
          workerIsFree(a, now);
        }
      }
      case PARTIAL_SERVED -> finish(b, now);
      case TASK_ON_WAY -> sendTask(a, b, hop, now);
      case RESULT_ON_WAY ->
          sendUp(RESULT_ON_WAY, RESULT_AT_MASTER, a, model.clusterOf[a], b, hop, now);
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

  /** Whether a worker gets its tasks from the gateway of its cluster. */
  private boolean hasGateway(int w) {
    return model.gateways && model.clusterOf[w] != model.home;
  }

  private void workerIsFree(int w, double now) {
    if (hasGateway(w)) {
      int task = gateway[model.clusterOf[w]].workerIsFree(w);
      if (task != TaskPool.NONE) {
        sendOverLan(w, task, now);
      }
    } else {
      int task = pool.next(w, model.taskSeconds[w]);
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
    int c = to < model.workers ? model.clusterOf[to] : to - model.workers;
    var way = wayDown[c];
    if (hop == way.length) {
      taskArrived(to, task, now);
      return;
    }
    double end = serve(way[hop], now, wayLatency[c][hop], inputSeconds[c][hop], false);
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
    int c = model.clusterOf[w];
    compute(w, task, serve(lan(c, 0), now, model.lanLatency[c], lanInputSeconds[c], false));
  }

  private void compute(int w, int task, double arrival) {
    int core = coreStart[w];
    int behind = coreStart[w + 1];
    for (int other = core + 1; other < behind && coreFreeAt[core] > arrival; other++) {
      if (coreFreeAt[other] < coreFreeAt[core]) {
        core = other;
      }
    }
    double start = Math.max(arrival, coreFreeAt[core]);
    double seconds = model.taskSeconds[w];
    if (varies) {
      seconds *= model.work.draw(random.at(task));
    }
    @Nullable Timeline share = model.hostSpeed[w];
    double end = share == null ? start + seconds : share.finish(start, seconds);
    var down = model.hostDown[w];
    if (down != null) {
      int i = down.firstEndingAfter(arrival);
      if (i < down.count() && (down.start(i) < end || down.start(i) <= arrival)) {
        fail(w, core, task, start, Math.max(arrival, down.start(i)), down.end(i));
        return;
      }
    }
    coreFreeAt[core] = end;
    busyOf[w] += end - start;
    if (timings != null) {
      timings.computed(w, core - coreStart[w], task, start, end);
    }
    schedule(end, COMPUTED, 0, w, task);
  }

  /** The host fails while it holds the task. */
  private void fail(int w, int core, int task, double start, double at, double back) {
    lost++;
    if (start < at) {
      busyOf[w] += at - start;
      if (timings != null) {
        timings.computed(w, core - coreStart[w], task, start, at);
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
    if (hasGateway(w)) {
      int other = gateway[model.clusterOf[w]].taskLost(task);
      if (other != TaskPool.NONE) {
        sendOverLan(other, task, now);
      }
    } else {
      int child = pool.lost(task);
      if (child != TaskPool.NONE) {
        sendTask(child, task, 0, now);
      }
    }
  }

  private void sendResult(int w, int task, double now) {
    tasksOf[w]++;
    int c = model.clusterOf[w];
    if (hasGateway(w)) {
      double end = serve(lan(c, 1), now, model.lanLatency[c], lanOutputSeconds[c], true);
      schedule(end, RESULT_AT_GATEWAY, 0, w, task);
    } else {
      sendUp(RESULT_ON_WAY, RESULT_AT_MASTER, w, c, task, wayUp[c].length, now);
    }
  }

  /** Sends a result or partial result on towards the master, over the hop before the given one. */
  private void sendUp(int onWay, int arrived, int from, int c, int b, int hop, double now) {
    if (hop == 0) {
      handle(arrived, 0, from, b, now);
      return;
    }
    double end =
        serve(wayUp[c][hop - 1], now, wayLatency[c][hop - 1], outputSeconds[c][hop - 1], true);
    schedule(end, hop == 1 ? arrived : onWay, hop - 1, from, b);
  }

  private void resultAtGateway(int w, double now) {
    int c = model.clusterOf[w];
    int count = gateway[c].resultCame();
    workerIsFree(w, now);
    request(c, 1, now);
    if (count > 0) {
      sendUp(PARTIAL_ON_WAY, PARTIAL_AT_MASTER, c, c, count, wayUp[c].length, now);
    }
  }

  /** A gateway asks the master for tasks; the request has no bytes. */
  private void request(int c, int count, double now) {
    double latency = 0;
    for (double hop : wayLatency[c]) {
      latency += hop;
    }
    schedule(now + latency, REQUEST, 0, c, count);
  }

  private void takeIn(int then, int from, int count, double now) {
    masterMessages++;
    if (model.masterSeconds == 0) {
      handle(then, 0, from, count, now);
      return;
    }
    double start = Math.max(now, masterFreeAt);
    double end = start + model.masterSeconds * count;
    masterFreeAt = end;
    masterBusy += end - start;
    masterWaited += start - now;
    if (timings != null) {
      timings.processed(count, start, end);
    }
    schedule(end, then, 0, from, count);
  }

  /** Counts results; says whether the run goes on. */
  private boolean finish(int count, double now) {
    if (pool.finished(count)) {
      makespan = now;
      return false;
    }
    while (pool.isStuck()) {
      sendTask(pool.firstWaiting(), pool.take(), 0, now);
    }
    return true;
  }

  /** Puts a message into a server's queue and gives the end of its service. */
  private double serve(int server, double now, double latency, double seconds, boolean result) {
    double ready = now + latency;
    double start = Math.max(ready, freeAt[server]);
    @Nullable Timeline share = speed[server];
    double end = share == null ? start + seconds : share.finish(start, seconds);
    freeAt[server] = end;
    busy[server] += end - start;
    waited[server] += start - ready;
    messages[server]++;
    if (timings != null) {
      timings.transferred(server, start, end, result);
    }
    return end;
  }
}
