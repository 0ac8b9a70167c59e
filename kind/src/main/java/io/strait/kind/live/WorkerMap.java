package io.strait.kind.live;

import io.strait.view.page.Fact;
import java.util.List;

/**
 * All workers at a glance: a cell for each, cluster by cluster, whose shade says how busy it is. It
 * stays small where there are ten thousands of them.
 */
public interface WorkerMap {
  /** A worker that never came. */
  byte AWAITED = 0;

  /** One that is gone. */
  byte GONE = 1;

  /** One whose last task failed. */
  byte FAILED = 2;

  /** From here on: idle to busy all the time. */
  byte IDLE = 3;

  /** The shade of one that computes all the time. */
  byte BUSY = 8;

  /**
   * Workers of one cluster.
   *
   * @param wanted how many of them get tasks, as far as there are that many
   */
  record Group(String name, int count, int wanted) {}

  List<Group> groups();

  /** The shade of every worker, in the order of groups. */
  byte[] shades();

  /** What a worker is called. */
  String name(int worker);

  /** What is known of one worker. */
  List<Fact> facts(int worker);

  /** The shade of a worker that is there. */
  static byte shade(double busy) {
    return (byte) (IDLE + Math.clamp(Math.round(busy * (BUSY - IDLE)), 0, BUSY - IDLE));
  }
}
