package io.strait.bench.lab;

import io.strait.farm.task.Farm;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A farm whose sum tells whether every task was counted once: the square of a task's number, and 1.
 */
public final class Squares implements Farm {
  @Override
  public byte[] compute(int task, byte[] input) {
    return longs((long) task * task, 1);
  }

  /** What the sum of so many tasks is. */
  static byte[] sum(int tasks) {
    long squares = 0;
    for (long task = 0; task < tasks; task++) {
      squares += task * task;
    }
    return longs(squares, tasks);
  }

  private static byte[] longs(long one, long two) {
    return ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(one).putLong(two).array();
  }
}
