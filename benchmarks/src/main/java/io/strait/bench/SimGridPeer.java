package io.strait.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * SimGrid in its fastest configuration, as a program of ours in C++ that is compiled on demand;
 * Debian's package is installed where it is missing and may be. Programs inherit the one core of
 * this process.
 */
final class SimGridPeer {
  private static final Path SOURCE = Path.of("benchmarks/src/main/cpp/mw.cpp");
  private static final Path PROGRAM = Path.of("benchmarks/target/mw");

  private static final List<String> FASTEST =
      List.of(
          "--log=root.t:error",
          "--cfg=network/model:CM02",
          "--cfg=network/weight-S:0",
          "--cfg=network/latency-factor:1",
          "--cfg=network/bandwidth-factor:1",
          "--cfg=network/TCP-gamma:0",
          "--cfg=network/crosstraffic:0",
          "--cfg=contexts/stack-size:16",
          "--cfg=contexts/guard-size:0",
          "policy=fifo");

  /**
   * How SimGrid switches between actors, the fastest first; which of them it has depends on the
   * processor.
   */
  private static final List<String> FACTORIES = List.of("raw", "boost", "ucontext");

  /** The status of a program that used up its CPU time: SIGXCPU. */
  private static final int STOPPED = 128 + 24;

  /** How the simulated program is written: with actors, or with activities only. */
  enum Mode {
    SLOTS,
    NOACTOR
  }

  /**
   * What a run took.
   *
   * @param seconds of CPU time, platform and all, without the loading of libraries
   */
  record Run(Mode mode, double seconds, double makespan, double megabytes) {}

  private final String factory;

  private SimGridPeer(String factory) {
    this.factory = factory;
  }

  /** Nothing where SimGrid cannot be had. */
  static @Nullable SimGridPeer find() {
    var compiler = List.of("g++", "-O2", "-std=c++17", SOURCE.toString(), "-lsimgrid");
    if (!Command.compile(PROGRAM, compiler, "g++", "libsimgrid-dev")) {
      return null;
    }
    return FACTORIES.stream()
        .filter(SimGridPeer::works)
        .findFirst()
        .map(SimGridPeer::new)
        .orElse(null);
  }

  private static boolean works(String factory) {
    var quiet = List.of("bash", "-c", "ulimit -c 0; { exec \"$0\" \"$@\"; } 2>/dev/null");
    return Command.call(command(quiet, factory, Mode.SLOTS, List.of("W=2", "T=2"))).status() == 0;
  }

  private static List<String> command(
      List<String> shell, String factory, Mode mode, List<String> arguments) {
    var command = new ArrayList<>(shell);
    command.add(PROGRAM.toString());
    command.addAll(FASTEST);
    command.add("--cfg=contexts/factory:" + factory);
    command.add("mode=" + mode.name().toLowerCase(Locale.ROOT));
    command.addAll(arguments);
    return command;
  }

  /** How it switches between actors. */
  String factory() {
    return factory;
  }

  /**
   * Simulates.
   *
   * @param most seconds of CPU time until the program is stopped
   * @return nothing if it was stopped
   */
  @Nullable Run run(Mode mode, List<String> arguments, int most) {
    var limited = List.of("bash", "-c", "ulimit -S -t " + most + "; exec \"$0\" \"$@\"");
    var output = Command.call(command(limited, factory, mode, arguments));
    if (output.status() == STOPPED) {
      return null;
    }
    if (output.status() != 0) {
      throw new IllegalStateException("SimGrid failed with status " + output.status());
    }
    return new Run(
        mode, output.number("sim_cpu_s"), output.number("makespan"), output.number("rss_MB"));
  }
}
