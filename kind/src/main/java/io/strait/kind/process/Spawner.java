package io.strait.kind.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Starts processes by {@code posix_spawn}, each in a session of its own: one program is loaded
 * where Java's way with {@code setsid} loads three. Only on Linux with a C library that has all it
 * takes, and only where Java may call it without a warning.
 */
final class Spawner {
  private static final int SIGKILL = 9;
  private static final int CLOEXEC = 0x80000;
  private static final short SET_MASK = 0x08;
  private static final short SET_SESSION = 0x80;
  private static final int BY_PID = 1;
  private static final int EXITED = 4;
  private static final int NO_REAPING = 0x01000000;
  private static final int CLD_EXITED = 1;
  private static final int INTERRUPTED = 4;

  /** More than the C library's structures take. */
  private static final int STRUCTURE = 1024;

  /** Offsets in what {@code waitid} tells, on machines of 64 bits. */
  private static final int CODE = 8;

  private static final int STATUS = 24;

  /** More variables than there can be. */
  private static final int MOST_VARIABLES = 100_000;

  private static final VarHandle ERRNO =
      Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final class Here {
    static final @Nullable Spawner SPAWNER = find();
  }

  /** A variable of this process, as the system has it. */
  private record Variable(String name, MemorySegment text) {}

  /** What was started: its number, and the ends of its pipes; −1 for errors that go with output. */
  record Started(int pid, int output, int errors) {}

