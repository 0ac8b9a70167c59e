package io.strait.farm.simulate;

import static io.strait.farm.simulate.FarmEvents.BACK;
import static io.strait.farm.simulate.FarmEvents.COMPUTED;
import static io.strait.farm.simulate.FarmEvents.GIVE_BACK;
import static io.strait.farm.simulate.FarmEvents.JOINS;
import static io.strait.farm.simulate.FarmEvents.JUST_IN_TIME;
import static io.strait.farm.simulate.FarmEvents.LEASE_ENDS;
import static io.strait.farm.simulate.FarmEvents.LOST;
import static io.strait.farm.simulate.FarmEvents.PARTIAL_AT_MASTER;
import static io.strait.farm.simulate.FarmEvents.PARTIAL_ON_WAY;
import static io.strait.farm.simulate.FarmEvents.PARTIAL_SERVED;
import static io.strait.farm.simulate.FarmEvents.REQUEST;
import static io.strait.farm.simulate.FarmEvents.RESULT_AT_GATEWAY;
import static io.strait.farm.simulate.FarmEvents.RESULT_AT_MASTER;
import static io.strait.farm.simulate.FarmEvents.RESULT_ON_WAY;
import static io.strait.farm.simulate.FarmEvents.REVIVE;
import static io.strait.farm.simulate.FarmEvents.REVIVE_ALL;
import static io.strait.farm.simulate.FarmEvents.SILENT;
import static io.strait.farm.simulate.FarmEvents.TASK_ON_WAY;
import static io.strait.farm.simulate.FarmEvents.TIMER;
import static io.strait.farm.simulate.FarmEvents.WORKER_FREE;
import static io.strait.farm.simulate.FarmEvents.WORKER_SERVED;
import static java.util.Objects.requireNonNull;

import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link FarmModel}. A FIFO server's end of service is known when a message joins it, so a
 * message costs one event when it has passed its last server, not one per queue; a task of a worker
 * that talks to its parent over one network costs two events in all.
 *
 * <p>A little long because the events of a task and what follows from each stay together: a reader
 * goes through {@code handle} from top to bottom. Computing is in {@link SimulatedCrew}, networks
 * are in {@link SimulatedNetwork}, and what happens when they fail is in {@link SimulatedLeases}.
 */
public final class FarmSimulation {
  /** Seconds for which others may come who are faster. */
  private static final double PATIENCE = 0.02;

  private final FarmModel model;
  private final FarmEvents events;
  private final TaskPool pool;
  private final @Nullable TailCopies copies;
  private final @Nullable SimulatedLeases leases;

  private final Deliveries deliveries;
  private final IntPredicate tooSlow = this::isTooSlow;
  private final IntPredicate late = this::isLate;

  /** Tasks that a gateway without workers gave back, and will ask for when it has one. */
  private final int[] gaveBack;

  /** Tasks that the master's children have asked for and not got. */
  private final int[] credits;

  /** Tasks that gateways have and whose results their parent has not. */
  private final int[] held;

  /** Seconds that the fastest worker of a cluster takes for a task. */
  private final double[] fastest;

  private final GatewayPolicy[] gateway;
  private final SimulatedDemand demand;

  private final SimulatedNetwork network;
  private final SimulatedCrew crew;
  private final SimulatedWorker[] workers;
  private final SimulatedMaster master;
  private double makespan = Double.NaN;

