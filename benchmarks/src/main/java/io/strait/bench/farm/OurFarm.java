package io.strait.bench.farm;

import io.strait.bench.Command;
import io.strait.bench.Memory;
import io.strait.transport.wire.Authority;
import io.strait.transport.wire.NodeRole;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Our farm as a user has it: a master, a gateway and a worker, a process each, with TLS, journal
 * and spool. For bulk results there is a second farm, without the gateway, as with workers of the
 * master's own cluster.
 */
final class OurFarm implements FarmUnderTest {
  /** Tasks that wait while memory is measured. */
  static final int QUEUED = 1_000_000;

  /** Workers that are connected while memory is measured. */
  static final int WORKERS = 1_000;

  /** Tasks for {@link #latency}: fewer, as they must not wait for each other. */
  static final int RARE = 40;

  /** More tasks than are done while a rate is measured. */
  static final int ENDLESS = 50_000_000;

  private static final int TASKS = 1_000_000;
  private static final int BULK = 600;
  private static final int COMMANDS = 3_000;
  private static final int SECONDS = 120;

  /**
   * As the launcher gives them to commands that talk to others; the cache fits no other options.
   */
  private static final List<String> JVM =
      List.of(
          "-XX:AOTCache=dist/run.aot",
          "-Xlog:disable",
          "-XX:+UnlockExperimentalVMOptions",
          "-XX:+EnableVectorSupport",
          "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED",
          "-Xmx1g",
          "-XX:+UseSerialGC",
          "--enable-native-access=ALL-UNNAMED");

  private final List<Program> programs = new ArrayList<>();
  private final Path folder;
  private final Path certificates;

  /** That of the product as it is installed, which its cache is for, and then ours. */
  private final String classpath;

  private OurFarm() throws IOException {
    classpath = installed() + File.pathSeparator + System.getProperty("java.class.path");
    folder =
        Files.createDirectories(Program.FOLDER.resolve("ours-" + ProcessHandle.current().pid()));
    certificates = folder.resolve("certs");
    Authority.init(certificates);
    for (var role : NodeRole.values()) {
      Authority.issue(certificates, role.toString(), role, 1, certificates);
    }
  }

  static OurFarm open() {
    try {
      return new OurFarm();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Builds the product if its sources have changed. */
  private static String installed() throws IOException {
    if (Command.call(List.of("./strait", "--version")).status() != 0) {
      throw new IllegalStateException("the product could not be built");
    }
    try (var jars = Files.list(Path.of("dist/lib").toAbsolutePath())) {
      return jars.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static String freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return Integer.toString(socket.getLocalPort());
    }
  }

  /** Starts processes if others are up; the first of them is the master's. */
  private Program master(boolean gateway, int cores) {
    var name = (gateway ? "gateway" : "direct") + cores;
    if (!up.equals(name)) {
      end();
      try {
        start(gateway, cores);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      up = name;
    }
    return programs.getFirst();
  }

  private String up = "";

  private void start(boolean gateway, int cores) throws IOException {
    var port = freePort();
    add("ours-master", OurMaster.class, certificates.toString(), folder.toString(), port);
    var parent = port;
    if (gateway) {
      parent = gateway(port);
    }
    add(
        "ours-worker",
        OurChild.class,
        "worker",
        certificates.toString(),
        parent,
        folder.resolve("scratch").toString(),
        Integer.toString(cores),
        (gateway ? NodeRole.GATEWAY : NodeRole.MASTER).toString());
  }

  /** Starts one and returns the port on which it listens. */
  private String gateway(String parent) throws IOException {
    var port = freePort();
    var spool = folder.resolve("spool").toString();
    var where = certificates.toString();
    add("ours-gateway", OurChild.class, "gateway", where, parent, port, spool);
    return port;
  }

  private void add(String name, Class<?> main, String... arguments) {
    var words = Stream.concat(Stream.of(main.getName()), Stream.of(arguments));
    var program = Program.java(name, JVM, classpath, words.toArray(String[]::new));
    programs.add(program);
    program.answer(SECONDS);
  }

  @Override
  public String name() {
    return "ours";
  }

  @Override
  public int noopTasks() {
    return TASKS;
  }

  @Override
  public double noopRate() {
    return TASKS / master(true, 1).ask("noop " + TASKS, SECONDS)[0];
  }

  @Override
  public Latency latency() {
    return Latency.of(master(true, 1).ask("rare " + RARE, SECONDS));
  }

  /**
   * MiB of the master's process with {@link #QUEUED} tasks waiting, and with {@link #WORKERS}
   * workers connected besides.
   */
  double[] heldMemory() {
    end();
    up = "crowd";
    try {
      var port = freePort();
      add("ours-master", OurMaster.class, certificates.toString(), folder.toString(), port);
      var crowd = certificates.toString();
      add(
          "ours-crowd",
          OurCrowd.class,
          crowd,
          port,
          Integer.toString(WORKERS),
          NodeRole.MASTER.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return programs.getFirst().ask("hold " + WORKERS, 2 * SECONDS);
  }

  /** No-op tasks per second of so many workers below one gateway, once all of them are there. */
  double crowdRate(int workers) {
    end();
    up = "crowd";
    try {
      var port = freePort();
      add("ours-master", OurMaster.class, certificates.toString(), folder.toString(), port);
      var below = gateway(port);
      var crowd = Integer.toString(workers);
      var role = NodeRole.GATEWAY.toString();
      add("ours-crowd", OurCrowd.class, certificates.toString(), below, crowd, role);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return programs.getFirst().ask("crowd " + OurCrowd.seconds(workers), 2 * SECONDS)[0];
  }

  /** The most MiB that the master's process had after runs of so many tasks, in a new process. */
  double masterPeak(int tasks) {
    end();
    var master = master(true, 1);
    master.ask("noop " + tasks, SECONDS);
    return Memory.Resident.of(master.pid()).peak() / (double) (1 << 20);
  }

  @Override
  public int bulkTasks() {
    return BULK;
  }

  @Override
  public double bulkRate() {
    return BULK / master(false, 1).ask("bulk " + BULK, SECONDS)[0];
  }

  @Override
  public double commandRate() {
    return COMMANDS / master(true, 2).ask("command " + COMMANDS, SECONDS)[0];
  }

  @Override
  public List<Long> processes() {
    return programs.stream().map(Program::pid).toList();
  }

  private void end() {
    up = "";
    programs.reversed().forEach(Program::close);
    programs.clear();
  }

  @Override
  public void close() {
    end();
  }
}
