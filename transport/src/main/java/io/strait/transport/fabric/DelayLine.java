package io.strait.transport.fabric;

import java.util.PriorityQueue;

/** Does things when they are due, as precisely as a thread can be woken. */
final class DelayLine implements AutoCloseable {
  private static final long FOREVER = Long.MAX_VALUE / 4;

  private record Due(long at, long order, Runnable action) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return at == other.at ? Long.compare(order, other.order) : Long.compare(at, other.at);
    }
  }

  private final PriorityQueue<Due> queue = new PriorityQueue<>();
  private final Sleeper sleeper = new Sleeper();
  private long order;
  private volatile boolean closed;

  DelayLine() {
    Thread.ofPlatform().daemon().name("gap-delays").start(this::run);
  }

  /** Those that are due at the same time are done in the order in which they were added. */
  void add(long due, Runnable action) {
    synchronized (queue) {
      queue.add(new Due(due, order++, action));
    }
    sleeper.wakeFor(due);
  }

  private void run() {
    while (!closed) {
      sleeper.lieDown(next());
      if (next() - System.nanoTime() > 0) {
        sleeper.sleep();
      }
      sleeper.getUp();
      work();
    }
  }

  private long next() {
    synchronized (queue) {
      var first = queue.peek();
      return first == null ? System.nanoTime() + FOREVER : first.at;
    }
  }

  private void work() {
    while (true) {
      Due first;
      synchronized (queue) {
        first = queue.peek();
        if (first == null || first.at - System.nanoTime() > 0) {
          return;
        }
        queue.remove();
      }
      first.action.run();
    }
  }

  /** What is not due yet is never done. */
  @Override
  public void close() {
    closed = true;
    sleeper.wake();
  }
}
