package io.strait.bench.stencil;

import io.strait.apps.Heat;
import io.strait.bench.Command;
import io.strait.model.Element;
import io.strait.stencil.run.Kernel;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What ours computes in one turn, in a JVM of its own: as in a run, there is one type of cells and
 * one program in it, and the compiler has seen no other.
 */
enum OurTurn {
  FORM,
  PLAIN,
  SIMPLE,
  SKEWED,
  DIAGONALS;

  /** Seconds of CPU time of a turn; the first part of it is spent by the compiler. */
  private static final double SECONDS = 2.5;

  private static final int LEAST = 3;

  /** The best rate in Gcell/s. */
  double start(Element type, int columns, int rows, int iterations) {
    return output(type, columns, rows, iterations).number("rate");
  }

  /** How ours computes, as this machine is measured to do it the fastest. */
  static String form(Element type) {
    return FORM.output(type, 1, 1, 1).text().strip();
  }

  /** What a JVM of its own prints. */
  private Command.Output output(Element type, int columns, int rows, int iterations) {
    var command = CPeer.oneCore();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(CPeer.jvmOptions());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), OurTurn.class.getName()));
    command.addAll(List.of(name(), type.name(), "" + columns, "" + rows, "" + iterations));
    var output = Command.call(command);
    if (output.status() != 0) {
      throw new IllegalStateException("a JVM of ours failed with status " + output.status());
    }
    return output;
  }

  public static void main(String[] args) {
    var turn = valueOf(args[0]);
    var type = Element.valueOf(args[1]);
    if (turn == FORM) {
      System.out.println(Heat.form(type));
      return;
    }
    int columns = Integer.parseInt(args[2]);
    int rows = Integer.parseInt(args[3]);
    int iterations = Integer.parseInt(args[4]);
    Kernel kernel = turn == SIMPLE ? new UserHeat() : new Heat();
    LongSupplier clock =
        turn == DIAGONALS
            ? System::nanoTime
            : ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime;
    try (var field = new OurField(kernel, type, columns, rows)) {
      double best = best(clock, () -> turn.compute(field, iterations));
      System.out.println("rate=" + field.cells() * iterations / best);
    }
  }

  private void compute(OurField field, int iterations) {
    switch (this) {
      case FORM -> throw new AssertionError();
      case PLAIN, SIMPLE -> field.plain(iterations);
      case SKEWED -> field.skewed(iterations);
      case DIAGONALS -> {
        for (int i = 0; i < iterations; i += 2) {
          field.diagonals();
        }
      }
    }
  }

  private static double best(LongSupplier clock, Runnable work) {
    double best = Double.POSITIVE_INFINITY;
    long begin = clock.getAsLong();
    for (int i = 0; i < LEAST || clock.getAsLong() - begin < SECONDS * 1e9; i++) {
      long start = clock.getAsLong();
      work.run();
      best = Math.min(best, (double) (clock.getAsLong() - start));
    }
    return best;
  }
}
