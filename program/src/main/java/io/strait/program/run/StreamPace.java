package io.strait.program.run;

import io.strait.kind.run.RunFailure;
import io.strait.program.run.Wiring.PartAt;
import org.jspecify.annotations.Nullable;

/**
 * An emulated machine at work on a unit that streams, in a thread beside the code. As in the
 * simulation the work has segments: each waits for its pieces of the input, takes its share of the
 * time, and then lets its pieces of the output go. The code gets what a segment has waited for, and
 * what it makes is sent when the segment is over that should make it, or later.
 */
final class StreamPace implements AutoCloseable {
  private final RankEngine engine;
  private final StreamUnit unit;
  private final int segments;
  private final double nanos;
  private final double cpu;
  private final Thread thread;
  private volatile @Nullable RuntimeException failure;
  private long late;
  private long waited;

  StreamPace(RankEngine engine, PartAt part, StreamUnit unit) {
    this.engine = engine;
    this.unit = unit;
    this.segments = engine.wiring().segments(part);
    this.nanos = engine.workNanos(part.work()) / segments;
    this.cpu = part.work().cpu();
    this.thread =
        Thread.ofPlatform().daemon().name("pace of " + engine.wiring().name(part)).start(this::run);
  }

  private void run() {
    try {
      double behind = 0;
      for (int segment = 0; segment < segments; segment++) {
        // What this thread noticed too late is made up for, unless there was something to wait for.
        boolean isThere = unit.has(segment, segments);
        long before = System.nanoTime();
        unit.release(segment, segments);
        if (!isThere) {
          waited += System.nanoTime() - before;
          late += (long) behind;
          behind = 0;
        }
        var work = engine.beginNanos(Math.max(0, nanos - behind), cpu);
        behind = Math.max(0, behind - nanos) + engine.finish(work);
        unit.allow(segment, segments);
      }
      late += (long) behind;
    } catch (InterruptedException e) {
      fail(new RunFailure("it was interrupted", e));
    } catch (RuntimeException e) {
      fail(e);
    } catch (Error e) {
      fail(new RunFailure(Words.of(e), e));
    }
  }

  private void fail(RuntimeException why) {
    failure = why;
    unit.fail(why);
  }

  /** Waits until the emulated machine has done the unit. */
  void await() throws InterruptedException {
    thread.join();
    @Nullable RuntimeException why = failure;
    if (why != null) {
      throw why;
    }
  }

  /** Nanoseconds by which it was noticed too late that segments were done. */
  long late() {
    return late;
  }

  /** Nanoseconds in which there was nothing to do, after {@link #await}. */
  long waited() {
    return waited;
  }

  /** Ends it where it is. */
  @Override
  public void close() {
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
