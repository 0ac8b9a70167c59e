package io.strait.transport.fabric;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * What every carrier must guarantee, as programs that all ranks run. A rank that finds an error
 * throws. Every rank talks to every other one.
 */
enum Contract {
  /** One byte, again and again, in order. */
  ONE_BYTE {
    @Override
    void run(Fabric fabric, long seed) {
      new Exchange(fabric, 1, 3).run(1_000, n -> 1, () -> {});
    }
  },

  /** 4,000 messages of random lengths each way, fewer among many, with pauses in between. */
  RANDOM {
    @Override
    void run(Fabric fabric, long seed) {
      var random = new SplittableRandom(seed + fabric.rank());
      new Exchange(fabric, 3_000, 1 + (int) (seed % 8))
          .run(
              2_000 / (fabric.size() - 1) / (fabric.size() - 1),
              n -> random.nextInt(3_001),
              () -> {
                if (random.nextInt(200) == 0) {
                  LockSupport.parkNanos(random.nextInt(1_000_000));
                }
              });
    }
  },

  /** 8 MiB each, in both directions at once. */
  LARGE {
    @Override
    void run(Fabric fabric, long seed) {
      new Exchange(fabric, 8 << 20, 2).run(3, n -> (8 << 20) - n, () -> {});
    }
  },

  /** All ranks fill their windows before any takes a message. */
  FULL_WINDOWS {
    @Override
    void run(Fabric fabric, long seed) {
      var exchange = new Exchange(fabric, 200_000, 4);
      for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 4; i++) {
          exchange.sendToAll(200_000);
        }
        for (int i = 0; i < 4; i++) {
          exchange.takeFromAll();
        }
      }
    }
  },

  /** A sender must stop while its receiver takes nothing, and then go on. */
  SLOW_RECEIVER {
    @Override
    void run(Fabric fabric, long seed) {
      int ahead = 3;
      var exchange = new Exchange(fabric, 100_000, ahead);
      int far = fabric.size() - 1;
      if (fabric.rank() == 0) {
        int sent = 0;
        while (sent < 1_000 && fabric.room(far)) {
          exchange.send(far, 100_000);
          sent++;
          LockSupport.parkNanos(1_000_000);
        }
        check(sent >= ahead && sent < 50, "%d messages under way", sent);
        exchange.takeFrom(far); // it is awake now
        for (; sent < 200; sent++) {
          exchange.send(far, 100_000);
        }
      } else if (fabric.rank() == far) {
        sleep(300);
        exchange.send(0, 1);
        for (int i = 0; i < 200; i++) {
          if (i % 40 == 0) {
            sleep(20);
          }
          exchange.takeFrom(0);
        }
      }
      new Collectives(fabric).barrier();
    }
  },

  /** Barriers and maxima. */
  TOGETHER {
    @Override
    void run(Fabric fabric, long seed) {
      var together = new Collectives(fabric);
      int last = fabric.size() - 1;
      for (int i = 0; i < 30; i++) {
        double most = together.max(fabric.rank() == i % fabric.size() ? i + 0.5 : -i);
        check(most == i + 0.5, "maximum %s in round %d", most, i);
        together.barrier();
      }
      double none = together.max(fabric.rank() == last ? Double.NaN : 3);
      check(Double.isNaN(none), "NaN became %s", none);
    }
  },

  /** Once warm, messages allocate nothing. */
  NO_GARBAGE {
    @Override
    void run(Fabric fabric, long seed) {
      var exchange = new Exchange(fabric, 2_400, 2);
      var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      for (int i = 0; i < 20_000; i++) {
        exchange.sendToAll(2_400 - 8 * (i % 2));
        exchange.takeFromAll();
      }
      int messages = 10_000;
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < messages; i++) {
        exchange.sendToAll(2_400 - 8 * (i % 2));
        exchange.takeFromAll();
      }
      long bytes = threads.getCurrentThreadAllocatedBytes() - before;
      check(bytes < messages, "%d bytes of garbage for %d messages", bytes, messages);
      new Collectives(fabric).barrier();
    }
  };

  abstract void run(Fabric fabric, long seed);

  static void check(boolean right, String wrong, Object... values) {
    if (!right) {
      throw new AssertionError(wrong.formatted(values));
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  interface Length {
    int of(int number);
  }

  /** Sends and takes messages whose bytes name their sender and their number. */
  static final class Exchange {
    private final Fabric fabric;
    private final int[] sent;
    private final int[] taken;

    Exchange(Fabric fabric, long bytes, int ahead) {
      this.fabric = fabric;
      this.sent = new int[fabric.size()];
      this.taken = new int[fabric.size()];
      for (int peer = 0; peer < fabric.size(); peer++) {
        if (peer != fabric.rank()) {
          fabric.open(peer, bytes, ahead);
        }
      }
    }

    private static long mark(int from, int to, int number) {
      return (from * 31L + to) * 1_000_003L + number * 7L;
    }

    void send(int to, int length) {
      fill(fabric.begin(to), mark(fabric.rank(), to, sent[to]++), length);
      fabric.send(to, length);
    }

    private static void fill(MemorySegment message, long mark, int length) {
      int i = 0;
      for (; i + 8 <= length; i += 8) {
        message.set(ValueLayout.JAVA_LONG, i, mark * (i + 1));
      }
      for (; i < length; i++) {
        message.set(ValueLayout.JAVA_BYTE, i, (byte) (mark + i));
      }
    }

    /** Takes a message if there is one. */
    boolean take(int from) {
      var message = fabric.poll(from);
      if (message == null) {
        return false;
      }
      verify(message, from);
      fabric.release(from);
      return true;
    }

    private void verify(MemorySegment message, int from) {
      int number = taken[from]++;
      long mark = mark(from, fabric.rank(), number);
      int length = (int) message.byteSize();
      int i = 0;
      for (; i + 8 <= length; i += 8) {
        if (message.get(ValueLayout.JAVA_LONG, i) != mark * (i + 1)) {
          throw wrong(number, from, i, length);
        }
      }
      for (; i < length; i++) {
        if (message.get(ValueLayout.JAVA_BYTE, i) != (byte) (mark + i)) {
          throw wrong(number, from, i, length);
        }
      }
    }

    private AssertionError wrong(int number, int from, int place, int length) {
      return new AssertionError(
          "message %d from rank %d to %d is wrong at byte %d of %d"
              .formatted(number, from, fabric.rank(), place, length));
    }

    void takeFrom(int from) {
      while (!take(from)) {
        fabric.await(1_000_000_000);
      }
    }

    void sendToAll(int length) {
      for (int peer = 0; peer < fabric.size(); peer++) {
        if (peer != fabric.rank()) {
          send(peer, length);
        }
      }
    }

    void takeFromAll() {
      for (int peer = 0; peer < fabric.size(); peer++) {
        if (peer != fabric.rank()) {
          takeFrom(peer);
        }
      }
    }

    /** Sends a number of messages to all others and takes as many, in any order. */
    void run(int messages, Length length, Runnable between) {
      int peers = fabric.size() - 1;
      for (int open = 2 * peers * messages; open > 0; ) {
        boolean moved = false;
        for (int peer = 0; peer < fabric.size(); peer++) {
          if (peer == fabric.rank()) {
            continue;
          }
          if (sent[peer] < messages && fabric.room(peer)) {
            between.run();
            send(peer, length.of(sent[peer]));
            open--;
            moved = true;
          }
          if (taken[peer] < messages && take(peer)) {
            open--;
            moved = true;
          }
        }
        if (!moved) {
          fabric.await(1_000_000_000);
        }
      }
    }
  }
}
