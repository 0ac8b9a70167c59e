package io.strait.farm.simulate;

import io.strait.simulate.EventQueue;

/**
 * What is to happen in a simulated farm, in the order of time. An event has a kind, the hop of a
 * way and two numbers that depend on the kind, all packed into a long; nothing is allocated for it.
 */
final class FarmEvents {
  static final int COMPUTED = 0; // worker, task
  static final int RESULT_AT_MASTER = 1; // worker, task
  static final int PARTIAL_AT_MASTER = 2; // cluster, count
  static final int WORKER_SERVED = 3; // worker, task: the master is done with its result
  static final int PARTIAL_SERVED = 4; // cluster, count
  static final int TASK_ON_WAY = 5; // worker or gateway, task, hop it has passed
  static final int RESULT_ON_WAY = 6; // worker, task, hop it has passed
  static final int PARTIAL_ON_WAY = 7; // cluster, count, hop it has passed
  static final int RESULT_AT_GATEWAY = 8; // worker, task
  static final int REQUEST = 9; // cluster, count; instead of a hop whether it is the following
  static final int LOST = 10; // worker, task
  static final int WORKER_FREE = 11; // worker, whether it asks itself: has room for a task
  static final int SILENT = 12; // cluster: has been out of reach for a while
  static final int LEASE_ENDS = 13; // cluster
  static final int BACK = 14; // cluster: is within reach again
  static final int TIMER = 15; // cluster; instead of a hop one of the following

  static final int JUST_IN_TIME = 1; // a worker is about to need it

  static final int GIVE_BACK = 0; // had no worker for as long as a lease
  static final int REVIVE = 1; // its slow workers compute if nobody else does
  static final int REVIVE_ALL = 2; // the same at the master
  static final int JOINS = 3; // its workers have come

  private static final int B_BITS = 30;
  private static final int A_BITS = 24;
  private static final int HOP_BITS = 6;

  private final EventQueue queue = new EventQueue();

  FarmEvents(FarmModel model) {
    checkSize(model);
  }

  /** Whether all numbers fit into events. */
  private static void checkSize(FarmModel model) {
    long places = 0;
    for (int w = 0; w < model.workers; w++) {
      places += (long) model.cores[w] + model.prefetch[w];
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

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** How many there have been. */
  long count() {
    return queue.added();
  }

  void add(double at, int kind, int hop, int a, int b) {
    long event = kind;
    event = event << HOP_BITS | hop;
    event = event << A_BITS | a;
    queue.add(at, event << B_BITS | b);
  }

  /** The next event; {@link #time} is then its time. */
  long take() {
    return queue.take();
  }

  double time() {
    return queue.time();
  }

  static int kind(long event) {
    return (int) (event >>> (B_BITS + A_BITS + HOP_BITS));
  }

  static int hop(long event) {
    return (int) (event >>> (B_BITS + A_BITS)) & ((1 << HOP_BITS) - 1);
  }

  /** The first number: who. */
  static int a(long event) {
    return (int) (event >>> B_BITS) & ((1 << A_BITS) - 1);
  }

  /** The second number: a task, or how many. */
  static int b(long event) {
    return (int) event & ((1 << B_BITS) - 1);
  }
}
