package io.strait.bench.farm;

import io.strait.run.task.Farm;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

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

  /** Waits a while, so that tasks do not wait for each other, and returns how long. */
  public static final class Rare implements Farm {
    /** When each task was handed out, in the master's process. */
    static final long[] GIVEN = new long[100_000];

    @Override
    public byte[] input(int task) {
      GIVEN[task] = System.nanoTime();
      return new byte[0];
    }

    @Override
    public byte[] compute(int task, byte[] input) throws InterruptedException {
      long start = System.nanoTime();
      Thread.sleep(50);
      return ByteBuffer.allocate(8).putLong(System.nanoTime() - start).array();
    }

    @Override
    public byte[] combine(byte[] one, byte[] other) {
      return one;
    }
  }
}
