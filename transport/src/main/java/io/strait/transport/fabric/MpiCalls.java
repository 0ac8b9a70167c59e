package io.strait.transport.fabric;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * The functions of this process's MPI library. Pointers are plain addresses; the memory behind them
 * lives as long as the fabric. The handles are constants, so that calls compile to direct calls.
 */
final class MpiCalls {
  private static final int FUNNELED = 1;
  private static final MpiLibrary LIBRARY = MpiLibrary.choose(System.getenv());
  private static final SymbolLookup SYMBOLS = LIBRARY.symbols();
  private static final long WORLD = LIBRARY.world(SYMBOLS);
  private static final long BYTE = LIBRARY.byteType(SYMBOLS);

  private static final MethodHandle INIT =
      find("MPI_Init_thread", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
  private static final MethodHandle RANK = find("MPI_Comm_rank", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle SIZE = find("MPI_Comm_size", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle ISEND = sender("MPI_Isend");
  private static final MethodHandle ISSEND = sender("MPI_Issend");
  private static final MethodHandle IRECV = sender("MPI_Irecv");
  private static final MethodHandle TEST = find("MPI_Test", JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle COUNT = find("MPI_Get_count", JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle CANCEL = find("MPI_Cancel", JAVA_LONG);
  private static final MethodHandle FREE = find("MPI_Request_free", JAVA_LONG);
  private static final MethodHandle FINALIZE = find("MPI_Finalize");
  private static final MethodHandle ABORT = find("MPI_Abort", JAVA_LONG, JAVA_INT);

  private MpiCalls() {}

  static MpiLibrary library() {
    return LIBRARY;
  }

  /** A function of buffer, count, type, peer, tag, communicator and request. */
  private static MethodHandle sender(String name) {
    return find(name, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  @SuppressWarnings("restricted")
  private static MethodHandle find(String name, MemoryLayout... types) {
    return Linker.nativeLinker()
        .downcallHandle(SYMBOLS.findOrThrow(name), FunctionDescriptor.of(JAVA_INT, types));
  }

  private static void check(int code) {
    if (code != 0) {
      throw new IllegalStateException("%s reports error %d".formatted(LIBRARY, code));
    }
  }

  private static IllegalStateException broken(Throwable e) {
    return new IllegalStateException(e);
  }

  static void init(long provided) {
    try {
      check((int) INIT.invokeExact(0L, 0L, FUNNELED, provided));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  static void rank(long to) {
    try {
      check((int) RANK.invokeExact(WORLD, to));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  static void size(long to) {
    try {
      check((int) SIZE.invokeExact(WORLD, to));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  static void send(long buffer, int bytes, int to, int tag, long request) {
    try {
      check((int) ISEND.invokeExact(buffer, bytes, BYTE, to, tag, WORLD, request));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /** A send that completes only once the receiver has started to receive it. */
  static void sendSynchronously(long buffer, int bytes, int to, int tag, long request) {
    try {
      check((int) ISSEND.invokeExact(buffer, bytes, BYTE, to, tag, WORLD, request));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  static void receive(long buffer, int bytes, int from, int tag, long request) {
    try {
      check((int) IRECV.invokeExact(buffer, bytes, BYTE, from, tag, WORLD, request));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  static void test(long request, long flag, long status) {
    try {
      check((int) TEST.invokeExact(request, flag, status));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  static void count(long status, long to) {
    try {
      check((int) COUNT.invokeExact(status, BYTE, to));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  static void cancel(long request) {
    try {
      check((int) CANCEL.invokeExact(request));
      check((int) FREE.invokeExact(request));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  static void end() {
    try {
      check((int) FINALIZE.invokeExact());
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  static void abort(int code) {
    try {
      check((int) ABORT.invokeExact(WORLD, code));
    } catch (Throwable e) {
      throw broken(e);
    }
  }
}
