package io.strait.farm.simulate;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Who has which task in a simulated farm where things break: tasks of a child that is out of reach
 * go to others when its lease ends, or sooner if others have nothing to do, and what it delivers
 * later counts if nobody was faster. As in a run, nothing is counted twice.
 */
final class SimulatedLeases {
  private static final int NOBODY = -1;

  /** Seconds without a word after which a session ends. */
  private static final double SILENCE = 20;

  /** Hands a task to a child of the master that waits for one. */
  interface Giver {
    void give(int child, int task, double now);
  }

  private final FarmModel model;
  private final TaskPool pool;

  /** Tasks that each child waits for. */
  private final int[] credits;

  private final Giver giver;

  /** The child of the master that has a task. */
  private final int[] holder;

  private final BitSet done = new BitSet();

  /** Tasks that lie in the pool although somebody out of reach may be computing them. */
  private final BitSet doubtful = new BitSet();

  /** Results of each cluster that its master has not, in the order in which they were computed. */
  private final IntRing[] underway;

  private final boolean[] absent;

  /**
   * @param credits tasks that each child of the master waits for
   */
  SimulatedLeases(FarmModel model, TaskPool pool, int[] credits, Giver giver) {
    this.model = model;
    this.pool = pool;
    this.credits = credits;
    this.giver = giver;
    holder = new int[model.tasks];
    Arrays.fill(holder, NOBODY);
    underway = new IntRing[model.clusters];
    Arrays.setAll(underway, c -> new IntRing());
    absent = new boolean[model.clusters];
  }

  /** Whether clusters are cut off in this farm. */
  static boolean areNeeded(FarmModel model) {
    return Double.isFinite(model.cutLease)
        && Arrays.stream(model.gapSpeed).anyMatch(s -> s != null && s.zeros().count() > 0);
  }

  /** Says ahead when clusters are out of reach for longer than a session or a lease lasts. */
  void schedule(FarmEvents events, SimulatedNetwork network) {
    double silence = Math.min(SILENCE, model.cutLease / 2);
    for (int c = 0; c < model.clusters; c++) {
      for (int gap : model.route[c]) {
        var speed = model.gapSpeed[gap];
        if (speed != null) {
          var down = speed.zeros();
          for (int i = 0; i < down.count(); i++) {
            events.add(down.start(i) + silence, FarmEvents.SILENT, 0, c, 0);
            events.add(down.start(i) + model.cutLease, FarmEvents.LEASE_ENDS, 0, c, 0);
            if (Double.isFinite(down.end(i))) {
              events.add(down.end(i) + network.latency(c), FarmEvents.BACK, 0, c, 0);
            }
          }
        }
      }
    }
  }

  /** A cluster has been silent for a while, if it is still out of reach. */
  void silent(int c, double now) {
    if (isCut(c, now)) {
      absent[c] = true;
      takeBackIfWaitedFor(now);
    }
  }

  /** The lease of a cluster ends, if it is still out of reach. */
  void leaseEnds(int c, double now) {
    if (isCut(c, now)) {
      takeBack(c, now);
    }
  }

  /** Where others have nothing to do, they get what those out of reach have. */
  void takeBackIfWaitedFor(double now) {
    for (int c = 0; c < absent.length; c++) {
      if (absent[c] && pool.isEmpty() && Arrays.stream(credits).anyMatch(n -> n > 0)) {
        takeBack(c, now);
      }
    }
  }

  /** Whether a cluster is out of reach. */
  private boolean isCut(int c, double now) {
    for (int gap : model.route[c]) {
      var speed = model.gapSpeed[gap];
      if (speed != null && speed.at(now) == 0) {
        return true;
      }
    }
    return false;
  }

  void gave(int child, int task) {
    holder[task] = child;
    doubtful.clear(task);
  }

  /** A gateway has a result. */
  void computed(int c, int task) {
    underway[c].add(task);
  }

  /**
   * Results of a cluster are with the master; says how many of them are the first of their task.
   */
  int delivered(int c, int count) {
    int first = 0;
    for (int i = 0; i < count; i++) {
      first += isFirst(underway[c].take()) ? 1 : 0;
    }
    return first;
  }

  /** A result is with the master; says whether it is the first of its task. */
  boolean isFirst(int task) {
    if (done.get(task)) {
      return false;
    }
    done.set(task);
    if (doubtful.get(task)) {
      doubtful.clear(task);
      pool.found(task);
    }
    return true;
  }

  boolean isDone(int task) {
    return done.get(task);
  }

  /** The tasks of a cluster go to others: at once to those who wait for one. */
  private void takeBack(int c, double now) {
    for (int task = 0; task < holder.length; task++) {
      if (isWith(task, c) && !doubtful.get(task)) {
        int child = pool.outOfReach(task);
        while (child != TaskPool.NONE && credits[child] == 0) {
          child = pool.outOfReach(task);
        }
        if (child == TaskPool.NONE) {
          doubtful.set(task);
        } else {
          giver.give(child, task, now);
        }
      }
    }
  }

  /** A cluster is there again, if nothing else cuts it off, and says what it has. */
  void back(int c, double now) {
    if (isCut(c, now)) {
      return;
    }
    absent[c] = false;
    for (int task = 0; task < holder.length; task++) {
      if (isWith(task, c) && doubtful.get(task)) {
        doubtful.clear(task);
        pool.found(task);
      }
    }
  }

  private boolean isWith(int task, int c) {
    int child = holder[task];
    return !done.get(task)
        && child != NOBODY
        && (child < model.workers ? model.clusterOf[child] : child - model.workers) == c;
  }
}
