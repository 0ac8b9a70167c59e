package io.strait.bench.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A process of ours, from the classes of this benchmark, and what it has used so far. */
final class OurProcess implements AutoCloseable {
  private static final Pattern LINK = Pattern.compile("(http://127\\.0\\.0\\.1:\\d+)/enter\\S+");
  private static final int STOP_SECONDS = 10;

  private final Process process;
  private volatile Duration cpu = Duration.ZERO;

  private OurProcess(Process process) {
    this.process = process;
    // It shall not outlive a benchmark that is interrupted.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    Thread.ofPlatform().daemon().start(this::follow);
  }

  /** Starts a class; what it says goes to a file, or can be read here. */
  private static ProcessBuilder java(List<String> options, String main, List<String> args) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(args);
    return new ProcessBuilder(command)
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
  }

  static OurProcess start(List<String> options, Class<?> main, Path said, String... args)
      throws IOException {
    return new OurProcess(
        java(options, main.getName(), List.of(args)).redirectError(said.toFile()).start());
  }

  /** Starts {@code strait}, with the collectors that it starts itself with. */
  private static ProcessBuilder command(List<String> args) {
    var collector = args.getFirst().equals("run") ? "-XX:+UseParallelGC" : "-XX:+UseSerialGC";
    return java(List.of(collector, "-Xmx2g"), "io.strait.cli.Main", args);
  }

  static OurProcess strait(Path said, List<String> args) throws IOException {
    return new OurProcess(command(args).redirectError(said.toFile()).start());
  }

  /** A process that has printed a link. */
  record Serving(OurProcess process, String base, String link) {}

  /** Starts {@code strait} with pages. */
  static Serving serving(List<String> args) throws IOException {
    var process = command(args).start();
    @SuppressWarnings("PMD.CloseResource") // with the process
    var lines = new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8));
    var all = new StringBuilder();
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var found = LINK.matcher(line);
      if (found.find()) {
        Thread.ofVirtual().start(() -> lines.lines().forEach(each -> {}));
        return new Serving(new OurProcess(process), found.group(1), found.group());
      }
      all.append(line).append('\n');
    }
    throw new IOException("no link was printed: " + all);
  }

  private void follow() {
    try {
      while (process.isAlive()) {
        cpu = process.info().totalCpuDuration().orElse(cpu);
        Thread.sleep(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Seconds of processors that it has used; of one that has ended, all but the last moment. */
  double cpu() {
    return 1e-9 * cpu.toNanos();
  }

  /** Sends it a signal. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for its end; whether it came in time and was a good one. */
  boolean ends(int seconds) throws InterruptedException {
    return process.waitFor(seconds, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
