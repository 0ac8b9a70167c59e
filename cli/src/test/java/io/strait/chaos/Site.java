package io.strait.chaos;

import io.strait.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What all farms here share: a grid of three clusters, certificates, a token, and a way to start
 * processes.
 *
 * @param folder for all of that
 */
record Site(Path folder) {
  private static final String GRID =
      """
      grid: chaos
      home: home
      clusters:
        home:
          hosts:
            - {name: desk, role: master}
            - {name: h, count: 1, cores: 2, speed: 1 Gflop/s}
        east:
          lan: {bandwidth: 100 MB/s, latency: 0.1 ms}
          hosts:
            - {name: e, count: 2, cores: 2, speed: 1 Gflop/s}
        west:
          lan: {bandwidth: 100 MB/s, latency: 0.1 ms}
          hosts:
            - {name: w, count: 2, cores: 2, speed: 1 Gflop/s}
      links:
        - {between: [home, east], bandwidth: 1 MB/s, latency: 20 ms}
        - {between: [home, west], bandwidth: 1 MB/s, latency: 20 ms}
      """;

  /** Makes one anew. */
  static Site make(Path folder) throws IOException {
    delete(folder);
    Files.createDirectories(folder);
    var site = new Site(folder);
    strait("cert", "init", site.ca().toString());
    for (var role : List.of("master", "gateway", "worker")) {
      strait("cert", "issue", site.ca().toString(), "my-" + role, "--role", role);
    }
    strait("cert", "token", site.ca().toString(), "--out", site.token().toString());
    Files.writeString(site.grid(), GRID);
    return site;
  }

  private static void strait(String... arguments) {
    var said = new StringWriter();
    int code = Main.run(new PrintWriter(said), new PrintWriter(said), false, arguments);
    if (code != 0) {
      throw new IllegalStateException(said.toString());
    }
  }

  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (var files = Files.walk(folder)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private Path ca() {
    return folder.resolve("ca");
  }

  private Path token() {
    return folder.resolve("token");
  }

  Path grid() {
    return folder.resolve("grid.yaml");
  }

  /** Writes the app of a farm with so many tasks. */
  void writeApp(Path file, int tasks) throws IOException {
    Files.writeString(
        file,
        """
        app: chaos
        kind: farm
        tasks: %d
        output: 24 B
        reduce: sum long
        work: 17 Mflop
        run: {class: %s}
        """
            .formatted(tasks, CountedFarm.class.getName()),
        StandardCharsets.UTF_8);
  }

  private List<String> secured(String role, int lease) {
    return List.of(
        "--identity", ca().resolve("my-" + role).toString(), "--lease", lease + "ms", "--verbose");
  }

  /** The command of a master at a new port, without what it is to run. */
  List<String> master(int lease) {
    var command = new ArrayList<>(List.of("run", "--workers", "none", "--listen", "localhost:0"));
    command.addAll(List.of("--tokens", ca().toString(), "--format", "json"));
    command.addAll(secured("master", lease));
    return command;
  }

  List<String> gateway(String name, int parent, int lease, Path spool) {
    var command = new ArrayList<>(List.of("gateway", "--name", name));
    command.addAll(List.of("--parent", "localhost:" + parent, "--spool", spool.toString()));
    command.addAll(List.of("--tokens", ca().toString(), "--token-file", token().toString()));
    command.addAll(secured("gateway", lease));
    return command;
  }

  /**
   * The command of a worker.
   *
   * @param role of its parent
   */
  List<String> worker(String name, int parent, String role, int lease, int cores) {
    var command = new ArrayList<>(List.of("worker", "--name", name, "--cores", "" + cores));
    command.addAll(List.of("--parent", "localhost:" + parent, "--token-file", token().toString()));
    command.addAll(List.of("--parent-name", "my-" + role));
    command.addAll(secured("worker", lease));
    return command;
  }
}
