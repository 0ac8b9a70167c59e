package io.strait.stencil.run;

import java.lang.foreign.MemorySegment;

/**
 * Whether kernels may be written with vectors of the processor: the module {@code
 * jdk.incubator.vector}. A class that uses it must be touched only where {@link #ARE_THERE} is
 * true.
 *
 * <p>{@code --add-modules jdk.incubator.vector} would do as well, but it prints a warning into
 * everybody's terminal and makes the JVM refuse the AOT cache, so that every command starts slowly.
 * Hence the module is loaded when the first kernel asks for it, the way in which the JVM itself
 * loads a module for an agent. This needs {@code --add-exports
 * java.base/jdk.internal.module=ALL-UNNAMED}, and {@code -XX:+EnableVectorSupport} (with {@code
 * -XX:+UnlockExperimentalVMOptions}) for the compiler to know vectors; the launcher gives both.
 * Without them, kernels compute cell by cell.
 */
public final class Vectors {
  private static final String MODULE = "jdk.incubator.vector";

  public static final boolean ARE_THERE = load();

  /**
   * All memory, by address and without checks: for kernels that have asked a {@link Column} for
   * addresses, which checks once for all cells of a column.
   */
  @SuppressWarnings("restricted")
  public static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private Vectors() {}

  private static boolean load() {
    if (ModuleLayer.boot().findModule(MODULE).isPresent()) {
      return true;
    }
    try {
      var modules = Class.forName("jdk.internal.module.Modules");
      modules.getMethod("loadModule", String.class).invoke(null, MODULE);
      return true;
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      System.getLogger(Vectors.class.getName()).log(System.Logger.Level.DEBUG, "no vectors", e);
      return false;
    }
  }
}
