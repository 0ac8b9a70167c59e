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
  private long ended;
  private long busy;

  /**
   * @param ready when the part could begin, had it all input
   */
  StreamPace(RankEngine engine, PartAt part, StreamUnit unit, long ready) {
    this.ended = ready;
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
      for (int segment = 0; segment < segments; segment++) {
        long began = Math.max(ended, unit.release(segment, segments));
        ended = engine.finish(engine.beginNanos(nanos, cpu, began));
        busy += ended - began;
        unit.allow(segment, segments, ended);
      }
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

  /** When the emulated machine was done, after {@link #await}. */
  long ended() {
    return ended;
  }

  /** Nanoseconds in which it had something to do, after {@link #await}. */
  long busy() {
    return busy;
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
