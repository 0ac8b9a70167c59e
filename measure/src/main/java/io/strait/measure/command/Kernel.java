package io.strait.measure.command;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.strait.model.UsageException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * The calls of the Linux kernel that Java does not have: waiting for a process with an account of
 * what it used, groups of processes, and adopting orphans. Numbers and layouts are those of 64-bit
 * Linux, which are alike on all its processors.
 */
final class Kernel {
  private static final int SET_CHILD_SUBREAPER = 36;
  private static final int PROCESS_ID = 1;
  private static final int STOPPED = 2;
  private static final int EXITED = 4;
  private static final int DO_NOT_REAP = 0x0100_0000;
  private static final int KILL = 9;
  private static final int CONTINUE = 18;
  private static final int INTERRUPTED = 4;
  private static final int SIGNAL_INFO_BYTES = 128;
  private static final int USAGE_BYTES = 144;
  private static final long MEMORY_OFFSET = 32;

  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERROR =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private final MethodHandle prctl =
      function("prctl", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private final MethodHandle waitid = function("waitid", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private final MethodHandle wait4 = function("wait4", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
  private final MethodHandle kill = function("kill", JAVA_INT, JAVA_INT);
  private final MethodHandle setpgid = function("setpgid", JAVA_INT, JAVA_INT);

  /**
   * What a process and the children that it waited for used.
   *
   * @param status how it ended, as {@code wait} has it
   * @param memory bytes
   */
  record Usage(int status, double cpuSeconds, double memory) {}

  /** The kernel of this machine, if it is Linux. */
  static Kernel linux() {
    if (!System.getProperty("os.name").equals("Linux")) {
      throw new UsageException(
          "commands cannot be measured on %s, expected Linux"
              .formatted(System.getProperty("os.name")));
    }
    return new Kernel();
  }

  @SuppressWarnings("restricted")
  private static MethodHandle function(String name, MemoryLayout... arguments) {
    var linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(JAVA_INT, arguments),
        Linker.Option.captureCallState("errno"));
  }

  /** Whether processes below this one whose parents end become children of this one. */
  void adoptOrphans(boolean yes) {
    call(state -> (int) prctl.invokeExact(state, SET_CHILD_SUBREAPER, yes ? 1L : 0L, 0L, 0L, 0L));
  }

  /** Makes a child the leader of a process group. False if it is not a child yet. */
  boolean lead(int child) {
    return call(state -> (int) setpgid.invokeExact(state, child, child)) == 0;
  }

  void killGroup(int leader) {
    call(state -> (int) kill.invokeExact(state, -leader, KILL));
  }

  /** Lets a process go on that stopped. */
  void resume(int child) {
    call(state -> (int) kill.invokeExact(state, child, CONTINUE));
  }

  /** Waits until a child has stopped or ended. */
  void awaitStop(int child) {
    await(child, STOPPED | EXITED | DO_NOT_REAP);
  }

  /** Waits for the end of a child, which keeps its number until {@link #reap}. */
  void awaitEnd(int child) {
    await(child, EXITED | DO_NOT_REAP);
  }

  private void await(int child, int what) {
    try (var arena = Arena.ofConfined()) {
      var info = arena.allocate(SIGNAL_INFO_BYTES, Long.BYTES);
      call(state -> (int) waitid.invokeExact(state, PROCESS_ID, child, info, what));
    }
  }

  /** Removes a child that ended; what it used. */
  Usage reap(int child) {
    try (var arena = Arena.ofConfined()) {
      var status = arena.allocate(JAVA_INT);
      var usage = arena.allocate(USAGE_BYTES, Long.BYTES);
      if (call(state -> (int) wait4.invokeExact(state, child, status, 0, usage)) < 0) {
        throw new IllegalStateException("process %d is no child of this one".formatted(child));
      }
      return new Usage(
          status.get(JAVA_INT, 0),
          time(usage, 0) + time(usage, 2L * Long.BYTES),
          1024.0 * usage.get(JAVA_LONG, MEMORY_OFFSET));
    }
  }

  private static double time(MemorySegment usage, long at) {
    return usage.get(JAVA_LONG, at) + 1e-6 * usage.get(JAVA_LONG, at + Long.BYTES);
  }

  /** A call that may be interrupted by a signal, which is made again then. */
  private interface Call {
    int in(MemorySegment state) throws Throwable;
  }

  private static int call(Call call) {
    try (var arena = Arena.ofConfined()) {
      var state = arena.allocate(CALL_STATE);
      while (true) {
        int result = call.in(state);
        if (result >= 0 || (int) ERROR.get(state, 0L) != INTERRUPTED) {
          return result;
        }
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
