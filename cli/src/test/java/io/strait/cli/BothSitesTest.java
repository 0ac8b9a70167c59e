package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strait.kind.run.RunFolder;
import io.strait.model.Routes;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** From a home that nobody reaches to two real Slurm clusters. */
@Tag("real")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BothSitesTest {
  private static final int TASKS = 256;
  private static final int OUTPUT = 96;

  @TempDir private static Path folder;
  private static TestSites sites = new TestSites(Path.of(""));

  @BeforeAll
  static void up() throws Exception {
    assumeTrue(TestSites.missing() == null, TestSites.missing());
    sites = new TestSites(Path.of("/tmp", "sites-%d".formatted(ProcessHandle.current().pid())));
    sites.up();
    Files.createDirectories(sites.folder().resolve("tmp"));
    grid("grid.yaml", "ssh: east-login, slurm: {partition: batch, time: 10 min}");
    Files.writeString(
        folder.resolve("app.yaml"),
        """
        app: ep
        kind: farm
        tasks: %d
        input: 16 B
        output: 96 B
        reduce: sum long
        run: {class: io.strait.cli.SlowEp, with: {class: S}}
        """
            .formatted(TASKS));
    var code = Files.createDirectories(folder.resolve("code/io/strait/cli"));
    try (var bytes = SlowEp.class.getResourceAsStream("SlowEp.class")) {
      assertThat(bytes).isNotNull();
      Files.copy(bytes, code.resolve("SlowEp.class"));
    }
  }

  @AfterAll
  static void down() throws Exception {
    if (TestSites.missing() == null) {
      sites.down();
    }
  }

  private static void grid(String name, String east) throws IOException {
    Files.writeString(
        folder.resolve(name),
        """
        grid: two-sites
        home: home
        clusters:
          home:
            hosts: [{name: laptop, role: master}]
          east:
            start: {%s}
            hosts: [{name: east-n, count: 2, cores: 1, rate: 15/s}]
          west:
            start: {ssh: west-login, slurm: {}}
            hosts: [{name: west-n, count: 2, cores: 1, rate: 15/s}]
        links:
          - {between: [home, east], bandwidth: 2 kB/s, latency: 20 ms, duplex: full}
          - {between: [home, west], bandwidth: 2 kB/s, latency: 20 ms, duplex: full}
        """
            .formatted(east));
  }

  private static CommandLineRun run(String grid, String name) throws Exception {
    return sites.strait(folder, "run", grid, "app.yaml", "--classpath", "code", "--folder", name);
  }

  /** The result is that of a run here, and nothing stays at home or at a site. */
  private static void assertDone(CommandLineRun run, String name) throws Exception {
    assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
    if (!Files.exists(folder.resolve("here"))) {
      var here =
          CommandLineRun.of(
              "run",
              "--workers",
              "embedded",
              folder.resolve("grid.yaml").toString(),
              folder.resolve("app.yaml").toString(),
              "--quiet",
              "--folder",
              folder.resolve("here").toString());
      assertThat(here.exitCode()).as(here.err()).isZero();
    }
    assertThat(folder.resolve(name).resolve("result"))
        .hasSameBinaryContentAs(folder.resolve("here/result"));
    assertNothingStays(name);
  }

  private static void assertNothingStays(String name) throws Exception {
    assertNothingStays();
    try (var left = Files.list(folder.resolve(name))) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .noneMatch(file -> file.startsWith("site-") || file.startsWith("certs"));
    }
  }

  private static void assertNothingStays() throws Exception {
    assertThat(sites.strangers()).isEmpty();
    for (var site : List.of("east", "west")) {
      assertThat(sites.at(site + "-login", "squeue", "-h").out()).isEmpty();
      var secrets =
          sites.at(
              site + "-login",
              "find",
              "/root/.strait/runs",
              "-name",
              "*.key",
              "-o",
              "-name",
              "token");
      assertThat(secrets.out()).isEmpty();
    }
    try (var left = Files.list(sites.folder().resolve("tmp"))) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith("strait-")))
          .isEmpty();
    }
  }

  @Test
  @Order(1)
  void checked() throws Exception {
    var good = sites.strait(folder, "sites", "check", "grid.yaml");
    assertThat(good.exitCode()).as(good.out() + good.err()).isZero();
    assertThat(good.out())
        .contains("slurm-wlm", "partition batch up, 2 of 2 nodes idle", "MB will be sent")
        .doesNotContain("!");
    grid("partition.yaml", "ssh: east-login, slurm: {partition: gpu}");
    var partition = sites.strait(folder, "sites", "check", "partition.yaml");
    assertThat(partition.exitCode()).isEqualTo(1);
    assertThat(partition.out()).containsPattern("east +! engine .*gpu.* under start");
  }

  /** Both sites compute, their gateways add up, and the second run sends nothing. */
  @Test
  @Order(2)
  void aFarmOnBothSites() throws Exception {
    var first = run("grid.yaml", "first");
    assertDone(first, "first");
    assertThat(first.err()).contains("east: sending Strait", "west: sending Strait");
    var second = run("grid.yaml", "second");
    assertDone(second, "second");
    assertThat(second.err()).doesNotContain("sending").contains("east: 2 running, 0 queued");
    for (var name : List.of("first", "second")) {
      var summary =
          JsonMapper.shared()
              .readTree(Files.readString(folder.resolve(name).resolve("summary.json")));
      int finished = 0;
      for (var child : summary.get("children")) {
        int own = child.get("finished").intValue();
        if (name.equals("second")) { // in the first, one may still be installed when all is done
          assertThat(own).as(summary.toString()).isPositive();
        }
        assertThat(child.get("received_bytes").intValue())
            .as("gateways add up")
            .isLessThanOrEqualTo(own * OUTPUT * 3 / 4);
        finished += own;
      }
      assertThat(finished).isEqualTo(TASKS);
    }
  }

  /** What jobs were told, and what they said. */
  @Test
  @Order(3)
  void logged() throws Exception {
    var list = sites.strait(folder, "sites", "log", "second", "--list");
    assertThat(list.exitCode()).as(list.err()).isZero();
    assertThat(list.out())
        .contains("/gateway.sh", "/strait-east-1.sh", "/strait-west-1.1.log")
        .doesNotContain("certs");
    var east = sites.strait(folder, "sites", "log", "second", "--site", "east");
    assertThat(east.out())
        .contains("east: == ", "listening on port", "exec ", "tasks computed")
        .doesNotContain("west: ");
    var wrong = sites.strait(folder, "sites", "log", "second", "--site", "north");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("'north', expected one of: east, west");
  }

  /**
   * While a run goes on, nobody but its owner gets at its secrets or into it. On a terminal, Ctrl-C
   * asks first.
   */
  @Test
  @Order(5)
  void nobodyElseGetsIn() throws Exception {
    Files.writeString(
        folder.resolve("long.yaml"),
        """
        app: long
        kind: farm
        tasks: 20000
        output: 8 B
        reduce: sum long
        run: {command: "sleep 0.5; printf 12345678"}
        """);
    var run = folder.resolve("watched");
    var terminal =
        new TestTerminal(
            sites.begin(folder, "run", "grid.yaml", "long.yaml", "--folder", "watched"),
            folder.resolve("typescript"));
    try {
      terminal.await("east: 2 running", "west: 2 running");
      var secrets = SiteSecrets.of(run, sites);
      assertThat(secrets.words()).hasSizeGreaterThan(6);
      assertThat(secrets.inProcesses()).isEmpty();
      var kept = secrets.inFiles(run);
      kept.addAll(secrets.inFiles(sites.folder()));
      assertThat(kept)
          .as("where keys belong, and nowhere else")
          .hasSizeGreaterThan(6)
          .allMatch(
              file -> file.toString().matches(".*/certs(-[0-9]+)?/.*|.*/(token|control.json)"));
      assertThat(SiteSecrets.open(kept)).isEmpty();
      var place = SiteSecrets.places(sites).getFirst().getFileName();
      for (var file : List.of("token", "certs/worker.key", "")) {
        var path = "/root/.strait/runs/%s/%s".formatted(place, file);
        assertThat(stranger("ls " + path).exitCode()).as(path).isNotZero();
      }
      var state = RunFolder.read(run.resolve("site-east.json"));
      var greetings = new LinkedHashMap<String, Future<String>>();
      try (var strangers = Executors.newVirtualThreadPerTaskExecutor()) {
        for (var port : List.of("back-port", "gateway-port")) {
          for (var shown : List.of("", "-cert other.pem -key other.key")) {
            greetings.put(port + shown, strangers.submit(() -> greeting(state.get(port), shown)));
          }
        }
      }
      for (var greeting : greetings.entrySet()) {
        assertThat(greeting.getValue().get()).as(greeting.getKey()).contains("alert");
      }
      terminal.type((char) 3);
      terminal.await("press Ctrl-C again within 5 s to stop (jobs at east, west are cancelled");
      assertThat(terminal.isAlive()).isTrue();
      assertThat(sites.at("east-login", "squeue", "-h").out()).isNotEmpty();
      terminal.type((char) 3);
      assertThat(terminal.exitCode()).isEqualTo(1);
      assertThat(terminal.text()).contains("go on with: strait run --resume");
      assertNothingStays("watched");
      assertThat(secrets.inFiles(run)).isEmpty();
      assertThat(secrets.inFiles(sites.folder())).isEmpty();
    } finally {
      terminal.close();
    }
  }

  /** Another user of the login node. */
  private static CommandLineRun stranger(String script) throws Exception {
    return sites.at(
        "east-login",
        "setpriv",
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
        "sh",
        "-c",
        script);
  }

  /** What another user hears at a port, with a certificate of their own or without. */
  private static String greeting(String port, String shown) throws Exception {
    var run =
        stranger(
            """
            cd $(mktemp -d) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
              -subj /CN=worker -keyout other.key -out other.pem 2>/dev/null
            sleep 8 | openssl s_client -connect 127.0.0.1:%s %s 2>&1
            """
                .formatted(port, shown));
    return run.out() + run.err();
  }

  /** A worker from the archive computes where there is no Java, and not much else. */
  @Test
  @Order(6)
  void aWorkerWithoutJava() throws Exception {
    var bare = new BareRoot(folder.resolve("bare"));
    bare.make();
    Path archive;
    try (var made = Files.list(Path.of(System.getProperty("user.home"), ".cache/strait"))) {
      archive =
          made.filter(file -> file.toString().endsWith(".tar.gz"))
              .max(Comparator.comparing(file -> file.toFile().lastModified()))
              .orElseThrow();
    }
    Files.copy(archive, bare.folder().resolve("strait.tar.gz"));
    var version = TestSites.end(bare.start("tar xzf strait.tar.gz && /*/bin/strait --version"));
    assertThat(version.exitCode()).as(version.out()).isZero();
    assertThat(version.out()).contains("strait ");
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Files.writeString(
        folder.resolve("few.yaml"),
        "app: few\nkind: farm\ntasks: 20\nreduce: sum float\nrun: {class: io.strait.apps.Srmsd}\n");
    var worker =
        bare.start(
                "/*/bin/strait worker --parent 127.0.0.1:%d --plaintext --name bare --cores 1"
                    .formatted(port))
            .redirectOutput(folder.resolve("bare.log").toFile())
            .start();
    try {
      var run =
          CommandLineRun.of(
              "run",
              folder.resolve("few.yaml").toString(),
              "--folder",
              folder.resolve("few").toString(),
              "--workers",
              "none",
              "--listen",
              "127.0.0.1:" + port,
              "--plaintext",
              "--format",
              "json");
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.json().get("children").get(0).get("name").asString()).isEqualTo("bare");
      assertThat(run.json().get("children").get(0).get("finished").intValue()).isEqualTo(20);
    } finally {
      worker.destroy();
    }
  }

  /** One site cannot be used, the other is a host each; the run goes on with what there is. */
  @Test
  @Order(4)
  void aWrongKeyAndHostsOneByOne() throws Exception {
    grid("hosts.yaml", "ssh: \"{host}\"");
    var authorized = sites.folder().resolve("west/home/.ssh/authorized_keys");
    var key = Files.readString(authorized);
    Files.writeString(authorized, "");
    try {
      var check = sites.strait(folder, "sites", "check", "hosts.yaml");
      assertThat(check.exitCode()).isEqualTo(1);
      assertThat(check.out())
          .containsPattern("west +! login .*Permission denied.*true' works")
          .containsPattern("east-n2 +login +east-n2, linux");
      var run = run("hosts.yaml", "hosts");
      Files.writeString(authorized, key);
      assertDone(run, "hosts");
      assertThat(run.err())
          .contains("west: west-login cannot be reached: ", "Permission denied (publickey)")
          .contains("east-east-n1: 1 running", "east-east-n2: 1 running");
    } finally {
      Files.writeString(authorized, key);
    }
  }

  /** A job of two nodes with other names than the grid's, and a host by ssh: both gaps come out. */
  @Test
  @Order(5)
  void measured() throws Exception {
    Files.writeString(
        folder.resolve("unknown.yaml"),
        """
        grid: two-sites
        home: home
        clusters:
          home:
            hosts: [{name: laptop, role: master}]
          east:
            start: {ssh: east-login, slurm: {partition: batch, time: 10 min}}
            hosts: [{name: e, count: 2, cores: 1, rate: 15/s, price: 1/h}]
          west:
            start: {ssh: "{host}"}
            hosts: [{name: west-n1, rate: 15/s}]
        links:
          - {between: [home, east]}
          - {between: [home, west]}
        """);
    var run =
        sites.strait(
            folder,
            "measure",
            "grid",
            "unknown.yaml",
            "-o",
            "measured.yaml",
            "--no-speed",
            "--once");
    assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
    assertThat(run.err())
        .contains("east: 2 probes ", "west-west-n1: 1 probe running")
        .contains("a LAN: e1, e2");
    assertNothingStays();
    assertThat(Files.readString(folder.resolve("measured.yaml")))
        .contains("start: {ssh: \"{host}\"}", "price: 1/h", "by the way of runs");
    var grid = GridFile.read(Document.read(folder.resolve("measured.yaml")));
    var routes = new Routes(grid);
    for (int site = 1; site <= 2; site++) {
      double latency =
          routes.between(0, site).stream()
              .mapToDouble(gap -> Durations.seconds(gap.network().latency()))
              .sum();
      // The gap has 20 ms. A busy machine is slower, and its estimate a little off either way.
      assertThat(latency).as(run.out()).isBetween(0.018, 0.06);
    }
    assertThat(grid.clusters().get(1).lan().bandwidth().isLimited()).isTrue();
    var plan =
        CommandLineRun.of(
            "plan",
            folder.resolve("measured.yaml").toString(),
            folder.resolve("app.yaml").toString());
    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(plan.out()).contains("east").contains("west");
  }

  /** Two MPI jobs and the gap between them give what one process gives. */
  @Test
  @Order(9)
  void aStencilOnBothSites() throws Exception {
    var heat =
        """
        app: heat
        kind: stencil
        domain: [60, 60]
        iterations: 60
        cost-per-cell: 30 ns
        run: {class: io.strait.apps.Heat}
        """;
    Files.writeString(folder.resolve("heat.yaml"), heat);
    var there = sites.strait(folder, "run", "grid.yaml", "heat.yaml", "--folder", "ranks");
    assertThat(there.exitCode()).as(there.err() + there.out()).isZero();
    assertThat(there.err()).contains("east: 2 ranks running").contains("west: 2 ranks running");
    var here = folder.resolve("ranks-here");
    var embedded =
        CommandLineRun.of(
            "run",
            folder.resolve("grid.yaml").toString(),
            folder.resolve("heat.yaml").toString(),
            "--workers",
            "embedded",
            "--duration",
            "1 s",
            "--folder",
            here.toString());
    assertThat(embedded.exitCode()).as(embedded.err()).isZero();
    assertThat(folder.resolve("ranks/result.raw"))
        .hasSameBinaryContentAs(here.resolve("result.raw"));
    assertNothingStays("ranks");
    // More time than the partition allows: Slurm takes such a job, and never starts it.
    grid("never.yaml", "ssh: east-login, slurm: {partition: brief, time: 10 min}");
    var never =
        sites.strait(
            folder, "run", "never.yaml", "heat.yaml", "--folder", "never", "--patience", "1 s");
    assertThat(never.exitCode()).isEqualTo(1);
    assertThat(never.err())
        .contains("east: its job is still queued (PartitionTimeLimit) after 1.0 s")
        .contains("--patience");
    assertNothingStays("never");
  }
}