  private final Linker linker = Linker.nativeLinker();
  private final SymbolLookup library = linker.defaultLookup();
  private final MethodHandle pipe = call("pipe2", ADDRESS, JAVA_INT);
  private final MethodHandle close = call("close", JAVA_INT);
  private final MethodHandle kill = call("kill", JAVA_INT, JAVA_INT);
  private final MethodHandle newActions = call("posix_spawn_file_actions_init", ADDRESS);
  private final MethodHandle oldActions = call("posix_spawn_file_actions_destroy", ADDRESS);
  private final MethodHandle opening =
      call("posix_spawn_file_actions_addopen", ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private final MethodHandle copying =
      call("posix_spawn_file_actions_adddup2", ADDRESS, JAVA_INT, JAVA_INT);
  private final MethodHandle moving =
      call("posix_spawn_file_actions_addchdir_np", ADDRESS, ADDRESS);
  private final MethodHandle closing =
      call("posix_spawn_file_actions_addclosefrom_np", ADDRESS, JAVA_INT);
  private final MethodHandle spawn =
      call("posix_spawnp", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
  private final MethodHandle waitid =
      checked("waitid", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private final MethodHandle read = checked("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);

  /** How processes are started: in sessions of their own, with no signal blocked. */
  private final MemorySegment attributes = Arena.global().allocate(STRUCTURE, 16);

  private final MemorySegment nowhere = Arena.global().allocateFrom("/dev/null");
  private final List<Variable> variables;

  private Spawner() throws Throwable {
    int made = (int) call("posix_spawnattr_init", ADDRESS).invokeExact(attributes);
    int flagged =
        (int)
            call("posix_spawnattr_setflags", ADDRESS, JAVA_SHORT)
                .invokeExact(attributes, (short) (SET_MASK | SET_SESSION));
    int masked =
        (int)
            call("posix_spawnattr_setsigmask", ADDRESS, ADDRESS)
                .invokeExact(attributes, Arena.global().allocate(STRUCTURE, 16));
    if (made != 0 || flagged != 0 || masked != 0) {
      throw new IllegalStateException("no attributes");
    }
    variables = variables(library.findOrThrow("environ"));
  }

  /** What starts processes here; null where only Java can. */
  static @Nullable Spawner here() {
    return Here.SPAWNER;
  }

  private static @Nullable Spawner find() {
    if (!System.getProperty("os.name").equals("Linux")
        || ADDRESS.byteSize() != 8
        || !Spawner.class.getModule().isNativeAccessEnabled()) {
      return null;
    }
    try {
      return new Spawner();
    } catch (NoSuchElementException | IllegalStateException | UnsupportedOperationException e) {
      return null; // a C library without all of it
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private MethodHandle call(String name, MemoryLayout... arguments) {
    return handle(name, FunctionDescriptor.of(JAVA_INT, arguments));
  }

  /** A call whose first argument takes why it failed. */
  private MethodHandle checked(String name, ValueLayout result, MemoryLayout... arguments) {
    return handle(
        name, FunctionDescriptor.of(result, arguments), Linker.Option.captureCallState("errno"));
  }

  @SuppressWarnings("restricted")
  private MethodHandle handle(String name, FunctionDescriptor type, Linker.Option... options) {
    return linker.downcallHandle(library.findOrThrow(name), type, options);
  }

  @SuppressWarnings("restricted")
  private static List<Variable> variables(MemorySegment environ) {
    var found = new ArrayList<Variable>();
    var all =
        environ
            .reinterpret(ADDRESS.byteSize())
            .get(ADDRESS, 0)
            .reinterpret(MOST_VARIABLES * ADDRESS.byteSize());
    for (int i = 0; i < MOST_VARIABLES; i++) {
      var next = all.getAtIndex(ADDRESS, i);
      if (next.equals(MemorySegment.NULL)) {
        break;
      }
      var text = next.reinterpret(Integer.MAX_VALUE);
      var name = text.getString(0, StandardCharsets.ISO_8859_1).split("=", 2)[0];
      found.add(new Variable(name, next));
    }
    return found;
  }

  /**
   * Starts a program in a folder. It reads from nowhere.
   *
   * @param words the program, which is looked for as a shell does, and its arguments
   * @param set variables that it has besides those of this process
   * @param unset variables of this process that it does not have
   * @param merged whether both of its outputs are one
   * @return null if it could not be started
   */
  @Nullable Started start(
      List<String> words, Path folder, Map<String, String> set, String unset, boolean merged) {
    try (var arena = Arena.ofConfined()) {
      var output = pipe(arena);
      var errors = merged ? new int[] {-1, -1} : pipe(arena);
      // Without a pipe of their own, errors would become part of the output.
      boolean piped = output[1] >= 0 && (merged || errors[1] >= 0);
      int pid =
          piped
              ? spawn(arena, words, folder, environment(arena, set, unset), output[1], errors[1])
              : -1;
      close(output[1]);
      close(errors[1]);
      if (pid > 0) {
        return new Started(pid, output[0], errors[0]);
      }
      close(output[0]);
      close(errors[0]);
      return null;
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** Both ends of a pipe, that for reading first; −1 where there can be no more. */
  private int[] pipe(Arena arena) throws Throwable {
    var ends = arena.allocate(JAVA_INT, 2);
    int result = (int) pipe.invokeExact(ends, CLOEXEC);
    return result == 0
        ? new int[] {ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1)}
        : new int[] {-1, -1};
  }

  private int spawn(
      Arena arena, List<String> words, Path folder, MemorySegment set, int output, int errors)
      throws Throwable {
    // Ends of pipes that take the places of input and outputs would be closed on the way.
    if (output <= 2 || (errors >= 0 && errors <= 2)) {
      return -1;
    }
    var actions = arena.allocate(STRUCTURE, 16);
    if ((int) newActions.invokeExact(actions) != 0) {
      return -1;
    }
    try {
      int wrong = (int) opening.invokeExact(actions, 0, nowhere, 0, 0);
      wrong |= (int) copying.invokeExact(actions, output, 1);
      wrong |= (int) copying.invokeExact(actions, errors < 0 ? output : errors, 2);
      wrong |= (int) moving.invokeExact(actions, arena.allocateFrom(folder.toString()));
      wrong |= (int) closing.invokeExact(actions, 3);
      if (wrong != 0) {
        return -1;
      }
      var argv = arena.allocate(ADDRESS, words.size() + 1L);
      for (int i = 0; i < words.size(); i++) {
        argv.setAtIndex(ADDRESS, i, arena.allocateFrom(words.get(i)));
      }
      var pid = arena.allocate(JAVA_INT);
      int failed =
          (int) spawn.invokeExact(pid, argv.get(ADDRESS, 0), actions, attributes, argv, set);
      return failed == 0 ? pid.get(JAVA_INT, 0) : -1;
    } finally {
      int ignored = (int) oldActions.invokeExact(actions);
    }
  }

  private MemorySegment environment(Arena arena, Map<String, String> set, String unset) {
    var others = new HashSet<>(set.keySet());
    others.add(unset);
    var all = arena.allocate(ADDRESS, variables.size() + set.size() + 1L);
    int count = 0;
    for (var variable : variables) {
      if (!others.contains(variable.name)) {
        all.setAtIndex(ADDRESS, count++, variable.text);
      }
    }
    for (var entry : set.entrySet()) {
      all.setAtIndex(ADDRESS, count++, arena.allocateFrom(entry.getKey() + "=" + entry.getValue()));
    }
    return all;
  }

  /**
   * Waits until a process has ended.
   *
   * @param reap whether its number may be used again
   * @return its exit code, or 128 and the signal that killed it; −1 if there is no such process
   */
  int await(int pid, boolean reap) {
    try (var arena = Arena.ofConfined()) {
      var why = arena.allocate(Linker.Option.captureStateLayout());
      var told = arena.allocate(STRUCTURE, 16);
      while (true) {
        int options = EXITED | (reap ? 0 : NO_REAPING);
        if ((int) waitid.invokeExact(why, BY_PID, pid, told, options) == 0) {
          int status = told.get(JAVA_INT, STATUS);
          return told.get(JAVA_INT, CODE) == CLD_EXITED ? status : 128 + status;
        }
        if ((int) ERRNO.get(why, 0L) != INTERRUPTED) {
          return -1;
        }
      }
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** Kills a process, or those of its group if the number is negative. */
  void kill(int pid) {
    try {
      int ignored = (int) kill.invokeExact(pid, SIGKILL);
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** Reads from a pipe; 0 at its end or if it is broken. */
  int read(int descriptor, MemorySegment to) {
    try (var arena = Arena.ofConfined()) {
      var why = arena.allocate(Linker.Option.captureStateLayout());
      while (true) {
        long count = (long) read.invokeExact(why, descriptor, to, to.byteSize());
        if (count >= 0) {
          return (int) count;
        }
        if ((int) ERRNO.get(why, 0L) != INTERRUPTED) {
          return 0;
        }
      }
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** Closes a descriptor, if it is one. */
  void close(int descriptor) {
    try {
      if (descriptor >= 0) {
        int ignored = (int) close.invokeExact(descriptor);
      }
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  private static RuntimeException failure(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException known ? known : new IllegalStateException(e);
  }

  /** A place to read to, of a thread's own. */
  static MemorySegment buffer(int bytes) {
    return Arena.ofAuto().allocate(JAVA_BYTE, bytes);
  }
}
