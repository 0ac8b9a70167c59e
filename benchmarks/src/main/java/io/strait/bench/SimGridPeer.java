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
          "--cfg=contexts/factory:raw",
          "--cfg=contexts/stack-size:16",
          "--cfg=contexts/guard-size:0",
          "policy=fifo");

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

  private SimGridPeer() {}

  /** Nothing where SimGrid cannot be had. */
  static @Nullable SimGridPeer find() {
    if (!compile()) {
      System.err.println("simulate: installing SimGrid ...");
      Command.install("g++", "libsimgrid-dev");
      if (!compile()) {
        return null;
      }
    }
    return new SimGridPeer();
  }

  private static boolean compile() {
    return Command.call(
                List.of("g++", "-O2", "-std=c++17", "-o", "" + PROGRAM, "" + SOURCE, "-lsimgrid"))
            .status()
        == 0;
  }

  /**
   * Simulates.
   *
   * @param most seconds of CPU time until the program is stopped
   * @return nothing if it was stopped
   */
  @Nullable Run run(Mode mode, List<String> arguments, int most) {
    var command = new ArrayList<String>();
    command.addAll(List.of("bash", "-c", "ulimit -S -t " + most + "; exec \"$0\" \"$@\""));
    command.add(PROGRAM.toString());
    command.addAll(FASTEST);
    command.add("mode=" + mode.name().toLowerCase(Locale.ROOT));
    command.addAll(arguments);
    var output = Command.call(command);
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
