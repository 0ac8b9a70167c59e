package io.strait.lab.host;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * Turns this process into another program, as {@code exec} of a shell does: it keeps its number,
 * its terminal and its parent, so that signals reach it and its exit code is the program's.
 */
public final class ThisProcess {
  private static final int FIRST_FILE = 3;
  private static final int CLOSE_ON_EXEC = 4;
  private static final int SET_MASK = 2;
  private static final int SIGNAL_SET = 128;

  private ThisProcess() {}

  /** Becomes a program that is looked for on the path. Returns only if that fails. */
  public static IOException become(List<String> command) {
    var linker = Linker.nativeLinker();
    try (var arena = Arena.ofConfined()) {
      var words = arena.allocate(ADDRESS, command.size() + 1L);
      for (int i = 0; i < command.size(); i++) {
        words.setAtIndex(ADDRESS, i, arena.allocateFrom(command.get(i)));
      }
      words.setAtIndex(ADDRESS, command.size(), MemorySegment.NULL);
      // The program is to have neither the files nor the blocked signals of this one.
      var _ =
          (int)
              call(linker, "close_range", JAVA_INT, JAVA_INT, JAVA_INT)
                  .invokeExact(FIRST_FILE, -1, CLOSE_ON_EXEC);
      var _ =
          (int)
              call(linker, "sigprocmask", JAVA_INT, ADDRESS, ADDRESS)
                  .invokeExact(SET_MASK, arena.allocate(SIGNAL_SET, 8), MemorySegment.NULL);
      var _ =
          (int)
              call(linker, "execvp", ADDRESS, ADDRESS)
                  .invokeExact(words.getAtIndex(ADDRESS, 0), words);
      return new IOException("%s cannot be started".formatted(command.getFirst()));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("restricted")
  private static MethodHandle call(Linker linker, String name, ValueLayout... arguments) {
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(JAVA_INT, arguments));
  }
}
