package io.strait.lab.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs {@code ip}, which makes and configures namespaces and devices. */
final class Ip {
  private Ip() {}

  /** Runs commands in the machine's own namespace, one after the other. */
  static void batch(List<String> commands) throws IOException {
    run(List.of("ip", "-batch", "-"), commands);
  }

  /** Runs commands in a namespace. */
  static void batch(String namespace, List<String> commands) throws IOException {
    run(List.of("ip", "-n", namespace, "-batch", "-"), commands);
  }

  /** Runs commands of which some may fail, because what they remove may be gone. */
  static void tryBatch(List<String> commands) throws IOException {
    run(List.of("ip", "-force", "-batch", "-"), commands, true);
  }

  private static void run(List<String> command, List<String> lines) throws IOException {
    run(command, lines, false);
  }

  private static void run(List<String> command, List<String> lines, boolean mayFail)
      throws IOException {
    if (lines.isEmpty()) {
      return;
    }
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
      for (var line : lines) {
        in.write(line);
        in.write('\n');
      }
    }
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0 && !mayFail) {
        throw new IOException(
            "'%s' failed: %s"
                .formatted(
                    String.join(" ", command),
                    said.lines().findFirst().orElse("it did not say why")));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
