package io.strait.cli;

import io.strait.run.farm.Host.Level;
import io.strait.run.node.Crew;
import io.strait.run.node.RunLog;
import io.strait.run.node.Topology;
import io.strait.run.wire.Tokens;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A crew of processes on this machine: a gateway for each cluster but the master's, and a worker
 * for each host. One that dies is started again.
 */
final class Processes implements Crew {
  private static final int MOST_RESTARTS = 100;

  /** A process that is kept alive. */
  private static final class Kept {
    final String name;
    final List<String> command;
    final Path output;
    volatile Process process;
    int restarts;

    Kept(String name, List<String> command, Path output, Process process) {
      this.name = name;
      this.command = command;
      this.output = output;
      this.process = process;
    }
  }

  private final List<Kept> all = new ArrayList<>();
  private final String token;
  private final RunLog log;
  private final Path folder;
  private volatile boolean ending;
  private volatile String trouble = "";

  Processes(
      Topology topology,
      int port,
      Path folder,
      String lease,
      LocalCertificates certificates,
      ClassPathOption classes,
      RunLog log)
      throws IOException {
    this.token = certificates.token();
    this.log = log;
    this.folder = folder;
    Files.createDirectories(folder.resolve("logs"));
    try {
      for (var worker : topology.home()) {
        keep(worker, command("worker", worker, port, lease, certificates, classes));
      }
      for (var cluster : topology.clusters().entrySet()) {
        var gateway = command("gateway", cluster.getKey(), port, lease, certificates, classes);
        int free = freePort();
        gateway.addAll(
            List.of(
                "--listen", "localhost:" + free, "--spool", folder.resolve("spool").toString()));
        keep(cluster.getKey(), gateway);
        for (var worker : cluster.getValue()) {
          keep(worker, command("worker", worker, free, lease, certificates, classes));
        }
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new java.net.ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private List<String> command(
      String role,
      String name,
      int port,
      String lease,
      LocalCertificates certificates,
      ClassPathOption classes) {
    var command = launcher();
    command.addAll(
        List.of(role, "--parent", "localhost:" + port, "--name", name, "--lease", lease));
    @Nullable Path certs = certificates.folder();
    command.addAll(
        certs == null
            ? List.of("--plaintext")
            : List.of("--identity", certs.resolve(role).toAbsolutePath().toString()));
    if (role.equals("worker")) {
      command.addAll(
          List.of("--cores", "1", "--scratch", folder.resolve("scratch").resolve(name).toString()));
    }
    @Nullable String path = classes.path();
    if (path != null) {
      command.addAll(List.of("--classpath", path));
    }
    return command;
  }

  /** How this very program is started. */
  private static List<String> launcher() {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (var argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (argument.startsWith("-XX:")
          || argument.startsWith("-Xlog")
          || argument.startsWith("--enable-native-access")) {
        command.add(argument);
      }
    }
    command.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    return command;
  }

  private void keep(String name, List<String> command) throws IOException {
    var output = folder.resolve("logs").resolve(name.replaceAll("[^A-Za-z0-9._-]", "_") + ".log");
    var kept = new Kept(name, command, output, start(command, output));
    all.add(kept);
    watch(kept);
  }

  private Process start(List<String> command, Path output) throws IOException {
    var builder =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .redirectErrorStream(true);
    builder.environment().put(Tokens.VARIABLE, token);
    return builder.start();
  }

  private void watch(Kept kept) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                kept.process.waitFor();
                ended(kept, kept.process);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private void ended(Kept kept, Process process) {
    if (ending || process.exitValue() == 0) {
      return;
    }
    if (++kept.restarts > MOST_RESTARTS) {
      trouble = "%s has ended %d times, see %s".formatted(kept.name, kept.restarts, kept.output);
      return;
    }
    log.note(
        Level.WARNING,
        kept.name,
        "the process ended with code %d and is started again".formatted(process.exitValue()));
    try {
      Thread.sleep(Math.min(10_000, 200L * kept.restarts));
      synchronized (this) {
        if (!ending) {
          kept.process = start(kept.command, kept.output);
          watch(kept);
        }
      }
    } catch (IOException e) {
      trouble = "%s cannot be started again: %s".formatted(kept.name, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void drain() {
    all.forEach(kept -> kept.process.destroy());
  }

  @Override
  public String trouble() {
    return trouble;
  }

  @Override
  public synchronized void close() {
    ending = true;
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
    for (var kept : all) {
      try {
        long left = until - System.nanoTime();
        if (left <= 0 || !kept.process.waitFor(left, TimeUnit.NANOSECONDS)) {
          kept.process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        kept.process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }
}
