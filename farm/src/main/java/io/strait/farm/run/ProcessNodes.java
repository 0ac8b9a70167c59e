package io.strait.farm.run;

import io.strait.farm.protocol.Host.Level;
import io.strait.launch.Launcher;
import io.strait.launch.LocalCertificates;
import io.strait.launch.Site;
import io.strait.transport.emulate.DuplexPath;
import io.strait.transport.emulate.HostPace;
import io.strait.transport.emulate.Relay;
import io.strait.transport.wire.NodeRole;
import io.strait.transport.wire.Tokens;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Nodes as processes on this machine: a gateway for each cluster but the master's, and a worker for
 * each host. One that dies is started again.
 */
public final class ProcessNodes implements FarmNodes {
  /** A process that ends so soon has not worked. */
  private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** How often in a row a process may end soon before it is given up. */
  private static final int MOST_VAIN = 5;

  /** A process that is kept alive. */
  private static final class Kept {
    final String name;
    final List<String> command;
    final Path output;
    final boolean isGateway;
    volatile Process process;
    long began = System.nanoTime();
    int vain;
    volatile boolean over;

    /** Whether it failed until it was given up, or could not be started again. */
    volatile boolean lost;

    Kept(String name, boolean isGateway, List<String> command, Path output, Process process) {
      this.name = name;
      this.isGateway = isGateway;
      this.command = command;
      this.output = output;
      this.process = process;
    }
  }

  private final List<Kept> all = new ArrayList<>();
  private final List<Relay> relays = new ArrayList<>();
  private final Path folder;
  private final String lease;
  private final LocalCertificates certificates;
  private final Launcher launcher;
  private final Site site;
  private final FarmLog log;
  private final @Nullable FarmEmulation emulation;
  private volatile boolean ending;
  private volatile String trouble = "";

