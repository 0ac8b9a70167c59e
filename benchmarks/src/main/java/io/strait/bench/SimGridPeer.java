package io.strait.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
      call(List.of("apt-get", "install", "-y", "-qq", "g++", "libsimgrid-dev"));
      if (!compile()) {
        return null;
      }
    }
    return new SimGridPeer();
  }

  private static boolean compile() {
    return call(List.of("g++", "-O2", "-std=c++17", "-o", "" + PROGRAM, "" + SOURCE, "-lsimgrid"))
            .status
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
    var output = call(command);
    if (output.status == STOPPED) {
      return null;
    }
    if (output.status != 0) {
      throw new IllegalStateException("SimGrid failed with status " + output.status);
    }
    Map<String, String> values = new HashMap<>();
    for (var word : output.text.strip().split("\\s+", -1)) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        values.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    return new Run(
        mode, number(values, "sim_cpu_s"), number(values, "makespan"), number(values, "rss_MB"));
  }

  private static double number(Map<String, String> values, String key) {
    return Double.parseDouble(values.getOrDefault(key, "NaN"));
  }

  /**
   * What came of a command.
   *
   * @param status as a shell tells it; -1 if it could not be started
   */
  record Output(int status, String text) {}

  /** Runs a command; shows the first lines of what it complains about. */
  static Output call(List<String> command) {
    try {
      var log = Files.createTempFile("strait-bench", ".log");
      try {
        var process =
            new ProcessBuilder(command)
                .redirectError(log.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        var text = new String(process.getInputStream().readAllBytes(), UTF_8);
        int status = process.waitFor();
        if (status != 0) {
          Files.readAllLines(log).stream().limit(3).forEach(System.err::println);
        }
        return new Output(status, text);
      } finally {
        Files.delete(log);
      }
    } catch (IOException e) {
      System.err.println(e.getMessage());
      return new Output(-1, "");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
