package io.strait.transport.fabric;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that sleeps until something comes. It says that it is going to sleep, looks once more
 * whether something has come, and only then parks; whoever brings something first makes it visible
 * and then looks for sleepers. So one of the two sees the other.
 */
final class Sleeper {
  private final Pause pause = new Pause();

  /** When it will wake by itself, while there is somebody asleep. */
  private volatile long wakes;

  private volatile @Nullable Thread asleep;

  /** Says that this thread is going to sleep until a time. */
  void lieDown(long until) {
    wakes = until;
    asleep = Thread.currentThread();
  }

  /** Sleeps, unless it is nearly time; then gives way to others for a moment. */
  void sleep() {
    if (!pause.park(this, wakes)) {
      Pause.giveWay();
    }
  }

  void getUp() {
    asleep = null;
  }

  /** Wakes whoever sleeps beyond a time. */
  void wakeFor(long due) {
    var thread = asleep;
    if (thread != null && due - wakes < 0) {
      LockSupport.unpark(thread);
    }
  }

  /** Wakes whoever sleeps. */
  void wake() {
    var thread = asleep;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }
}
