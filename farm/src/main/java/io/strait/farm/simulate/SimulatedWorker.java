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
  final @Nullable Timeline speed;
  final @Nullable Intervals down;
  int tasks;
  double busy;

  private double lastResult = Double.NaN;

  /** Seconds per task by the times between its results; 0 before there are two. */
  private double measured;

  SimulatedWorker(FarmModel model, int w, int firstCore) {
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
