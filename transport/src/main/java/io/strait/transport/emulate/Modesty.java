package io.strait.transport.emulate;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Lets threads that compute for emulated hosts stand back behind those that carry messages and keep
 * time: on the machines that are emulated they would not be in each other's way. On Linux, where
 * threads have priorities of their own; elsewhere nothing changes.
 */
public final class Modesty {
  private static final int PROCESS = 0;
  private static final int CALLER = 0;
  private static final int NICE = 10;

  private static final @Nullable MethodHandle SET_PRIORITY = find();

  private Modesty() {}

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

  /** From now on the calling thread runs where others do not want to. */
  public static void standBack() {
    if (SET_PRIORITY != null) {
      try {
        int ignored = (int) SET_PRIORITY.invokeExact(PROCESS, CALLER, NICE);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
