package io.strait.farm.simulate;

import io.strait.simulate.Intervals;
import io.strait.simulate.Timeline;
import org.jspecify.annotations.Nullable;

/** All that a simulation's events need of a worker, in one place in memory. */
final class SimulatedWorker {
  final int cluster;

  /** Whether it gets its tasks from the gateway of its cluster. */
  final boolean hasGateway;

  final int firstCore;
  final int cores;
  final double taskSeconds;
  final double lead;
  final double gatewayLead;
  final @Nullable Timeline speed;
  final @Nullable Intervals down;
  int tasks;
  double busy;

  /** Tasks that it began and will finish, and those of them whose results its parent has. */
  private int begun;

  private int delivered;

  /** Tasks that it began where its gateway asks just before the next is needed. */
  private int watched;

  private double lastResult = Double.NaN;

  /** Seconds per task by the times between its results; 0 before there are two. */
  private double measured;

  SimulatedWorker(FarmModel model, int w, int firstCore) {
    cluster = model.clusterOf[w];
    hasGateway = model.gateways && cluster != model.home;
    this.firstCore = firstCore;
    cores = model.cores[w];
    taskSeconds = model.taskSeconds[w];
    lead = model.lead[w];
    gatewayLead = hasGateway ? model.gatewayLead[cluster] : 0;
    speed = model.hostSpeed[w];
    down = model.hostDown[w];
  }

  /** It begins a task; says whether it asks for the next before it is done. */
  boolean asksAhead() {
    return lead > 0 && begun++ >= cores; // it learns from the first ones how long they take
  }

  /** It begins a task; says whether its gateway asks for the next before it is done. */
  boolean gatewayAsksAhead() {
    return gatewayLead > 0 && watched++ >= cores;
  }

  /** A result of it has come; says whether it asks for the next task with it. */
  boolean asksWithResult() {
    return lead == 0 || delivered++ < cores;
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
