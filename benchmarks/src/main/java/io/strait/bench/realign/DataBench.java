package io.strait.bench.realign;

import io.strait.bench.Command;
import io.strait.bench.Processor;
import io.strait.bench.TextTable;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Moves arrays between four ranks on one core, beside ScaLAPACK's pdgemr2d with as many processes
 * on the same core, and beside a plain copy of the array.
 */
public final class DataBench {
  private static final int TURNS = 4;
  private static final int ROUNDS = 6;
  private static final double GOAL = 1.5;
  private static final Path SOURCE = Path.of("benchmarks/src/main/c/realign/redistribute.c");
  private static final Path PROGRAM = Path.of("benchmarks/target/realign/redistribute");

  private DataBench() {}

  public static void main(String[] args) {
    run().forEach(System.out::println);
  }

  /** GiB/s of several turns. */
  private record Rates(double best, double median) {
    static Rates of(double[] rates) {
      var sorted = rates.clone();
      Arrays.sort(sorted);
      return new Rates(sorted[sorted.length - 1], sorted[(sorted.length - 1) / 2]);
    }

    /** By how much the median is worse than the best. */
    String spread() {
      return Double.isNaN(best) ? "-" : percent(best / median - 1);
    }

    private static String percent(double share) {
      return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
  }

  /** Measures all cases, prints a table, and gives the last lines. */
  public static List<String> run() {
    boolean peer = compile();
    var table =
        new TextTable(
            "GiB/s on one core", "MiB", "memcpy", "ours", "spread", "pdgemr2d", "spread", "ratio");
    var lines = new ArrayList<String>();
    for (var each : DataCase.ALL) {
      var ours = new double[TURNS];
      var theirs = new double[TURNS];
      var copies = new double[TURNS];
      for (int i = 0; i < TURNS; i++) {
        ours[i] = ours(each);
        theirs[i] = peer ? redistribute(each) : Double.NaN;
        copies[i] = peer ? copy(each) : Double.NaN;
      }
      var one = Rates.of(ours);
      var other = Rates.of(theirs);
      var copy = Rates.of(copies);
      table.add(
          each.name(),
          Long.toString(each.bytes() >> 20),
          digits(copy.best),
          digits(one.best),
          one.spread(),
          digits(other.best),
          other.spread(),
          digits(one.best / other.best));
      lines.add(
          "realign data-%s: ours %s GiB/s, pdgemr2d %s GiB/s, ratio %s (goal above 1), memcpy %s GiB/s, %s (goal %s GiB/s)"
              .formatted(
                  each.name(),
                  digits(one.best),
                  digits(other.best),
                  digits(one.best / other.best),
                  digits(copy.best),
                  one.best >= GOAL ? "reached" : "missed",
                  GOAL));
    }
    System.out.println(table);
    return lines;
  }

  private static String digits(double rate) {
    return Double.isNaN(rate) ? "-" : String.format(Locale.ROOT, "%.2f", rate);
  }

  private static boolean compile() {
    var compiler = new ArrayList<>(List.of("mpicc.openmpi", "-O3", "-w"));
    compiler.addAll(Processor.gccOptions());
    compiler.addAll(List.of(SOURCE.toString(), "-lscalapack-openmpi"));
    boolean compiled =
        Command.compile(
            PROGRAM,
            compiler,
            "libscalapack-openmpi-dev",
            "openmpi-bin",
            "libopenmpi-dev",
            "gcc",
            "libc6-dev");
    if (!compiled) {
      System.err.println("realign: pdgemr2d is left out, it cannot be had here");
    }
    return compiled;
  }

  /** The beginning of a command that has one core, where that can be said. */
  private static List<String> oneCore() {
    return new ArrayList<>(Command.exists("taskset") ? List.of("taskset", "-c", "0") : List.of());
  }

  private static double ours(DataCase each) {
    var command = oneCore();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), OurMove.class.getName()));
    command.addAll(List.of(each.name(), Integer.toString(ROUNDS)));
    return rate(command);
  }

  private static double redistribute(DataCase each) {
    var command = oneCore();
    command.addAll(List.of("mpirun.openmpi", "--allow-run-as-root", "--oversubscribe"));
    command.addAll(List.of("--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"));
    command.addAll(List.of("-np", Integer.toString(DataCase.RANKS), PROGRAM.toString()));
    command.add(Integer.toString(ROUNDS));
    command.addAll(each.peer());
    return rate(command);
  }

  private static double copy(DataCase each) {
    var command = oneCore();
    command.addAll(List.of(PROGRAM.toString(), Integer.toString(ROUNDS), "memcpy"));
    command.add(Long.toString(each.bytes()));
    return rate(command);
  }

  private static double rate(List<String> command) {
    var output = Command.call(command);
    if (output.status() != 0) {
      throw new IllegalStateException(
          "%s failed with status %d: %s"
              .formatted(String.join(" ", command), output.status(), output.text()));
    }
    return output.number("gib");
  }
}
