package io.strait.farm.simulate;

import io.strait.simulate.EventQueue;
import io.strait.simulate.ServiceDistribution;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
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
  private static final int SILENT = 12; // cluster: has been out of reach for a while
  private static final int LEASE_ENDS = 13; // cluster
  private static final int BACK = 14; // cluster: is within reach again
  private static final int TIMER = 15; // cluster; instead of a hop one of the following

  /** Seconds without a word after which a session ends. */
  private static final double SILENCE = 20;

  private static final int GIVE_BACK = 0; // had no worker for as long as a lease
  private static final int REVIVE = 1; // its slow workers compute if nobody else does
  private static final int REVIVE_ALL = 2; // the same at the master

  /** Seconds for which others may come who are faster. */
  private static final double PATIENCE = 0.02;

  private static final int B_BITS = 30;
  private static final int A_BITS = 24;
  private static final int HOP_BITS = 6;

  private final FarmModel model;
  private final @Nullable Timings timings;
  private final EventQueue events;
  private final TaskPool pool;
  private final @Nullable TailCopies copies;
  private final @Nullable SimulatedLeases leases;

  private final Deliveries deliveries;
  private final IntPredicate tooSlow = this::isTooSlow;

  /** Tasks that a gateway without workers gave back, and will ask for when it has one. */
  private final int[] gaveBack;

  /** Tasks that the master's children have asked for and not got. */
  private final int[] credits;

  /** Tasks that workers and gateways have and whose results their parent has not. */
  private final int[] held;

  /** Seconds that the fastest worker of a cluster takes for a task. */
  private final double[] fastest;

  private final GatewayPolicy[] gateway;
  private final SimulatedDemand demand;

  private final SimulatedNetwork network;
  private final SimulatedWorker[] workers;

  /** When every core of every worker is done with all that is sent to it. */
  private final double[] coreFreeAt;

  /** The factor by which a task's work differs from the average; null where none does. */
  private final @Nullable IntToDoubleFunction workOf;

  private final SimulatedMaster master;
  private long lost;
  private double makespan = Double.NaN;

  private FarmSimulation(FarmModel model, @Nullable Timings timings) {
    this.model = model;
    this.timings = timings;
    checkSize(model);
    fastest = new double[model.clusters];
    Arrays.fill(fastest, Double.POSITIVE_INFINITY);
    for (int w = 0; w < model.workers; w++) {
      int c = model.clusterOf[w];
      fastest[c] = Math.min(fastest[c], model.taskSeconds[w]);
    }
    copies = model.tailCopies ? new TailCopies() : null;
    workOf = workOf(model);
    network = new SimulatedNetwork(model, timings);
    master = new SimulatedMaster(model.masterSeconds, timings);
    deliveries = new Deliveries(model, network);
    pool = new TaskPool(model.tasks, deliveries.expectation(model.holdBackRate));
    leases = SimulatedLeases.areNeeded(model) ? new SimulatedLeases(model, pool) : null;
    gaveBack = new int[model.clusters];
    credits = new int[model.workers + model.clusters];
    held = new int[model.workers + model.clusters];
    gateway = new GatewayPolicy[model.clusters];
    for (int c = 0; c < model.clusters; c++) {
      gateway[c] = new GatewayPolicy(model.aggregate[c]);
    }
    demand = new SimulatedDemand(model);
    workers = new SimulatedWorker[model.workers];
    int cores = 0;
    for (int w = 0; w < model.workers; w++) {
      workers[w] = new SimulatedWorker(model, w, cores);
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
        network.uses(),
        master.use(),
        lost,
        events.added());
  }

  /** A copy may still be computed when the run ends; what comes after does not count. */
  private double busy(SimulatedWorker worker) {
    return copies == null ? worker.busy : Math.min(worker.busy, worker.cores * makespan);
  }

  /** What is left to happen never does. */
  private IllegalStateException stalled() {
    return new IllegalStateException(
        "the run stalls after %d of %d tasks".formatted(pool.done(), model.tasks));
  }

  /** Out of reach for longer than a session or a lease lasts. */
  private void scheduleOutages(SimulatedLeases of) {
    double silence = Math.min(SILENCE, model.cutLease / 2);
    of.outages(
        (outage, c) -> {
          schedule(outage[0] + silence, SILENT, 0, c, 0);
          schedule(outage[0] + model.cutLease, LEASE_ENDS, 0, c, 0);
          if (Double.isFinite(outage[1])) {
            schedule(outage[1] + network.latency(c), BACK, 0, c, 0);
          }
        });
  }

  private void start() {
    if (leases != null) {
      scheduleOutages(leases);
    }
    boolean staggered = model.stagger > 0 || model.startSpread > 0;
    var random = new SplittableRandom(model.startSeed);
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
            double spread = model.startSpread == 0 ? 0 : random.nextDouble(model.startSpread);
            schedule(w * model.stagger + spread, WORKER_FREE, 0, w, 0);
          } else {
            workerIsFree(w, 0);
          }
        }
      }
    }
    for (int c = 0; c < model.clusters && model.gateways; c++) {
      if (c != model.home && ofCluster[c] > 0) {
        double spread = model.startSpread == 0 ? 0 : random.nextDouble(model.startSpread);
        request(c, ofCluster[c] + model.window[c], spread);
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
      case RESULT_AT_GATEWAY -> resultAtGateway(a, b, now);
      case REQUEST -> {
        for (int i = 0; i < b; i++) {
          int to = model.workers + a;
          int task = next(to);
          if (task != TaskPool.NONE) {
            give(to, task, now);
          }
        }
      }
      case LOST -> taskLost(a, b, now);
      case WORKER_FREE -> workerIsFree(a, now);
      case SILENT, LEASE_ENDS, BACK -> {
        if (leases != null) {
          outage(leases, kind, a, now);
        }
      }
      case TIMER -> {
        if (hop == REVIVE) {
          reviveWorkers(a, now);
        } else if (hop == REVIVE_ALL) {
          reviveChildren(now);
        } else if (isDeserted(a, now)) {
          giveBack(a, now);
        }
      }
      default -> throw new IllegalStateException("no such event: " + kind);
    }
  }

  private void workerServed(int w, int task, double now) {
    held[w]--;
    if (copies != null) {
      workers[w].measure(now);
    }
    if (!isFirst(task)) {
      workerIsFree(w, now); // somebody else was first
    } else if (finish(1, now)) {
      again(w, now);
      workerIsFree(w, now);
      revive(now);
    }
  }

  private boolean isFirst(int task) {
    return (copies == null || copies.isFirst(task)) && (leases == null || leases.isFirst(task));
  }

  private void outage(SimulatedLeases of, int kind, int c, double now) {
    switch (kind) {
      case SILENT -> {
        if (of.isCut(c, now)) {
          of.isAbsent(c);
          takeBackIfWaitedFor(of, now);
        }
      }
      case LEASE_ENDS -> {
        if (of.isCut(c, now)) {
          of.takeBack(c, credits, (child, task) -> give(child, task, now));
        }
      }
      default -> {
        if (!of.isCut(c, now)) {
          of.isBack(c);
        }
      }
    }
  }

  /** Whether a cluster has no worker that is there. */
  private boolean isDeserted(int c, double now) {
    for (var worker : workers) {
      if (worker.cluster == c && (worker.down == null || !worker.down.contains(now))) {
        return false;
      }
    }
    return true;
  }

  /** Where others have nothing to do, they get what those out of reach have. */
  private void takeBackIfWaitedFor(SimulatedLeases of, double now) {
    int c = of.absentCluster();
    if (c >= 0 && pool.isEmpty() && Arrays.stream(credits).anyMatch(n -> n > 0)) {
      of.takeBack(c, credits, (child, task) -> give(child, task, now));
    }
  }

  /** A gateway without workers gives back what it has. */
  private void giveBack(int c, double now) {
    for (int task = gateway[c].giveBack(); task != TaskPool.NONE; task = gateway[c].giveBack()) {
      held[model.workers + c]--;
      gaveBack[c]++;
      sendPartial(c, gateway[c].taskGone(), now);
      handOut(task, now);
    }
  }

  /** A task came back to the master without a result. */
  private void handOut(int task, double now) {
    int child = pool.lost(task);
    while (child != TaskPool.NONE && credits[child] == 0) {
      child = pool.lost(task);
    }
    if (child != TaskPool.NONE) {
      give(child, task, now);
    }
  }

  private void partialServed(int c, int count, double now) {
    held[model.workers + c] -= count;
    int asked = demand.delivered(c, count, now);
    if (asked > 0) {
      request(c, asked, now + network.latency(c)); // the gateway hears of it first
    }
    if (finish(leases == null ? count : leases.delivered(c, count), now)) {
      again(model.workers + c, now);
      revive(now);
    }
  }

  /** Lets those who were held back compute soon, where otherwise nobody would do anything. */
  private void revive(double now) {
    if (pool.isStuck()) {
      schedule(now + patience(), TIMER, REVIVE_ALL, 0, 0);
    }
  }

  private double patience() {
    return PATIENCE + model.startSpread;
  }

  private void reviveChildren(double now) {
    pool.revive(
        new HeldBack() {
          @Override
          public double seconds(int child) {
            return credits[child] == 0
                ? Double.POSITIVE_INFINITY
                : deliveries.of(child).seconds(held[child]);
          }

          @Override
          public void give(int child) {
            FarmSimulation.this.give(child, pool.take(), now);
          }
        });
  }

  private void workerIsFree(int w, double now) {
    if (workers[w].hasGateway) {
      int c = workers[w].cluster;
      int task = gateway[c].workerIsFree(w, isTooSlow(w));
      if (task != TaskPool.NONE) {
        sendOverLan(w, task, now);
      } else if (gaveBack[c] > 0) {
        request(c, gaveBack[c], now);
        gaveBack[c] = 0;
      }
    } else {
      double seconds = model.taskSeconds[w];
      int task = TaskPool.NONE;
      if (copies != null && pool.isEmpty()) {
        task = copies.copyFor(now, workers[w].usualSeconds());
        credits[w] += task == TaskPool.NONE ? 0 : 1;
      }
      if (task == TaskPool.NONE) {
        task = next(w);
        if (task == TaskPool.NONE && leases != null) {
          takeBackIfWaitedFor(leases, now);
        }
        if (copies != null && task != TaskPool.NONE) {
          copies.handedOut(task, now, Math.max(seconds, workers[w].usualSeconds()));
        }
      }
      if (task != TaskPool.NONE) {
        give(w, task, now);
      }
    }
  }

  /** Whether a gateway had better give no task to a worker, so near the end. */
  private boolean isTooSlow(int w) {
    int c = workers[w].cluster;
    return model.holdBackRate > 0
        && GatewayPolicy.isTooSlow(ownSeconds(w), pool.timeLeft(), fastest[c]);
  }

  /** Seconds until a worker would have computed a task that it gets now. */
  private double ownSeconds(int w) {
    double seconds = workers[w].taskSeconds;
    return Delivery.seconds(seconds, workers[w].cores / seconds, held[w]);
  }

  /** The same in a cluster. */
  private void revive(int c, double now) {
    if (gateway[c].isStuck()) {
      schedule(now + patience(), TIMER, REVIVE, c, 0);
    }
  }

  private void reviveWorkers(int c, double now) {
    gateway[c].revive(
        new HeldBack() {
          @Override
          public double seconds(int w) {
            return ownSeconds(w);
          }

          @Override
          public void give(int w) {
            sendOverLan(w, gateway[c].workerIsFree(w, false), now);
          }
        });
  }

  private int next(int child) {
    credits[child]++;
    return pool.next(child, deliveries.latency(child), deliveries.rate(child), held[child]);
  }

  /** Results of a child have come: it may have been held back with what it had before. */
  private void again(int child, double now) {
    int task = TaskPool.NONE;
    do {
      task =
          credits[child] == 0 || model.holdBackRate == 0
              ? TaskPool.NONE
              : pool.again(deliveries.latency(child), deliveries.rate(child), held[child]);
      if (task != TaskPool.NONE) {
        give(child, task, now);
      }
    } while (task != TaskPool.NONE);
  }

  /** Hands out a task. */
  private void give(int to, int task, double now) {
    held[to]++;
    credits[to]--;
    if (leases != null) {
      leases.gave(to, task);
    }
    sendTask(to, task, 0, now);
  }

  /**
   * Sends a task from the master on over the given hop of its way; {@code to} is a worker, or a
   * gateway above them.
   */
  private void sendTask(int to, int task, int hop, double now) {
    int c = to < workers.length ? workers[to].cluster : to - workers.length;
    if (hop == network.hops(c)) {
      taskArrived(to, task, now);
      return;
    }
    double end = network.sendDown(c, hop, now);
    if (hop + 1 == network.hops(c) && to < model.workers) {
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
    int w = gateway[to - model.workers].taskCame(task, tooSlow);
    if (w != TaskPool.NONE) {
      sendOverLan(w, task, now);
    }
    revive(to - model.workers, now);
  }

  private void sendOverLan(int w, int task, double now) {
    held[w]++;
    compute(w, task, network.sendDownLan(workers[w].cluster, now));
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
    held[w]--;
    if (workers[w].hasGateway) {
      int other = gateway[workers[w].cluster].taskLost(task, tooSlow);
      if (other != TaskPool.NONE) {
        sendOverLan(other, task, now);
      }
      revive(workers[w].cluster, now);
      if (isDeserted(workers[w].cluster, now)) {
        schedule(now + model.lease, TIMER, GIVE_BACK, workers[w].cluster, 0);
      }
    } else if ((leases == null || !leases.isDone(task))
        && (copies == null || copies.isLost(task))) {
      handOut(task, now);
    }
  }

  private void sendResult(int w, int task, double now) {
    var worker = workers[w];
    worker.tasks++;
    int c = worker.cluster;
    if (worker.hasGateway) {
      schedule(network.sendUpLan(c, now), RESULT_AT_GATEWAY, 0, w, task);
    } else {
      sendUp(RESULT_ON_WAY, RESULT_AT_MASTER, w, c, task, network.hops(c), now);
    }
  }

  /** Sends a result or partial result on towards the master, over the hop before the given one. */
  private void sendUp(int onWay, int arrived, int from, int c, int b, int hop, double now) {
    if (hop == 0) {
      handle(arrived, 0, from, b, now);
      return;
    }
    double end = network.sendUp(c, hop - 1, now);
    schedule(end, hop == 1 ? arrived : onWay, hop - 1, from, b);
  }

  private void resultAtGateway(int w, int task, double now) {
    int c = workers[w].cluster;
    if (leases != null) {
      leases.computed(c, task);
    }
    held[w]--;
    int count = gateway[c].resultCame();
    for (int again = gateway[c].release(w); again >= 0; again--) {
      workerIsFree(w, now);
    }
    revive(c, now);
    int asked = demand.came(c, pool, now, network.isFree(c, now));
    if (asked > 0) {
      request(c, asked, now);
    }
    sendPartial(c, count, now);
  }

  private void sendPartial(int c, int count, double now) {
    if (count > 0) {
      sendUp(PARTIAL_ON_WAY, PARTIAL_AT_MASTER, c, c, count, network.hops(c), now);
    }
  }

  /** A gateway asks the master for tasks; the request has no bytes. */
  private void request(int c, int count, double now) {
    schedule(network.passes(c, now), REQUEST, 0, c, count);
  }

  /** The master takes results in; says whether it is done with them at once, else {@code then}. */
  private boolean takeIn(int then, int from, int b, int count, double now) {
    double end = master.takeIn(count, now);
    if (end == now) {
      return true;
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
}
