package io.strait.transport.time;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waiting that ends on time. A parked thread wakes late, because the kernel gives its timer some
 * slack (50 us by default) and because it has to get a core. So this makes the slack as small as
 * possible and yields during the last microseconds, which leaves the core to other threads.
 */
public final class PreciseWait {
  /** Parking ends this long before the time. */
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

  /** Makes the timers of the calling thread precise, once per thread. */
  void reduceSlack() {
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
   * Parks until shortly before a time, or until another thread unparks this one.
   *
   * @return false if it is too late to park
   */
  boolean park(Object blocker, long until) {
    reduceSlack();
    long wait = until - System.nanoTime() - MARGIN;
    if (wait <= 0) {
      return false;
    }
    LockSupport.parkNanos(blocker, wait);
    return true;
  }

  /** Waits until a time, even if another thread unparks this one. */
  public void until(Object blocker, long time) {
    while (park(blocker, time)) {
      // Woken too early.
    }
    while (time - System.nanoTime() > 0) {
      yieldCore();
    }
  }

  /** Lets another thread have the core, if one wants it. */
  @SuppressWarnings("ThreadPriorityCheck") // nothing depends on what the scheduler does
  static void yieldCore() {
    Thread.yield();
  }
}
