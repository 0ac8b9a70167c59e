package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code strait import slurm} and {@code strait import iperf3}: files, options, refusals. */
class ImportSlurmCommandTest {
  private static final String NODES =
      """
      NodeName=n1 CoresPerSocket=1  CPUAlloc=4 CPUEfctv=4 CPUTot=4 CPULoad=5.55 OS=Linux 6.1 #1 SMP  RealMemory=4000 Sockets=4 Boards=1 State=ALLOCATED ThreadsPerCore=1 Partitions=batch  CfgTRES=cpu=4
      NodeName=n2 CoresPerSocket=1  CPUAlloc=0 CPUEfctv=4 CPUTot=4 CPULoad=0.02 OS=Linux 6.1 #1 SMP  RealMemory=4000 Sockets=4 Boards=1 State=IDLE ThreadsPerCore=1 Partitions=batch  CfgTRES=cpu=4
      """;

  private static final String TEST =
      """
      {"start": {"test_start": {"protocol": "TCP", "reverse": 0, "target_bitrate": 0}},
       "intervals": [{"sum": {"lost_percent": -nan}}],
       "end": {"streams": [{"sender": {"min_rtt": 20000, "sender": true}}],
         "sum_received": {"bits_per_second": 8e6}}}
      iperf Done.
      """;

  @TempDir Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static CommandLineRun run(String... words) {
    return CommandLineRun.of(
        Stream.concat(Stream.of("import"), Stream.of(words)).toArray(String[]::new));
  }

  @Test
  void aGridIsPrinted() throws IOException {
    var file = file("nodes.txt", NODES);
    var run = run("slurm", file, "--cluster", "east");
    assertThat(run)
        .isEqualTo(
            new CommandLineRun(
                0,
                """
                # hosts from Slurm: nodes.txt
                grid: east
                clusters:
                  east:
                    # lan: not measured yet: strait measure link, or strait import iperf3 --between east
                    hosts:
                      - {name: n, count: 2, cores: 4, available: 50%}  # Slurm: n[1-2], partition batch, memory 4000 MB, load 0.02 to 5.55 and 0 to 4 allocated of 4 CPUs
                """,
                ""));
    assertThat(
            run("slurm", file, "--idle", "--format", "json").json().at("/clusters/slurm/hosts/0"))
        .hasToString("{\"name\":\"n\",\"count\":2,\"cores\":4}");
  }

  /** Two sites and the link between them, from nothing but what tools print, to a plan. */
  @Test
  void twoSitesAndTheirLink() throws IOException {
    var grid = folder.resolve("grid.yaml").toString();
    var east = file("east.txt", NODES);
    var west = file("west.txt", NODES.replace("=n", "=w"));
    assertThat(run("slurm", east, "--idle", "--cluster", "east", "-o", grid))
        .isEqualTo(new CommandLineRun(0, "", "wrote " + grid + "\n"));
    var again = run("slurm", west, "--cluster", "west", "-o", grid);
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("is there already, expected a new file, or --into");
    assertThat(run("slurm", west, "--cluster", "west", "--into", grid))
        .isEqualTo(
            new CommandLineRun(
                0,
                "",
                "GRID: cluster 'west' is new, and its link to 'east' has no figures yet\nwrote GRID\n"
                    .replace("GRID", grid)));
    var test = file("test.json", TEST);
    assertThat(run("iperf3", test, "--between", "east,west", "--into", grid).err())
        .isEqualTo("wrote " + grid + "\n");
    assertThat(Files.readString(Path.of(grid)))
        .endsWith(
            """
            links:
              # iperf3: 1 TCP and 0 UDP tests, 1 MB/s to the server, least round trip 20 ms (client at east)
              - {between: [east, west], bandwidth: 1 MB/s, latency: 10 ms}
            """);
    file("app.yaml", "app: a\nkind: farm\ntasks: 100\ninput: 1 kB\noutput: 1 kB\nwork: 1 Gflop\n");
    file(
        "grid.yaml",
        Files.readString(Path.of(grid)).replace("cores: 4", "cores: 4, speed: 1 Gflop/s"));
    assertThat(CommandLineRun.of("plan", folder.toString()).exitCode()).isZero();
    assertThat(run("slurm", west, "--cluster", "west", "--into", grid).exitCode()).isZero();
    assertThat(Files.readString(Path.of(grid)))
        .contains("name: w, count: 2, cores: 4, speed: 1 Gflop/s");
  }

  @Test
  void figuresArePrinted() throws IOException {
    assertThat(run("iperf3", file("test.json", TEST), "--between", "a,b"))
        .isEqualTo(
            new CommandLineRun(
                0,
                """
                # iperf3: 1 TCP and 0 UDP tests, 1 MB/s to the server, least round trip 20 ms
                - between: [a, b]
                  bandwidth: 1 MB/s
                  latency: 10 ms
                """,
                ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "slurm DIR/none.txt|none.txt:1:1: no such file, expected what sinfo --json",
        "slurm DIR|:1:1: not a file, expected",
        "slurm DIR/test.json|test.json:1:1: no list 'nodes' or 'sinfo', expected",
        "slurm DIR/nodes.txt -o DIR/x.yaml --into DIR/grid.yaml|expected one of them",
        "slurm DIR/nodes.txt --into DIR/none.yaml|no such file, expected a YAML file",
        "slurm DIR/nodes.txt --into DIR/nodes.txt|nodes.txt:2:1: not valid YAML",
        "slurm DIR/nodes.txt --cluster a/b|--cluster 'a/b', expected letters",
        "iperf3 DIR/test.json|Missing required option: '--between=A,B'",
        "iperf3 --between a,b|Missing required parameter: 'FILE'",
        "iperf3 DIR/nodes.txt --between a,b|nodes.txt:1:1: no test of iperf3 in it, expected",
        "iperf3 DIR/cut.json --between a,b|cut.json:1:45: the text ends inside of an object,"
            + " expected",
        "iperf3 DIR/test.json --between a,b,c|--between 'a,b,c', expected the names of two"
            + " clusters",
        "iperf3 DIR/test.json --between a,b --into DIR/grid.yaml|--between 'b' is not in",
      })
  void wrong(String line, String message) throws IOException {
    file("nodes.txt", NODES);
    file("test.json", TEST);
    file("cut.json", TEST.substring(0, 44));
    var grid = Path.of(file("grid.yaml", "grid: g\nclusters:\n  a:\n    hosts: [{name: x}]\n"));
    var before = Files.readString(grid);
    var run = run(line.replace("DIR", folder.toString()).split(" "));
    assertThat(run.err()).contains(message);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(grid).hasContent(before);
    try (var left = Files.list(folder)) {
      assertThat(left).hasSize(4);
    }
  }
}
