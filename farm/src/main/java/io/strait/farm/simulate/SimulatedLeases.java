package io.strait.farm.simulate;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;

/**
 * Who has which task in a simulated farm where things break: tasks of a child that is out of reach
 * go to others when its lease ends, or sooner if others have nothing to do, and what it delivers
 * later counts if nobody was faster. As in a run, nothing is counted twice.
 */
final class SimulatedLeases {
  private static final int NOBODY = -1;

  private final FarmModel model;
  private final TaskPool pool;

  /** The child of the master that has a task. */
  private final int[] holder;

  private final BitSet done = new BitSet();

  /** Tasks that lie in the pool although somebody out of reach may be computing them. */
  private final BitSet doubtful = new BitSet();

  /** Results of each cluster that its master has not, in the order in which they were computed. */
  private final IntRing[] underway;

  private final boolean[] absent;

  SimulatedLeases(FarmModel model, TaskPool pool) {
    this.model = model;
    this.pool = pool;
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

  /**
   * Tells when clusters fall silent: the cluster, and when the gap before it breaks and is back.
   */
  void outages(ObjIntConsumer<double[]> found) {
    for (int c = 0; c < model.clusters; c++) {
      for (int gap : model.route[c]) {
        var speed = model.gapSpeed[gap];
        if (speed != null) {
          var down = speed.zeros();
          for (int i = 0; i < down.count(); i++) {
            found.accept(new double[] {down.start(i), down.end(i)}, c);
          }
        }
      }
    }
  }

  /** Whether a cluster is out of reach. */
  boolean isCut(int c, double now) {
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

  /**
   * The tasks of a cluster go to others.
   *
   * @param credits tasks that each child waits for
   * @param next gets those for which a child waits, with that child
   */
  void takeBack(int c, int[] credits, BiConsumer<Integer, Integer> next) {
    for (int task = 0; task < holder.length; task++) {
      if (isWith(task, c) && !doubtful.get(task)) {
        int child = pool.outOfReach(task);
        while (child != TaskPool.NONE && credits[child] == 0) {
          child = pool.outOfReach(task);
        }
        if (child == TaskPool.NONE) {
          doubtful.set(task);
        } else {
          next.accept(child, task);
        }
      }
    }
  }

  /** A cluster is there again, and says what it has. */
  void isBack(int c) {
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

  void isAbsent(int c) {
    absent[c] = true;
  }

  /** A cluster that is out of reach, or -1. */
  int absentCluster() {
    for (int c = 0; c < absent.length; c++) {
      if (absent[c]) {
        return c;
      }
    }
    return -1;
  }
}
