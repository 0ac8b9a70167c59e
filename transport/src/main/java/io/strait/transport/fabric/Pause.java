package io.strait.transport.fabric;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waiting that ends in time. A thread that parks is woken late, by the slack that the kernel gives
 * its timer (50 us unless told otherwise) and by what it takes to get a core. So the slack is made
 * as small as can be, and the last moments are spent yielding, which leaves the core to whoever
 * needs it.
 */
final class Pause {
  /** How long before the time parking ends. */
  private static final long MARGIN = 40_000;

  private static final int PR_SET_TIMERSLACK = 29;
  private static final @Nullable MethodHandle PRCTL = prctl();

  private long precise = -1;

  @SuppressWarnings("restricted")
  private static @Nullable MethodHandle prctl() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return null;
    }
    var linker = Linker.nativeLinker();
    var type =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
    return linker
        .defaultLookup()
        .find("prctl")
        .map(f -> linker.downcallHandle(f, type, Linker.Option.firstVariadicArg(1)))
        .orElse(null);
  }

  /** Makes the timers of this thread precise, once. */
  private void sharpen() {
    var thread = Thread.currentThread();
    if (precise == thread.threadId()) {
      return;
    }
    precise = thread.threadId();
    if (PRCTL == null || thread.isVirtual()) {
      return;
    }
    try {
      int ignored = (int) PRCTL.invokeExact(PR_SET_TIMERSLACK, 1L);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Parks until shortly before a time, or until somebody unparks this thread.
   *
   * @return whether it may be worth while to park again
   */
  boolean park(Object blocker, long until) {
    sharpen();
    long wait = until - System.nanoTime() - MARGIN;
    if (wait <= 0) {
      return false;
    }
    LockSupport.parkNanos(blocker, wait);
    return true;
  }

  /** Waits until a time, whoever unparks this thread. */
  void until(Object blocker, long time) {
    while (park(blocker, time)) {
      // Woken too early.
    }
    while (time - System.nanoTime() > 0) {
      giveWay();
    }
  }

  /** Lets another thread have the core, if one wants it. */
  @SuppressWarnings("ThreadPriorityCheck") // nothing is relied upon
  static void giveWay() {
    Thread.yield();
  }
}