  /**
   * @param port of the master, which is this process
   */
  public ProcessNodes(
      Topology topology,
      int port,
      Path folder,
      String lease,
      LocalCertificates certificates,
      Launcher launcher,
      Site site,
      FarmLog log,
      @Nullable FarmEmulation emulation)
      throws IOException {
    this.folder = folder;
    this.lease = lease;
    this.certificates = certificates;
    this.launcher = launcher;
    this.site = site;
    this.log = log;
    this.emulation = emulation;
    Files.createDirectories(folder.resolve("logs"));
    try {
      var home = new Parent(NodeRole.MASTER, site.address(site.here()), port);
      for (var worker : topology.home()) {
        keep(worker, worker, false, worker(worker, home));
      }
      for (var cluster : topology.clusters().entrySet()) {
        var name = cluster.getKey();
        var edge = site.gateway(name);
        var gateway = command("gateway", name, over(home, name, true));
        var own = new Parent(NodeRole.GATEWAY, site.address(edge), freePort());
        gateway.addAll(
            List.of("--listen", own.toString(), "--spool", folder.resolve("spool").toString()));
        keep(name, edge, true, gateway);
        for (var worker : cluster.getValue()) {
          keep(worker, worker, false, worker(worker, own));
        }
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Where a node joins. */
  private record Parent(NodeRole role, String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /** A parent as a node sees it: over an emulated network, unless there is a real one. */
  private Parent over(Parent parent, String child, boolean isGateway) throws IOException {
    if (emulation == null || site.hasNetworks()) {
      return parent;
    }
    DuplexPath ways = isGateway ? emulation.ofGateway(child) : emulation.ofWorker(child);
    var relay = new Relay(parent.port(), ways);
    relays.add(relay);
    return new Parent(parent.role(), parent.host(), relay.port());
  }

  private List<String> worker(String name, Parent parent) throws IOException {
    var command = command("worker", name, over(parent, name, false));
    command.addAll(List.of("--scratch", folder.resolve("scratch").resolve(name).toString()));
    int cores = emulation == null ? 1 : emulation.cores(name);
    command.addAll(List.of("--cores", Integer.toString(cores)));
    @Nullable HostPace pace = emulation == null ? null : emulation.pace(name);
    if (pace != null) {
      command.addAll(List.of("--pace", Long.toString(pace.workNanos())));
      // A worker that waits most of its time need not make the others wait for its compiler.
      command.add(1, "-XX:TieredStopAtLevel=1");
    }
    return command;
  }

  private static int freePort() throws IOException {
    try (var socket = new java.net.ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private List<String> command(String role, String name, Parent parent) {
    var command = launcher.command();
    command.addAll(List.of(role, "--parent", parent.toString(), "--name", name, "--lease", lease));
    command.addAll(List.of("--while", Long.toString(ProcessHandle.current().pid())));
    @Nullable Path certs = certificates.folder();
    command.addAll(
        certs == null
            ? List.of("--plaintext")
            : List.of(
                "--identity",
                certs.resolve(role).toAbsolutePath().toString(),
                "--parent-name",
                parent.role().toString()));
    var data = EmbeddedNodes.data(folder);
    if (Files.isDirectory(data)) {
      command.addAll(List.of("--data", data.toAbsolutePath().toString()));
    }
    command.addAll(launcher.classPathOption());
    return command;
  }

  private void keep(String name, String host, boolean isGateway, List<String> command)
      throws IOException {
    var output = folder.resolve("logs").resolve(name.replaceAll("[^A-Za-z0-9._-]", "_") + ".log");
    var there = site.on(host, command);
    var kept = new Kept(name, isGateway, there, output, start(there, output));
    all.add(kept);
    watch(kept);
  }

  private Process start(List<String> command, Path output) throws IOException {
    var builder =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .redirectErrorStream(true);
    builder.environment().put(Tokens.VARIABLE, certificates.token());
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
      kept.over = true;
      return;
    }
    kept.vain = System.nanoTime() - kept.began < SOON_NANOS ? kept.vain + 1 : 0;
    if (kept.vain >= MOST_VAIN) {
      trouble =
          "%s ended %d times with code %d%s"
              .formatted(kept.name, kept.vain, process.exitValue(), Launcher.lastLine(kept.output));
      kept.lost = true;
      kept.over = true;
      return;
    }
    log.note(
        Level.WARNING,
        kept.name,
        "the process ended with code %d and is started again".formatted(process.exitValue()));
    try {
      Thread.sleep(200L * (1L << kept.vain));
      synchronized (this) {
        if (!ending) {
          kept.began = System.nanoTime();
          kept.process = start(kept.command, kept.output);
          watch(kept);
        }
      }
    } catch (IOException e) {
      trouble = "%s cannot be started again: %s".formatted(kept.name, e.getMessage());
      kept.lost = true;
      kept.over = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Gateways alone compute nothing: they go on without workers, but the run does not. */
  @Override
  public boolean isOver() {
    var workers = all.stream().filter(kept -> !kept.isGateway).toList();
    return all.stream().allMatch(kept -> kept.over)
        || (!workers.isEmpty() && workers.stream().allMatch(kept -> kept.lost));
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
    if (!allEnd(1)) { // those that were dismissed
      drain();
      if (!allEnd(3)) {
        all.forEach(kept -> kept.process.destroyForcibly());
        allEnd(3);
      }
    }
    for (var relay : relays) {
      try {
        relay.close();
      } catch (IOException e) {
        log.note(Level.INFO, "master", "a relay could not be closed: " + e.getMessage());
      }
    }
    try (var logs = Files.newDirectoryStream(folder.resolve("logs"))) {
      for (var file : logs) {
        if (Files.size(file) == 0) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      log.note(Level.INFO, "master", "logs could not be tidied up: " + e.getMessage());
    }
  }

  private boolean allEnd(int seconds) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    try {
      for (var kept : all) {
        if (!kept.process.waitFor(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
