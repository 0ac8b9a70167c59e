package io.strait.bench.farm;

import io.strait.farm.task.Farm;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.locks.LockSupport;

/** What our farm computes in the benchmark. */
public final class OurTasks {
  private OurTasks() {}

  /** Takes a number and returns it. */
  public static final class Noop implements Farm {
    /** When the first task was handed out, in the master's process. */
    static volatile long began;

    @Override
    public byte[] input(int task) {
      if (began == 0) {
        began = System.nanoTime();
      }
      return ByteBuffer.allocate(4).putInt(task).array();
    }

    @Override
    public byte[] compute(int task, byte[] input) {
      return ByteBuffer.allocate(8)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putLong(ByteBuffer.wrap(input).getInt())
          .array();
    }
  }

  /** Returns a large array. */
  public static final class Bulk implements Farm {
    @Override
    public byte[] input(int task) {
      if (Noop.began == 0) {
        Noop.began = System.nanoTime();
      }
      return new byte[0];
    }

    @Override
    public byte[] compute(int task, byte[] input) {
      return new byte[FarmUnderTest.BULK_BYTES];
    }
  }

  /** Never ends. */
  public static final class Endless implements Farm {
    @Override
    public byte[] compute(int task, byte[] input) throws InterruptedException {
      Thread.sleep(Long.MAX_VALUE);
      return input;
    }
  }

  /**
   * Takes a while, and returns when it began and ended. A gateway always keeps a task in reserve,
   * so that one is handed out long before a worker is free for it; what counts is the time that a
   * worker was free and the time from the end of a task to its result being there.
   */
  public static final class Rare implements Farm {
    /** Nanoseconds that a task takes. */
    static final long TAKES = 200_000_000L;

    /** When each task was handed out, in the master's process. */
    static final long[] GIVEN = new long[OurFarm.RARE];

    /** When it began and ended on the worker, whose clock is that of the machine. */
    static final long[] BEGAN = new long[OurFarm.RARE];

    static final long[] ENDED = new long[OurFarm.RARE];

    /** When its result was there. */
    static final long[] CAME = new long[OurFarm.RARE];

    @Override
    public byte[] input(int task) {
      GIVEN[task] = System.nanoTime();
      return ByteBuffer.allocate(4).putInt(task).array();
    }

    @Override
    public byte[] compute(int task, byte[] input) {
      long began = System.nanoTime();
      long end = began + TAKES;
      while (System.nanoTime() < end) {
        LockSupport.parkNanos(end - System.nanoTime());
      }
      return ByteBuffer.allocate(20).putInt(task).putLong(began).putLong(System.nanoTime()).array();
    }

    /** Called on the master whenever results are added up, the first time with the first two. */
    @Override
    public byte[] combine(byte[] one, byte[] other) {
      note(one, false);
      note(other, true);
      return one;
    }

    private static void note(byte[] result, boolean isNew) {
      var fields = ByteBuffer.wrap(result);
      int task = fields.getInt();
      if (isNew || CAME[task] == 0) {
        CAME[task] = System.nanoTime();
        BEGAN[task] = fields.getLong();
        ENDED[task] = fields.getLong();
      }
    }

    /** Seconds that the farm added to a task, from the third one on. */
    static double added(int task) {
      long free = Math.max(GIVEN[task], ENDED[task - 1]);
      return (BEGAN[task] - free + CAME[task] - ENDED[task]) * 1e-9;
    }
  }
}
