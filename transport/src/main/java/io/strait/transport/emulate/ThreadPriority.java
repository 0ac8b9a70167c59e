package io.strait.transport.emulate;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Lowers the priority of threads that compute for emulated hosts, so that threads that carry
 * messages and keep time run first. On the emulated machines they would not share cores. Only Linux
 * gives threads priorities of their own; elsewhere nothing changes.
 */
public final class ThreadPriority {
  private static final int PROCESS = 0;
  private static final int CALLER = 0;
  private static final int NICE = 10;

  private static final @Nullable MethodHandle SET_PRIORITY = find();

  private ThreadPriority() {}

  @SuppressWarnings("restricted")
  private static @Nullable MethodHandle find() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return null;
    }
    var linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("setpriority"),
        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  }

  /** Lowers the priority of the calling thread for good. */
  public static void lower() {
    if (SET_PRIORITY != null) {
      try {
        int ignored = (int) SET_PRIORITY.invokeExact(PROCESS, CALLER, NICE);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
