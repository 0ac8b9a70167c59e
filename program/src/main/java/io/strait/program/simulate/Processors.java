package io.strait.program.simulate;

import io.strait.simulate.EventQueue;
import java.util.Arrays;

/**
 * The CPUs of all machines, shared by threads.
 *
 * <p>A thread that is active has so many seconds left at full speed and wants {@code d} cores at
 * full speed. A machine of {@code C} cores gives it {@code min(d, w)}, where the level {@code w} is
 * as high as it may be so that all together get at most {@code C}: max-min fairness. The thread
 * goes at the speed {@code min(1, w / d)}. So a thread alone goes at full speed, what waits most is
 * slowed down last, and a machine on which more is wanted than it has is busy on all cores.
 *
 * <p>Speeds are computed again only when the set of active threads of a machine changes, in time
 * proportional to its size; each machine has one event in the queue that counts, the end of its
 * next thread.
 */
final class Processors {
  /** What is left of a thread that ends now may differ from nothing by rounding. */
  private static final double ROUNDING = 1e-12;

  private final int[] cores;
  private final int[] machineOf;
  private final EventQueue queue;
  private final int eventType;

  /** Active threads of machine m stand at {@code first[m]} and after. */
  private final int[] first;

  private final int[] active;
  private final int[] count;

  private final double[] left;
  private final double[] whole;
  private final double[] demand;
  private final double[] speed;

  /** Up to when the machine's threads have been taken forward. */
  private final double[] time;

  private final int[] version;
  private final int[] next;
  private final int[] dirty;
  private int dirtyCount;
  private final boolean[] isDirty;

  /** Core seconds by machine, and seconds at full speed by thread. */
  final double[] busy;

  final double[] work;

  Processors(int[] cores, int[] machineOf, EventQueue queue, int eventType) {
    this.cores = cores;
    this.machineOf = machineOf;
    this.queue = queue;
    this.eventType = eventType;
    int machines = cores.length;
    this.first = new int[machines + 1];
    for (int machine : machineOf) {
      first[machine + 1]++;
    }
    for (int m = 0; m < machines; m++) {
      first[m + 1] += first[m];
    }
    this.active = new int[machineOf.length];
    this.count = new int[machines];
    this.left = new double[machineOf.length];
    this.whole = new double[machineOf.length];
    this.demand = new double[machineOf.length];
    this.speed = new double[machineOf.length];
    this.time = new double[machines];
    this.version = new int[machines];
    this.next = new int[machines];
    this.dirty = new int[machines];
    this.isDirty = new boolean[machines];
    this.busy = new double[machines];
    this.work = new double[machineOf.length];
  }

  /** Begins a thread that is not active. */
  void begin(int thread, double seconds, double cpu) {
    int machine = machineOf[thread];
    forward(machine);
    left[thread] = seconds;
    whole[thread] = seconds;
    demand[thread] = cpu;
    active[first[machine] + count[machine]++] = thread;
    touch(machine);
  }

  /**
   * Handles an event: takes threads that end out and writes them down.
   *
   * @return how many ended; none if the event has been overtaken
   */
  int end(int machine, int eventVersion, int[] ended) {
    if (eventVersion != version[machine]) {
      return 0;
    }
    forward(machine);
    int found = 0;
    int from = first[machine];
    for (int i = 0; i < count[machine]; ) {
      int thread = active[from + i];
      if (thread == next[machine] || left[thread] <= ROUNDING * whole[thread]) {
        work[thread] += Math.max(0, left[thread]);
        ended[found++] = thread;
        active[from + i] = active[from + --count[machine]];
      } else {
        i++;
      }
    }
    Arrays.sort(ended, 0, found);
    touch(machine);
    return found;
  }

  private void touch(int machine) {
    version[machine]++;
    if (!isDirty[machine]) {
      isDirty[machine] = true;
      dirty[dirtyCount++] = machine;
    }
  }

  /** Takes the threads of a machine forward to now. */
  void forward(int machine) {
    double passed = queue.time() - time[machine];
    if (passed > 0) {
      double used = 0;
      for (int i = first[machine]; i < first[machine] + count[machine]; i++) {
        int thread = active[i];
        double done = Math.min(left[thread], speed[thread] * passed);
        left[thread] -= done;
        work[thread] += done;
        used += demand[thread] * done;
      }
      busy[machine] += used;
      time[machine] = queue.time();
    }
  }

  /** Computes the speeds of machines whose threads have changed. */
  void settle() {
    for (int i = 0; i < dirtyCount; i++) {
      isDirty[dirty[i]] = false;
      share(dirty[i]);
    }
    dirtyCount = 0;
  }

  private void share(int machine) {
    int from = first[machine];
    int end = from + count[machine];
    if (from == end) {
      return;
    }
    double wanted = 0;
    for (int i = from; i < end; i++) {
      wanted += demand[active[i]];
      speed[active[i]] = 1;
    }
    if (wanted > cores[machine]) {
      level(machine, from, end);
    }
    double soonest = Double.POSITIVE_INFINITY;
    for (int i = from; i < end; i++) {
      int thread = active[i];
      double seconds = left[thread] / speed[thread];
      if (seconds < soonest) {
        soonest = seconds;
        next[machine] = thread;
      }
    }
    queue.add(
        queue.time() + soonest,
        ((long) version[machine] << 32)
            | ((long) machine << ThreadSimulation.TYPE_BITS)
            | eventType);
  }

  /**
   * Finds the level: those that want less than an equal share of what is left get all they want.
   */
  private void level(int machine, int from, int end) {
    int sharers = end - from;
    double level = (double) cores[machine] / sharers;
    for (boolean changed = true; changed; ) {
      changed = false;
      double rest = cores[machine];
      int above = 0;
      for (int i = from; i < end; i++) {
        double wants = demand[active[i]];
        if (wants <= level) {
          rest -= wants;
        } else {
          above++;
        }
      }
      if (above > 0 && above < sharers) {
        changed = true;
        sharers = above;
        level = rest / above;
      }
    }
    for (int i = from; i < end; i++) {
      speed[active[i]] = Math.min(1, level / demand[active[i]]);
    }
  }

  /** Takes all machines forward, so that sums are those of now. */
  void forward() {
    for (int m = 0; m < cores.length; m++) {
      forward(m);
    }
  }
}
