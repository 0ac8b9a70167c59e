package io.strait.lab.relay;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;

/**
 * The calls of Linux that a relay needs. Those that are made for every packet return −1 on failure;
 * the others throw with the reason.
 */
final class Linux {
  static final int READ_WRITE = 2;
  static final int NONBLOCK = 0x800;
  static final int CLOEXEC = 0x80000;
  static final int NEW_NETWORK = 0x40000000;

  private static final int EPOLL_ADD = 1;
  private static final int EPOLL_IN = 1;
  private static final int TIMER_SLACK = 29;
  private static final int FIRST_IN_FIRST_OUT = 1;

  /** The number of epoll_pwait2 on all machines. */
  private static final long EPOLL_PWAIT2 = 441;

  /** On x86-64 alone, an event of epoll has no gap after its first four bytes. */
  private static final boolean PACKED = System.getProperty("os.arch").matches("amd64|x86_64");

  private static final int EVENT = PACKED ? 12 : 16;
  private static final int EVENT_DATA = PACKED ? 4 : 8;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO_FIELD =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle OPEN =
      checked("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), 2);
  private static final MethodHandle IOCTL =
      checked("ioctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS), 2);
  private static final MethodHandle SETNS =
      checked("setns", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT), -1);
  private static final MethodHandle EPOLL_CREATE =
      checked("epoll_create1", FunctionDescriptor.of(JAVA_INT, JAVA_INT), -1);
  private static final MethodHandle EPOLL_CTL =
      checked(
          "epoll_ctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS), -1);
  private static final MethodHandle EVENTFD =
      checked("eventfd", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT), -1);
  private static final MethodHandle READ =
      plain("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), -1);
  private static final MethodHandle WRITE =
      plain("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), -1);
  private static final MethodHandle CLOSE =
      plain("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT), -1);
  private static final MethodHandle WAIT =
      plain(
          "syscall",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG),
          1);
  private static final MethodHandle PRCTL =
      plain(
          "prctl",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          1);
  private static final MethodHandle SETPRIORITY =
      plain("setpriority", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT), -1);

  private static final MethodHandle SCHEDULE =
      plain("sched_setscheduler", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS), -1);

  private Linux() {}

  @SuppressWarnings("restricted")
  private static MethodHandle plain(String name, FunctionDescriptor shape, int variadicFrom) {
    var symbol = LINKER.defaultLookup().findOrThrow(name);
    return variadicFrom < 0
        ? LINKER.downcallHandle(symbol, shape)
        : LINKER.downcallHandle(symbol, shape, Linker.Option.firstVariadicArg(variadicFrom));
  }

  @SuppressWarnings("restricted")
  private static MethodHandle checked(String name, FunctionDescriptor shape, int variadicFrom) {
    var symbol = LINKER.defaultLookup().findOrThrow(name);
    return variadicFrom < 0 || variadicFrom >= shape.argumentLayouts().size()
        ? LINKER.downcallHandle(symbol, shape, ERRNO)
        : LINKER.downcallHandle(symbol, shape, ERRNO, Linker.Option.firstVariadicArg(variadicFrom));
  }

  private interface Call {
    int with(MemorySegment state) throws Throwable;
  }

  private static int checked(String what, Call call) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var state = arena.allocate(STATE);
      int result = call.with(state);
      if (result < 0) {
        throw new IOException(what + ": " + reason((int) ERRNO_FIELD.get(state, 0L)));
      }
      return result;
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static String reason(int errno) {
    return switch (errno) {
      case 1 -> "not permitted";
      case 2 -> "it does not exist";
      case 12 -> "no memory";
      case 13 -> "no access";
      case 16 -> "it is in use";
      case 24 -> "too many open files";
      default -> "error " + errno;
    };
  }

  /** Opens a file. */
  static int open(String path, int flags) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var name = arena.allocateFrom(path, StandardCharsets.UTF_8);
      return checked(path, state -> (int) OPEN.invokeExact(state, name, flags));
    }
  }

  /** A request about an open file. */
  static void ioctl(String what, int file, long request, MemorySegment argument)
      throws IOException {
    checked(what, state -> (int) IOCTL.invokeExact(state, file, request, argument));
  }

  /** Puts the calling thread into a network namespace, given as an open file. */
  static void enterNetwork(int file) throws IOException {
    checked("setns", state -> (int) SETNS.invokeExact(state, file, NEW_NETWORK));
  }

  static int epoll() throws IOException {
    return checked("epoll_create1", state -> (int) EPOLL_CREATE.invokeExact(state, CLOEXEC));
  }

  /** Lets an epoll say when a file can be read. */
  static void watch(int epoll, int file, int number) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var event = arena.allocate(EVENT);
      event.set(JAVA_INT, 0, EPOLL_IN);
      event.set(ValueLayout.JAVA_LONG_UNALIGNED, EVENT_DATA, number);
      checked(
          "epoll_ctl", state -> (int) EPOLL_CTL.invokeExact(state, epoll, EPOLL_ADD, file, event));
    }
  }

  /** A file that wakes an epoll when 8 bytes are written to it. */
  static int eventFile() throws IOException {
    return checked("eventfd", state -> (int) EVENTFD.invokeExact(state, 0, NONBLOCK | CLOEXEC));
  }

  static MemorySegment events(Arena arena, int count) {
    return arena.allocate((long) EVENT * count, 8);
  }

  /** The number that was given for the file of an event. */
  static int number(MemorySegment events, int index) {
    return (int) events.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) index * EVENT + EVENT_DATA);
  }

  /**
   * Waits until a file can be read.
   *
   * @param time seconds and nanoseconds, as longs
   * @return how many events there are
   */
  static int await(int epoll, MemorySegment events, int most, MemorySegment time) {
    try {
      return (int)
          (long)
              WAIT.invokeExact(
                  EPOLL_PWAIT2, (long) epoll, events, (long) most, time, MemorySegment.NULL, 0L);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  static long read(int file, MemorySegment into, long bytes) {
    try {
      return (long) READ.invokeExact(file, into, bytes);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  static long write(int file, MemorySegment from, long bytes) {
    try {
      return (long) WRITE.invokeExact(file, from, bytes);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  static void close(int file) {
    try {
      var _ = (int) CLOSE.invokeExact(file);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Lets the calling thread wake up on time and before others: as a real-time thread, or where that
   * is not allowed as one that is not nice.
   */
  static void hurry() {
    try (var arena = Arena.ofConfined()) {
      var _ = (int) PRCTL.invokeExact(TIMER_SLACK, 1L, 0L, 0L, 0L);
      var priority = arena.allocateFrom(JAVA_INT, 1);
      if ((int) SCHEDULE.invokeExact(0, FIRST_IN_FIRST_OUT, priority) < 0) {
        var _ = (int) SETPRIORITY.invokeExact(0, 0, -15);
      }
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
