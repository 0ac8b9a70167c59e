package io.strait.bench.stencil;

import io.strait.bench.Command;
import io.strait.bench.Processor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A C program of ours, compiled by gcc for this processor. */
record CPeer(Path program) {
  private static final Path SOURCES = Path.of("benchmarks/src/main/c/stencil");
  private static final Path FOLDER = Path.of("benchmarks/target/stencil");

  /** Whether ours and C have vectors of 128 bits at most, as on processors without wider ones. */
  private static boolean isShort;

  /** From now on vectors have 128 bits at most; on x86-64, the only one that has wider ones. */
  static void onlyShortVectors() {
    isShort = true;
  }

  /** The options of our JVMs for that. */
  static List<String> jvmOptions() {
    return isShort ? List.of("-XX:MaxVectorSize=16") : List.of();
  }

  /**
   * Nothing where it cannot be had.
   *
   * @param name of the source
   * @param options besides the usual ones
   */
  static @Nullable CPeer compile(String name, String... options) {
    var program = FOLDER.resolve(name + String.join("", options) + (isShort ? "-128" : ""));
    var compiler = new ArrayList<>(List.of("gcc", "-O3", "-fopenmp", "-w"));
    compiler.addAll(Processor.gccOptions());
    if (isShort) {
      compiler.add("-mprefer-vector-width=128"); // the last one counts
    }
    compiler.addAll(List.of(options));
    compiler.add(SOURCES.resolve(name + ".c").toString());
    return Command.compile(program, compiler, "gcc", "libc6-dev") ? new CPeer(program) : null;
  }

  /** The beginning of a command that has one core to itself, where that can be said. */
  static List<String> oneCore() {
    return new ArrayList<>(Command.exists("taskset") ? List.of("taskset", "-c", "0") : List.of());
  }

  /** What it prints. */
  String run(Object... arguments) {
    var command = oneCore();
    command.add(program.toString());
    for (var argument : arguments) {
      command.add(argument.toString());
    }
    var output = Command.call(command);
    if (output.status() != 0) {
      throw new IllegalStateException(program + " failed with status " + output.status());
    }
    return output.text();
  }

  /** The number that a regular expression has as its first group. */
  static double number(String text, String regex) {
    var matcher = Pattern.compile(regex).matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("no '%s' in: %s".formatted(regex, text));
    }
    return Double.parseDouble(matcher.group(1));
  }
}
