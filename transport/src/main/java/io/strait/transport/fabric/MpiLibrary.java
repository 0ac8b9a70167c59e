package io.strait.transport.fabric;

import io.strait.model.text.InputException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The supported MPI libraries. Handles are addresses of objects in Open MPI and ints in MPICH. Both
 * are passed as longs here: a callee that expects an int reads the lower half of the register.
 */
public enum MpiLibrary {
  OPEN_MPI(
      "Open MPI", "openmpi", "libmpi.so.40", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"),
  MPICH("MPICH", "mpich", "libmpich.so.12", "PMI_RANK", "MPI_LOCALNRANKS");

  private static final int RTLD_NOW = 2;
  private static final int RTLD_GLOBAL = 0x100;

  /** The environment variable that may name the library. */
  public static final String VARIABLE = "STRAIT_MPI";

  private final String words;
  private final String key;
  private final String file;
  private final String rankVariable;
  private final String localSizeVariable;

  MpiLibrary(String words, String key, String file, String rankVariable, String localSizeVariable) {
    this.words = words;
    this.key = key;
    this.file = file;
    this.rankVariable = rankVariable;
    this.localSizeVariable = localSizeVariable;
  }

  /**
   * The library that the environment names, or the one that started this process, or any that is
   * installed.
   */
  public static MpiLibrary choose(Map<String, String> environment) {
    @Nullable String named = environment.get(VARIABLE);
    if (named != null) {
      return named(named).loaded("%s is %s".formatted(VARIABLE, named));
    }
    for (var library : values()) {
      if (environment.containsKey(library.rankVariable)) {
        return library.loaded("this process was started by " + library.words);
      }
    }
    for (var library : values()) {
      if (library.isInstalled()) {
        return library;
      }
    }
    throw new InputException(
        "there is no MPI library: neither %s (%s) nor %s (%s) can be loaded; install one of them"
            .formatted(OPEN_MPI.file, OPEN_MPI.words, MPICH.file, MPICH.words));
  }

  private static MpiLibrary named(String key) {
    for (var library : values()) {
      if (library.key.equals(key)) {
        return library;
      }
    }
    throw new InputException(
        "%s is %s, expected %s or %s".formatted(VARIABLE, key, OPEN_MPI.key, MPICH.key));
  }

  private MpiLibrary loaded(String why) {
    if (!isInstalled()) {
      throw new InputException("%s, but %s cannot be loaded".formatted(why, file));
    }
    return this;
  }

  /** Whether the library can be loaded here. */
  public boolean isInstalled() {
    return open() != 0;
  }

  /** How many ranks were started on this host, or 1 if the environment does not say. */
  int localRanks(Map<String, String> environment) {
    String text = environment.getOrDefault(localSizeVariable, "1");
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 1;
  }

  /** Loads the library so that its plug-ins find its symbols; 0 if that fails. */
  @SuppressWarnings("restricted")
  private long open() {
    leaveSignals();
    var linker = Linker.nativeLinker();
    var type =
        FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    MethodHandle open = linker.downcallHandle(linker.defaultLookup().findOrThrow("dlopen"), type);
    try (var arena = Arena.ofConfined()) {
      return (long) open.invokeExact(arena.allocateFrom(file), RTLD_NOW | RTLD_GLOBAL);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Keeps UCX, on which MPICH may be built, from handling signals that the JVM uses. A value that
   * the user has set stays.
   */
  @SuppressWarnings("restricted")
  private static void leaveSignals() {
    var linker = Linker.nativeLinker();
    var type =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    MethodHandle set = linker.downcallHandle(linker.defaultLookup().findOrThrow("setenv"), type);
    try (var arena = Arena.ofConfined()) {
      int ignored =
          (int) set.invokeExact(arena.allocateFrom("UCX_ERROR_SIGNALS"), arena.allocateFrom(""), 0);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("restricted")
  SymbolLookup symbols() {
    if (!isInstalled()) {
      throw new InputException("%s cannot be loaded".formatted(file));
    }
    return SymbolLookup.libraryLookup(file, Arena.global());
  }

  /** The handle {@code MPI_COMM_WORLD}. */
  long world(SymbolLookup symbols) {
    return this == OPEN_MPI ? address(symbols, "ompi_mpi_comm_world") : 0x44000000L;
  }

  /** The handle {@code MPI_BYTE}. */
  long byteType(SymbolLookup symbols) {
    return this == OPEN_MPI ? address(symbols, "ompi_mpi_byte") : 0x4c00010dL;
  }

  private static long address(SymbolLookup symbols, String name) {
    MemorySegment symbol = symbols.findOrThrow(name);
    return symbol.address();
  }

  @Override
  public String toString() {
    return words;
  }
}
