package io.strait.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A command on a terminal that a test types on. */
final class TestTerminal implements AutoCloseable {
  private static final long PATIENCE_NANOS = 120_000_000_000L;

  private final Path shown;
  private final Process process;
  private final OutputStream keys;

  /**
   * @param builder the command, whose folder and environment are kept
   * @param shown takes what the terminal shows
   */
  TestTerminal(ProcessBuilder builder, Path shown) throws IOException {
    this.shown = shown;
    var quoted = new ArrayList<String>();
    builder.command().forEach(word -> quoted.add("'" + word.replace("'", "'\\''") + "'"));
    // Who started the tests may ignore Ctrl-C, which all below would inherit.
    var line = "exec env --default-signal=INT,QUIT " + String.join(" ", quoted);
    builder.command(List.of("script", "-qefc", line, shown.toString()));
    process =
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    keys = process.getOutputStream();
  }

  void type(char key) throws IOException {
    keys.write(key);
    keys.flush();
  }

  String text() throws IOException {
    return Files.exists(shown) ? new String(Files.readAllBytes(shown), StandardCharsets.UTF_8) : "";
  }

  /** Waits until all of these were shown. */
  void await(String... texts) throws Exception {
    long until = System.nanoTime() + PATIENCE_NANOS;
    while (!List.of(texts).stream().allMatch(text()::contains)) {
      if (until - System.nanoTime() < 0 || !process.isAlive()) {
        throw new AssertionError("expected %s in: %s".formatted(List.of(texts), text()));
      }
      Thread.sleep(50);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int exitCode() throws InterruptedException {
    return process.waitFor(PATIENCE_NANOS, TimeUnit.NANOSECONDS) ? process.exitValue() : -1;
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}
