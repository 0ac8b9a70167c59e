package io.strait.farm.simulate;

import io.strait.simulate.ServiceDistribution;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a simulated farm compute the tasks that are sent to them, each on the first core
 * that is idle, and lose those that they have when their host fails.
 */
final class SimulatedCrew {
  /** A worker's message that it has room for a task, rather than its parent's knowledge of it. */
  static final int ASKS = 1;

  private final @Nullable Timings timings;
  private final FarmEvents events;
  private final SimulatedNetwork network;
  private final double lease;
  private final SimulatedWorker[] workers;

  /** The factor by which a task's work differs from the average; null where none does. */
  private final @Nullable IntToDoubleFunction workOf;

  private long lost;

  SimulatedCrew(
      FarmModel model, SimulatedNetwork network, @Nullable Timings timings, FarmEvents events) {
    this.network = network;
    this.timings = timings;
    this.events = events;
    lease = model.lease;
    workOf = workOf(model);
    workers = new SimulatedWorker[model.workers];
    Arrays.setAll(workers, w -> new SimulatedWorker(model, w));
  }

  private static @Nullable IntToDoubleFunction workOf(FarmModel model) {
    if (model.workOf != null || model.work instanceof ServiceDistribution.Constant) {
      return model.workOf;
    }
    var random = new TaskRandom(model.seed);
    return task -> model.work.draw(random.at(task));
  }

  /** All of them, by number. */
  SimulatedWorker[] workers() {
    return workers;
  }

  /** Seconds that the fastest worker of each cluster takes for a task. */
  double[] fastest(int clusters) {
    var fastest = new double[clusters];
    Arrays.fill(fastest, Double.POSITIVE_INFINITY);
    for (var worker : workers) {
      fastest[worker.cluster] = Math.min(fastest[worker.cluster], worker.taskSeconds);
    }
    return fastest;
  }

  /** How often a task was lost because a host failed. */
  long lost() {
    return lost;
  }

  /** Tasks that each has computed. */
  int[] tasks() {
    return Arrays.stream(workers).mapToInt(w -> w.tasks).toArray();
  }

  /**
   * Seconds for which the cores of each were busy.
   *
   * @param until a copy may still be computed when the run ends; what comes after does not count
   */
  double[] busy(double until) {
    return Arrays.stream(workers).mapToDouble(w -> Math.min(w.busy, w.cores() * until)).toArray();
  }

  /** Whether a cluster has no worker that is there. */
  boolean isDeserted(int c, double now) {
    for (var worker : workers) {
      var down = worker.down();
      if (worker.cluster == c && (down == null || !down.contains(now))) {
        return false;
      }
    }
    return true;
  }

  /** A task reaches its worker. */
  void compute(int w, int task, double arrival) {
    var worker = workers[w];
    int core = worker.nextCore(arrival);
    double start = Math.max(arrival, worker.freeAt(core));
    double seconds = worker.taskSeconds;
    if (workOf != null) {
      seconds *= workOf.applyAsDouble(task);
    }
    double end = worker.finish(start, seconds);
    var down = worker.down();
    if (down != null) {
      int i = down.firstEndingAfter(arrival);
      if (i < down.count() && (down.start(i) < end || down.start(i) <= arrival)) {
        fail(w, core, task, start, Math.max(arrival, down.start(i)), down.end(i));
        return;
      }
    }
    worker.isFreeAt(core, end);
    worker.busy += end - start;
    if (timings != null) {
      timings.computed(w, core, task, start, end);
    }
    events.add(end, FarmEvents.COMPUTED, 0, w, task);
    if (worker.asksAhead()) {
      double heard = network.heard(worker, Math.max(start, end - worker.lead()));
      events.add(heard, FarmEvents.WORKER_FREE, 0, w, ASKS);
    }
    if (worker.gatewayAsksAhead()) {
      double asks = Math.max(start, end - worker.gatewayLead());
      events.add(
          network.passes(worker.cluster, asks),
          FarmEvents.REQUEST,
          FarmEvents.JUST_IN_TIME,
          worker.cluster,
          1);
    }
  }

  /** The host fails while it holds the task. */
  private void fail(int w, int core, int task, double start, double at, double back) {
    lost++;
    if (start < at) {
      workers[w].busy += at - start;
      if (timings != null) {
        timings.computed(w, core, task, start, at);
      }
    }
    if (timings != null) {
      timings.lost(w, task, at);
    }
    workers[w].isFreeAt(core, Math.max(workers[w].freeAt(core), back));
    events.add(at + lease, FarmEvents.LOST, 0, w, task);
    events.add(Math.max(at + lease, back), FarmEvents.WORKER_FREE, 0, w, 0);
  }
}
