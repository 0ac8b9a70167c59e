package io.strait.transport.fabric;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Real MPI jobs. */
final class MpiRun {
  /** How a job ended, and what it printed. */
  record Outcome(int code, String said) {}

  private MpiRun() {}

  /** Skips a test where a library is not installed. */
  static void assumeInstalled(MpiLibrary library) {
    assumeTrue(
        Files.isExecutable(program(library)) && library.isInstalled(),
        () -> "%s is not installed (%s)".formatted(library, program(library)));
  }

  private static Path program(MpiLibrary library) {
    return switch (library) {
      case OPEN_MPI -> Path.of("/usr/bin/mpirun.openmpi");
      case MPICH -> Path.of("/usr/bin/mpirun.mpich");
    };
  }

  /** Starts a class as a number of ranks. */
  static Process start(MpiLibrary library, int ranks, Path output, Class<?> main, List<String> args)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(program(library).toString());
    if (library == MpiLibrary.OPEN_MPI) {
      command.addAll(List.of("--allow-run-as-root", "--oversubscribe"));
    }
    command.addAll(List.of("-n", Integer.toString(ranks)));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
    // The fast compiler makes objects where the other does not.
    if (!args.contains(Contract.NO_GARBAGE.name())) {
      command.add("-XX:TieredStopAtLevel=1");
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(args);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  static Outcome end(Process process, Path output) throws Exception {
    try {
      if (!process.waitFor(170, TimeUnit.SECONDS)) {
        throw new AssertionError("it does not end; it said: " + Files.readString(output));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return new Outcome(
        process.exitValue(), new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
  }
}
