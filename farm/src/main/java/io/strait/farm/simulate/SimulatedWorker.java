package io.strait.farm.simulate;

import io.strait.simulate.Intervals;
import io.strait.simulate.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * All that most of a simulation's events need of a worker, in one place in memory and no more than
 * a line of the cache; what it needs to ask for tasks before it is done lies elsewhere.
 */
final class SimulatedWorker {
  final int cluster;

  /** Whether it gets its tasks from the gateway of its cluster. */
  final boolean hasGateway;

  /** Whether it asks for tasks before it is done with others, or its gateway does. */
  private final boolean leads;

  private final boolean gatewayLeads;

  final int firstCore;
  final int cores;
  final double taskSeconds;
  final @Nullable Timeline speed;
  final @Nullable Intervals down;
  int tasks;
  double busy;
  private final Habits habits;

  /** What it does before tasks are done, and how long it takes. */
  private static final class Habits {
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

    Habits(double lead, double gatewayLead) {
      this.lead = lead;
      this.gatewayLead = gatewayLead;
    }
  }

  SimulatedWorker(FarmModel model, int w, int firstCore) {
    cluster = model.clusterOf[w];
    hasGateway = model.gateways && cluster != model.home;
    this.firstCore = firstCore;
    cores = model.cores[w];
    taskSeconds = model.taskSeconds[w];
    speed = model.hostSpeed[w];
    down = model.hostDown[w];
    habits = new Habits(model.lead[w], hasGateway ? model.gatewayLead[cluster] : 0);
    leads = habits.lead > 0;
    gatewayLeads = habits.gatewayLead > 0;
  }

  /** Seconds before the end of a task at which it asks for the next. */
  double lead() {
    return habits.lead;
  }

  /** Seconds before the end of a task at which its gateway asks for the next. */
  double gatewayLead() {
    return habits.gatewayLead;
  }

  /** It begins a task; says whether it asks for the next before it is done. */
  boolean asksAhead() {
    return leads && habits.begun++ >= cores; // it learns from the first ones how long they take
  }

  /** It begins a task; says whether its gateway asks for the next before it is done. */
  boolean gatewayAsksAhead() {
    return gatewayLeads && habits.watched++ >= cores;
  }

  /** A result of it has come; says whether it asks for the next task with it. */
  boolean asksWithResult() {
    return !leads || habits.delivered++ < cores;
  }

  /** Learns from a result how long it takes for a task, as the master of a run does. */
  void measure(double now) {
    if (habits.lastResult >= 0) {
      double sample = (now - habits.lastResult) * cores;
      habits.measured = habits.measured == 0 ? sample : 0.9 * habits.measured + 0.1 * sample;
    }
    habits.lastResult = now;
  }

  double usualSeconds() {
    return habits.measured > 0 ? habits.measured : taskSeconds;
  }
}
