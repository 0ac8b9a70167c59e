package io.strait.run.fabric;

import io.strait.model.text.InputException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The MPI libraries that are known, which differ in what handles are: addresses of objects in Open
 * MPI, numbers in MPICH. Both are passed as longs here, in registers of which a callee that expects
 * an int reads the lower half.
 */
public enum MpiLibrary {
  OPEN_MPI("Open MPI", "libmpi.so.40", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"),
  MPICH("MPICH", "libmpich.so.12", "PMI_RANK", "MPI_LOCALNRANKS");

  private static final int RTLD_NOW = 2;
  private static final int RTLD_GLOBAL = 0x100;

  private final String words;
  private final String file;
  private final String rankVariable;
  private final String localSizeVariable;

  MpiLibrary(String words, String file, String rankVariable, String localSizeVariable) {
    this.words = words;
    this.file = file;
    this.rankVariable = rankVariable;
    this.localSizeVariable = localSizeVariable;
  }

  /** The library of whoever started this process, or else the first that is installed. */
  public static MpiLibrary choose(Map<String, String> environment) {
    for (var library : started(environment)) {
      if (!library.isInstalled()) {
        throw new InputException(
            "this process was started by %s, but %s cannot be loaded"
                .formatted(library.words, library.file));
      }
      return library;
    }
    for (var library : values()) {
      if (library.isInstalled()) {
        return library;
      }
    }
    throw new InputException(
        "no MPI: neither %s (%s) nor %s (%s) can be loaded; install one of them"
            .formatted(OPEN_MPI.file, OPEN_MPI.words, MPICH.file, MPICH.words));
  }

  private static List<MpiLibrary> started(Map<String, String> environment) {
    var found = new ArrayList<MpiLibrary>();
    for (var library : values()) {
      if (environment.containsKey(library.rankVariable)) {
        found.add(library);
      }
    }
    return found;
  }

  /** Whether this process was started by {@code mpirun} or the like. */
  public static boolean isStarted(Map<String, String> environment) {
    return !started(environment).isEmpty();
  }

  /** Whether it can be loaded here. */
  public boolean isInstalled() {
    return open() != 0;
  }

  /** How many ranks were started on this host, or 1 if nobody says. */
  int localRanks(Map<String, String> environment) {
    String text = environment.getOrDefault(localSizeVariable, "1");
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 1;
  }

  /** Loads it such that its own plug-ins find its symbols; 0 if that fails. */
  @SuppressWarnings("restricted")
  private long open() {
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

  @SuppressWarnings("restricted")
  SymbolLookup symbols() {
    if (!isInstalled()) {
      throw new InputException("%s cannot be loaded".formatted(file));
    }
    return SymbolLookup.libraryLookup(file, Arena.global());
  }

  /** What {@code MPI_COMM_WORLD} is. */
  long world(SymbolLookup symbols) {
    return this == OPEN_MPI ? address(symbols, "ompi_mpi_comm_world") : 0x44000000L;
  }

  /** What {@code MPI_BYTE} is. */
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
