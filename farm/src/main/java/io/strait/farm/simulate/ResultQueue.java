package io.strait.farm.simulate;

/** When the next results of children come, the earliest first: a heap of flat arrays. */
final class ResultQueue {
  private final double[] time;
  private final double[] every;

  /**
   * Children that are in the middle of a task each.
   *
   * @param latency seconds for a task
   * @param rate tasks per second
   */
  ResultQueue(double[] latency, double[] rate, int children) {
    time = new double[children];
    every = new double[children];
    for (int c = 0; c < children; c++) {
      time[c] = TaskPool.LAST * latency[c];
      every[c] = 1 / rate[c];
    }
    for (int i = children / 2 - 1; i >= 0; i--) {
      sink(i);
    }
  }

  /** When the next result comes. */
  double take() {
    double next = time[0];
    time[0] += every[0];
    sink(0);
    return next;
  }

  private void sink(int from) {
    int at = from;
    double its = time[from];
    double step = every[from];
    for (int child = 2 * at + 1; child < time.length; child = 2 * at + 1) {
      if (child + 1 < time.length && time[child + 1] < time[child]) {
        child++;
      }
      if (time[child] >= its) {
        break;
      }
      time[at] = time[child];
      every[at] = every[child];
      at = child;
    }
    time[at] = its;
    every[at] = step;
  }
}
