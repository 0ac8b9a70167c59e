package io.strait.chaos;

import io.strait.farm.task.Farm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A farm whose sum reveals a task that is missing or counted twice: each yields a hash of its
 * number, 1, and its number. With {@value #TALLY} in the environment, every computation is a line
 * of that file: the task, and when it was done in milliseconds since 1970.
 */
public final class CountedFarm implements Farm {
  /** Name of the file of computations. */
  static final String TALLY = "STRAIT_CHAOS_TALLY";

  /** Milliseconds that a task takes at least. */
  static final String LEAST = "STRAIT_CHAOS_LEAST_MS";

  /** How many milliseconds more it may take. */
  static final String SPREAD = "STRAIT_CHAOS_SPREAD_MS";

  @Override
  public byte[] compute(int task, byte[] input) throws IOException, InterruptedException {
    Thread.sleep(number(LEAST, 5) + Math.floorMod(hash(task), number(SPREAD, 25)));
    var tally = System.getenv(TALLY);
    if (tally != null) {
      Files.writeString(
          Path.of(tally),
          "%d %d%n".formatted(task, System.currentTimeMillis()),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
    return longs(hash(task), 1, task);
  }

  private static int number(String variable, int otherwise) {
    var value = System.getenv(variable);
    return value == null ? otherwise : Integer.parseInt(value);
  }

  /** What must come out. */
  static byte[] expected(int tasks) {
    long hashes = 0;
    long numbers = 0;
    for (int task = 0; task < tasks; task++) {
      hashes += hash(task);
      numbers += task;
    }
    return longs(hashes, tasks, numbers);
  }

  /** Up to 40 bits that look random. */
  private static long hash(int task) {
    long mixed = (task + 1) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
    return (mixed ^ (mixed >>> 32)) >>> 24;
  }

  private static byte[] longs(long one, long two, long three) {
    return ByteBuffer.allocate(24)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(one)
        .putLong(two)
        .putLong(three)
        .array();
  }
}
