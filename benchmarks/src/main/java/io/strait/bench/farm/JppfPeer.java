package io.strait.bench.farm;

import io.strait.bench.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * JPPF 6.2: a driver, a node with a thread per core and a client, each a JVM of its own, without
 * TLS. Its libraries are fetched and its client ({@code src/main/jppf}) is compiled when the
 * benchmark runs. Many tasks make a job, as its manual recommends; of a few numbers of jobs at a
 * time and sizes of bundles the best is found first.
 */
final class JppfPeer implements FarmUnderTest {
  private static final Path SOURCE = Path.of("benchmarks/src/main/jppf");
  private static final Path LIBRARIES = Program.FOLDER.resolve("jppf");
  private static final List<String> JVM =
      List.of("-Xmx1g", "--enable-native-access=ALL-UNNAMED", "-Djava.net.preferIPv4Stack=true");

  private static final int NOOP_TASKS = 12_000;
  private static final int BULK_TASKS = 64;
  private static final int START_SECONDS = 30;
  private static final int SECONDS = 60;

  /** How tasks are sent: in so many jobs at a time, so many tasks from the driver to the node. */
  private record Way(int jobs, int bundle) {
    @Override
    public String toString() {
      return "%d job%s, bundles of %,d".formatted(jobs, jobs == 1 ? "" : "s", bundle);
    }
  }

  private static final List<Way> NOOP_WAYS =
      List.of(new Way(1, 100), new Way(1, 3_000), new Way(2, 1_000), new Way(4, 300));
  private static final List<Way> BULK_WAYS = List.of(new Way(1, 2), new Way(1, 8), new Way(2, 8));

  private final List<Program> programs = new ArrayList<>();
  private final Program client;
  private @Nullable Way noop;
  private @Nullable Way bulk;

  private JppfPeer() throws IOException {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    var common = "jppf.discovery.enabled=false\njppf.recovery.enabled=false\n";
    var server = "jppf.server.host=localhost\njppf.server.port=" + port + "\n";
    try {
      start(
          "driver",
          common + server + "jppf.peer.discovery.enabled=false\n",
          "JPPF Driver initialization complete",
          "org.jppf.server.JPPFDriver",
          "noLauncher");
      start(
          "node",
          common + server + "jppf.management.enabled=false\n",
          "node successfully initialized",
          "org.jppf.node.NodeRunner",
          "noLauncher");
      client =
          start(
              "client",
              common + "jppf.drivers=d\n" + server.replace("jppf.server", "d.jppf.server"),
              "ready",
              "FarmClient");
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private Program start(String role, String settings, String ready, String... mainAndArgs)
      throws IOException {
    var file = Program.FOLDER.resolve("jppf-" + role + ".properties");
    Files.writeString(file, settings);
    var options = new ArrayList<>(JVM);
    options.add("-Djppf.config=" + file);
    // The node gets the classes of tasks from the client, as JPPF means it.
    var classpath = LIBRARIES + "/*" + (role.equals("client") ? ":" + LIBRARIES : "");
    var program = Program.java("jppf-" + role, options, classpath, mainAndArgs);
    programs.add(program);
    program.await(ready, START_SECONDS);
    return program;
  }

  /** Nothing where it cannot be had. */
  static @Nullable JppfPeer find() {
    if (!Files.exists(LIBRARIES.resolve("jppf-client-6.2.jar"))) {
      System.err.println("farm: fetching JPPF ...");
      var fetch =
          List.of("mvn", "-q", "-B", "-f", SOURCE + "/pom.xml", "dependency:copy-dependencies");
      var command = new ArrayList<>(fetch);
      command.add("-DoutputDirectory=" + LIBRARIES.toAbsolutePath());
      if (Command.call(command).status() != 0) {
        return null;
      }
    }
    var javac = Path.of(System.getProperty("java.home"), "bin", "javac").toString();
    var compile =
        List.of(javac, "-cp", LIBRARIES + "/*", "-d", "" + LIBRARIES, SOURCE + "/FarmClient.java");
    if (Command.call(compile).status() != 0) {
      return null;
    }
    try {
      return new JppfPeer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return "jppf";
  }

  @Override
  public String setting() {
    return "no-op: %s; bulk: %s".formatted(noop, bulk);
  }

  @Override
  public int noopTasks() {
    return NOOP_TASKS;
  }

  @Override
  public double noopRate() {
    if (noop == null) {
      noopRate(NOOP_WAYS.getFirst());
      noop = best(NOOP_WAYS, this::noopRate);
    }
    return noopRate(noop);
  }

  private double noopRate(Way way) {
    var question = "noop %d %d %d".formatted(NOOP_TASKS, way.jobs, way.bundle);
    return NOOP_TASKS / client.ask(question, SECONDS)[0];
  }

  @Override
  public Latency latency() {
    return Latency.of(client.ask("latency " + LATENCY_TASKS, SECONDS));
  }

  @Override
  public int bulkTasks() {
    return BULK_TASKS;
  }

  @Override
  public double bulkRate() {
    if (bulk == null) {
      bulk = best(BULK_WAYS, this::bulkRate);
    }
    return bulkRate(bulk);
  }

  private double bulkRate(Way way) {
    var question = "bulk %d %d %d %d".formatted(BULK_TASKS, way.jobs, way.bundle, BULK_BYTES);
    return BULK_TASKS / client.ask(question, SECONDS)[0];
  }

  private static Way best(List<Way> ways, ToDoubleFunction<Way> rate) {
    var best = ways.getFirst();
    double most = 0;
    for (var way : ways) {
      double found = Math.max(rate.applyAsDouble(way), rate.applyAsDouble(way));
      if (found > most) {
        most = found;
        best = way;
      }
    }
    return best;
  }

  @Override
  public List<Long> processes() {
    return programs.stream().map(Program::pid).toList();
  }

  @Override
  public void close() {
    programs.reversed().forEach(Program::close);
  }
}
