package io.strait.farm.simulate;

import io.strait.simulate.Intervals;
import io.strait.simulate.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * All that most of a simulation's events need of a worker, in one place in memory and less than a
 * line of the cache; what only some workers need lies elsewhere.
 */
final class SimulatedWorker {
  final int cluster;

  /** Whether it gets its tasks from the gateway of its cluster. */
  final boolean hasGateway;

  final double taskSeconds;

  /** When its first core is done with all that is sent to it. */
  private double freeAt;

  double busy;
  int tasks;

  /** Tasks that it has and whose results its parent has not. */
  int held;

  /** Nothing where it has one core that is always there, and asks for tasks with results. */
  private final @Nullable Peculiarities peculiarities;

  /** What is not so with every worker. */
  private static final class Peculiarities {
    final int cores;

    /** When its other cores are done with all that is sent to them. */
    final double[] freeAt;

    final @Nullable Timeline speed;
    final @Nullable Intervals down;
    final double lead;
    final double gatewayLead;

    /** Tasks that it began and will finish, and those of them whose results its parent has. */
    int begun;

    int delivered;

    /** Tasks that it began where its gateway asks just before the next is needed. */
    int watched;

    double lastResult = Double.NaN;

    /** Seconds per task by the times between its results; 0 before there are two. */
    double measured;

    Peculiarities(FarmModel model, int w, boolean hasGateway) {
      cores = model.cores[w];
      freeAt = new double[Math.max(0, cores - 1)];
      speed = model.hostSpeed[w];
      down = model.hostDown[w];
      lead = model.lead[w];
      gatewayLead = hasGateway ? model.gatewayLead[model.clusterOf[w]] : 0;
    }

    boolean isNone() {
      return cores == 1 && speed == null && down == null && lead <= 0 && gatewayLead <= 0;
    }
  }

  SimulatedWorker(FarmModel model, int w) {
    cluster = model.clusterOf[w];
    hasGateway = model.gateways && cluster != model.home;
    taskSeconds = model.taskSeconds[w];
    var own = new Peculiarities(model, w, hasGateway);
    peculiarities = own.isNone() && !model.tailCopies ? null : own;
  }

  int cores() {
    return peculiarities == null ? 1 : peculiarities.cores;
  }

  /** The core that computes what arrives now: the first that is idle, or will be. */
  int nextCore(double arrival) {
    int core = 0;
    for (int i = 1; i < cores() && freeAt(core) > arrival; i++) {
      if (freeAt(i) < freeAt(core)) {
        core = i;
      }
    }
    return core;
  }

  /** When a core is done with all that is sent to it. */
  double freeAt(int core) {
    return peculiarities == null || core == 0 ? freeAt : peculiarities.freeAt[core - 1];
  }

  void isFreeAt(int core, double time) {
    if (peculiarities == null || core == 0) {
      freeAt = time;
    } else {
      peculiarities.freeAt[core - 1] = time;
    }
  }

  /** When it has done so many seconds of work, at its speed over time. */
  double finish(double start, double seconds) {
    return peculiarities == null || peculiarities.speed == null
        ? start + seconds
        : peculiarities.speed.finish(start, seconds);
  }

  /** When it is not there; nothing if it always is. */
  @Nullable Intervals down() {
    return peculiarities == null ? null : peculiarities.down;
  }

  /** Seconds before the end of a task at which it asks for the next. */
  double lead() {
    return peculiarities == null ? 0 : peculiarities.lead;
  }

  /** Seconds before the end of a task at which its gateway asks for the next. */
  double gatewayLead() {
    return peculiarities == null ? 0 : peculiarities.gatewayLead;
  }

  /** It begins a task; says whether it asks for the next before it is done. */
  boolean asksAhead() {
    var own = peculiarities; // it learns from the first ones how long they take
    return own != null && own.lead > 0 && own.begun++ >= own.cores;
  }

  /** It begins a task; says whether its gateway asks for the next before it is done. */
  boolean gatewayAsksAhead() {
    var own = peculiarities;
    return own != null && own.gatewayLead > 0 && own.watched++ >= own.cores;
  }

  /** A result of it has come; says whether it asks for the next task with it. */
  boolean asksWithResult() {
    var own = peculiarities;
    return own == null || own.lead <= 0 || own.delivered++ < own.cores;
  }

  /** Learns from a result how long it takes for a task, as the master of a run does. */
  void measure(double now) {
    var own = peculiarities;
    if (own == null) {
      return;
    }
    if (own.lastResult >= 0) {
      double sample = (now - own.lastResult) * own.cores;
      own.measured = own.measured == 0 ? sample : 0.9 * own.measured + 0.1 * sample;
    }
    own.lastResult = now;
  }

  double usualSeconds() {
    return peculiarities != null && peculiarities.measured > 0
        ? peculiarities.measured
        : taskSeconds;
  }
}
