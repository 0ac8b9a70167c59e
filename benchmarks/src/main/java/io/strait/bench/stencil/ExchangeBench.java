package io.strait.bench.stencil;

import io.strait.bench.Command;
import io.strait.bench.Processor;
import io.strait.bench.Stopwatch;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What an exchange of borders adds to an iteration on two ranks, beside a C program over MPI. */
final class ExchangeBench {
  private static final int SIZE = 300;
  private static final int ITERATIONS = 4000;
  private static final int ROUNDS = 3;
  private static final Path SOURCE = Path.of("benchmarks/src/main/c/stencil/halo.c");
  private static final Path PROGRAM = Path.of("benchmarks/target/stencil/halo");

  /** Microseconds of an iteration. */
  private record Times(double comp, double sync, double lh) {
    Times best(Times other) {
      return new Times(
          Math.min(comp, other.comp), Math.min(sync, other.sync), Math.min(lh, other.lh));
    }
  }

  /** Microseconds that ours may add to an iteration over MPI beyond what C adds. */
  private static final double MORE = 2;

  private ExchangeBench() {}

  /** The lines to print. */
  static List<String> run() {
    if (!compile()) {
      System.err.println("stencil: exchange is skipped, its C program cannot be compiled here");
      return List.of();
    }
    var none = new Times(1e9, 1e9, 1e9);
    var c = none;
    var mpi = none;
    var threads = none;
    for (int i = 0; i < ROUNDS; i++) {
      c = c.best(halo());
      mpi = mpi.best(ours("mpi"));
      threads = threads.best(ours("threads"));
    }
    var lines = new ArrayList<String>();
    lines.add(line("exchange-mpi-sync", mpi.sync - mpi.comp, c.sync - c.comp, MORE));
    lines.add(line("exchange-mpi-lh", mpi.lh - mpi.comp, c.lh - c.comp, MORE));
    lines.add(line("exchange-threads-sync", threads.sync - threads.comp, c.sync - c.comp, 0));
    lines.add(line("exchange-threads-lh", threads.lh - threads.comp, c.lh - c.comp, 0));
    lines.add(
        "stencil iteration of %d x %d on 2 ranks: C comp %.2f sync %.2f lh %.2f us; ours over MPI %.2f %.2f %.2f us; threads %.2f %.2f %.2f us"
            .formatted(
                SIZE,
                SIZE,
                c.comp,
                c.sync,
                c.lh,
                mpi.comp,
                mpi.sync,
                mpi.lh,
                threads.comp,
                threads.sync,
                threads.lh));
    return lines;
  }

  private static boolean compile() {
    var compiler = new ArrayList<>(List.of("mpicc", "-O3", "-w", SOURCE.toString()));
    compiler.addAll(Processor.gccOptions());
    return Command.compile(PROGRAM, compiler, "openmpi-bin", "libopenmpi-dev", "gcc", "libc6-dev");
  }

  /**
   * @param more microseconds that ours may add beyond the peer's; 0 if it is to add less
   */
  private static String line(String name, double ours, double peer, double more) {
    var ratio =
        more > 0
            ? "%.2f of %.0f us".formatted(Math.max(0, ours - peer) / more, more)
            : "%.2f".formatted(ours / peer);
    return "stencil %s: ours adds %s us, peer %s us, difference %.2f us, ratio %s (goal at most 1)"
        .formatted(name, Stopwatch.digits(ours), Stopwatch.digits(peer), ours - peer, ratio);
  }

  private static List<String> mpirun() {
    return new ArrayList<>(List.of("mpirun", "--allow-run-as-root", "--oversubscribe", "-np", "2"));
  }

  private static Times halo() {
    var command = mpirun();
    command.addAll(List.of(PROGRAM.toString(), "" + SIZE, "" + ITERATIONS));
    var text = Command.call(command).text();
    return new Times(
        CPeer.number(text, "comp +([0-9.]+)"),
        CPeer.number(text, "sync +([0-9.]+)"),
        Math.min(CPeer.number(text, "lh +([0-9.]+)"), CPeer.number(text, "persist +([0-9.]+)")));
  }

  private static Times ours(String carrier) {
    var command = carrier.equals("mpi") ? mpirun() : new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), OurRank.class.getName()));
    command.addAll(List.of(carrier, "" + SIZE, "" + (5 * ITERATIONS)));
    var output = Command.call(command);
    return new Times(output.number("comp"), output.number("sync"), output.number("lh"));
  }
}