  private FarmSimulation(FarmModel model, @Nullable Timings timings) {
    this.model = model;
    events = new FarmEvents(model);
    copies = model.tailCopies ? new TailCopies() : null;
    network = new SimulatedNetwork(model, timings);
    master = new SimulatedMaster(model.masterSeconds, timings);
    deliveries = new Deliveries(model, network);
    pool = new TaskPool(model.tasks, deliveries.expectation(model.holdBackRate));
    gaveBack = new int[model.clusters];
    credits = new int[model.workers + model.clusters];
    leases =
        SimulatedLeases.areNeeded(model)
            ? new SimulatedLeases(model, pool, credits, this::give)
            : null;
    held = new int[model.clusters];
    gateway = new GatewayPolicy[model.clusters];
    for (int c = 0; c < model.clusters; c++) {
      gateway[c] = new GatewayPolicy(model.aggregate[c]);
    }
    demand = new SimulatedDemand(model);
    crew = new SimulatedCrew(model, network, timings, events);
    workers = crew.workers();
    fastest = crew.fastest(model.clusters);
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
      handle(
          FarmEvents.kind(event),
          FarmEvents.hop(event),
          FarmEvents.a(event),
          FarmEvents.b(event),
          events.time());
    }
    return new FarmOutcome(
        makespan,
        crew.tasks(),
        crew.busy(copies == null ? Double.POSITIVE_INFINITY : makespan),
        network.uses(makespan),
        master.use(),
        crew.lost(),
        events.count());
  }

  /** What is left to happen never does. */
  private IllegalStateException stalled() {
    return new IllegalStateException(
        "the run stalls after %d of %d tasks".formatted(pool.done(), model.tasks));
  }

  private void start() {
    if (leases != null) {
      leases.schedule(events, network);
    }
    boolean staggered = model.stagger > 0 || model.startSpread > 0 || someJoinLater();
    var random = new SplittableRandom(model.startSeed);
    int most = 0;
    var credits = new int[model.workers];
    var ofCluster = new int[model.clusters];
    for (int w = 0; w < model.workers; w++) {
      credits[w] = model.cores[w] + model.prefetch[w];
      most = Math.max(most, credits[w]);
      ofCluster[model.clusterOf[w]] += credits[w];
    }
    for (int k = 0; k < most; k++) {
      for (int w = 0; w < model.workers; w++) {
        if (k < credits[w]) {
          if (staggered) {
            double spread = model.startSpread == 0 ? 0 : random.nextDouble(model.startSpread);
            double joins = model.begins[model.clusterOf[w]];
            schedule(joins + w * model.stagger + spread, WORKER_FREE, 0, w, 0);
          } else {
            workerIsFree(w, 0);
          }
        }
      }
    }
    for (int c = 0; c < model.clusters && model.gateways; c++) {
      if (c != model.home && ofCluster[c] > 0) {
        double spread = model.startSpread == 0 ? 0 : random.nextDouble(model.startSpread);
        request(c, ofCluster[c] + model.window[c], model.begins[c] + spread);
      }
    }
  }

  /** Whether clusters join when others are at work; then the master expects those who are there. */
  private boolean someJoinLater() {
    boolean some = false;
    for (int c = 0; c < model.clusters; c++) {
      if (model.begins[c] > 0) {
        some = true;
        schedule(model.begins[c], TIMER, JOINS, c, 0);
      }
    }
    if (some) {
      expect(0);
    }
    return some;
  }

  private void expect(double now) {
    pool.expect(
        deliveries.expectation(
            model.holdBackRate,
            child ->
                model.begins[child < model.workers ? model.clusterOf[child] : child - model.workers]
                    <= now));
  }

  private void schedule(double at, int kind, int hop, int a, int b) {
    events.add(at, kind, hop, a, b);
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
        int count = hop == JUST_IN_TIME ? demand.soon(a, now) : b;
        for (int i = 0; i < count; i++) {
          int to = model.workers + a;
          int task = next(to);
          if (task != TaskPool.NONE) {
            handOver(to, task, now);
          }
        }
      }
      case LOST -> taskLost(a, b, now);
      case WORKER_FREE -> {
        if (b == SimulatedCrew.ASKS && !workers[a].hasGateway && master.freeAt() > now) {
          schedule(master.freeAt(), WORKER_FREE, 0, a, 0); // when it is done with what came before
        } else {
          workerIsFree(a, now);
        }
      }
      case SILENT -> leases().silent(a, now);
      case LEASE_ENDS -> leases().leaseEnds(a, now);
      case BACK -> leases().back(a, now);
      case TIMER -> {
        if (hop == REVIVE) {
          reviveWorkers(a, now);
        } else if (hop == REVIVE_ALL) {
          reviveChildren(now);
        } else if (hop == JOINS) {
          expect(now);
        } else if (crew.isDeserted(a, now)) {
          giveBack(a, now);
        }
      }
      default -> throw new IllegalStateException("no such event: " + kind);
    }
  }

  private void workerServed(int w, int task, double now) {
    workers[w].held--;
    if (copies != null) {
      workers[w].measure(now);
    }
    boolean asks = workers[w].asksWithResult();
    boolean isFirst = isFirst(task); // or somebody else was
    if (isFirst && !finish(1, now)) {
      return;
    }
    if (isFirst) {
      again(w, now);
    }
    if (asks) {
      workerIsFree(w, now);
    }
    if (isFirst) {
      revive(now);
    }
  }

  private boolean isFirst(int task) {
    return (copies == null || copies.isFirst(task)) && (leases == null || leases.isFirst(task));
  }

  private SimulatedLeases leases() {
    return requireNonNull(leases, "nobody is out of reach");
  }

  /** A gateway without workers gives back what it has, and waits for nothing. */
  private void giveBack(int c, double now) {
    gaveBack[c] += credits[model.workers + c];
    credits[model.workers + c] = 0;
    pool.leaves(model.workers + c);
    for (int task = gateway[c].giveBack(); task != TaskPool.NONE; task = gateway[c].giveBack()) {
      held[c]--;
      gaveBack[c]++;
      sendPartial(c, gateway[c].taskGone(), now);
      handOut(task, now);
    }
  }

  /** A task came back to the master without a result. */
  private void handOut(int task, double now) {
    int child = pool.lost(task, late);
    while (child != TaskPool.NONE && credits[child] == 0) {
      child = pool.lost(task, late);
    }
    if (child != TaskPool.NONE) {
      give(child, task, now);
    }
  }

  private void partialServed(int c, int count, double now) {
    held[c] -= count;
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
                : deliveries.of(child).seconds(held(child));
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
      int task = TaskPool.NONE;
      if (copies != null && pool.isEmpty()) {
        task = copies.copyFor(now, workers[w].usualSeconds());
      }
      if (task == TaskPool.NONE) {
        task = next(w);
        if (task == TaskPool.NONE && leases != null) {
          leases.takeBackIfWaitedFor(now);
        }
        if (copies != null && task != TaskPool.NONE) {
          copies.handedOut(task, now, Math.max(workers[w].taskSeconds, workers[w].usualSeconds()));
        }
      }
      if (task != TaskPool.NONE) {
        handOver(w, task, now);
      }
    }
  }

  /** Whether a gateway had better give no task to a worker, so near the end. */
  private boolean isTooSlow(int w) {
    int c = workers[w].cluster;
    return model.holdBackRate > 0
        && GatewayPolicy.isTooSlow(ownSeconds(w), pool.timeLeft(), fastest[c]);
  }

  /** Whether the master had better give no task to a child that waits for one. */
  private boolean isLate(int child) {
    return credits[child] > 0
        && pool.isLate(deliveries.latency(child), deliveries.rate(child), held(child));
  }

  /** Seconds until a worker would have computed a task that it gets now. */
  private double ownSeconds(int w) {
    double seconds = workers[w].taskSeconds;
    return Delivery.seconds(seconds, workers[w].cores() / seconds, workers[w].held);
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

  /** A task for a child that asks for one; where there is none, it waits. */
  private int next(int child) {
    int task =
        model.holdBackRate == 0
            ? pool.next(child) // how soon its results come makes no difference
            : pool.next(child, deliveries.latency(child), deliveries.rate(child), held(child));
    if (task == TaskPool.NONE) {
      credits[child]++;
    }
    return task;
  }

  /** Results of a child have come: it may have been held back with what it had before. */
  private void again(int child, double now) {
    if (model.holdBackRate == 0) {
      return;
    }
    int task = TaskPool.NONE;
    do {
      task =
          credits[child] == 0
              ? TaskPool.NONE
              : pool.again(deliveries.latency(child), deliveries.rate(child), held(child));
      if (task != TaskPool.NONE) {
        give(child, task, now);
      }
    } while (task != TaskPool.NONE);
  }

  private int held(int child) {
    return child < workers.length ? workers[child].held : held[child - workers.length];
  }

  /** Hands a task to a child that has been waiting for one. */
  private void give(int to, int task, double now) {
    credits[to]--;
    handOver(to, task, now);
  }

  /** Hands a task to a child that asks for one. */
  private void handOver(int to, int task, double now) {
    if (to < workers.length) {
      workers[to].held++;
    } else {
      held[to - workers.length]++;
    }
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
      crew.compute(to, task, end); // the order of arrival is that of sending
    } else {
      schedule(end, TASK_ON_WAY, hop + 1, to, task);
    }
  }

  private void taskArrived(int to, int task, double now) {
    if (to < model.workers) {
      crew.compute(to, task, now);
      return;
    }
    int w = gateway[to - model.workers].taskCame(task, tooSlow);
    if (w != TaskPool.NONE) {
      sendOverLan(w, task, now);
    }
    revive(to - model.workers, now);
  }

  private void sendOverLan(int w, int task, double now) {
    workers[w].held++;
    crew.compute(w, task, network.sendDownLan(workers[w].cluster, now));
  }

  private void taskLost(int w, int task, double now) {
    workers[w].held--;
    if (workers[w].hasGateway) {
      int other = gateway[workers[w].cluster].taskLost(task, tooSlow);
      if (other != TaskPool.NONE) {
        sendOverLan(other, task, now);
      }
      revive(workers[w].cluster, now);
      if (crew.isDeserted(workers[w].cluster, now)) {
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
    workers[w].held--;
    int count = gateway[c].resultCame();
    int asks = gateway[c].release(w) + (workers[w].asksWithResult() ? 1 : 0);
    for (; asks > 0; asks--) {
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
