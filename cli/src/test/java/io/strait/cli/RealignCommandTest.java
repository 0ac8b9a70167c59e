package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strait.kind.file.PlanFile;
import io.strait.model.text.Document;
import io.strait.realign.file.RealignPlanFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code plan} and {@code simulate} of realignments. */
final class RealignCommandTest {
  private static final String REALIGN = CommandLineRun.example("realign");
  private static final String FIGURE8 = REALIGN + "/figure8.yaml";

  @TempDir Path folder;

  private static CommandLineRun run(String... line) {
    var run = CommandLineRun.of(line);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private static List<Long> numbers(JsonNode list) {
    var numbers = new ArrayList<Long>();
    list.forEach(item -> numbers.add(item.asLong()));
    return numbers;
  }

  /** The paper's example, in the shape that design and scripts know. */
  @Test
  void planAsJson() {
    var plan = run("plan", REALIGN, "--format", "json").json();
    assertThat(plan.get("interior").asInt()).isEqualTo(27);
    assertThat(plan.get("external").asInt()).isZero();
    assertThat(plan.get("cost").asDouble()).isZero();
    assertThat(plan.get("lower_bound").asDouble()).isZero();
    assertThat(plan.get("gap").asDouble()).isZero();
    assertThat(plan.at("/before/interior").asInt()).isEqualTo(9);
    assertThat(plan.at("/before/external").asInt()).isEqualTo(18);
    assertThat(plan.at("/before/cost").asDouble()).isEqualTo(18);
    assertThat(numbers(plan.get("permutation")))
        .containsExactly(0L, 3L, 6L, 1L, 4L, 7L, 2L, 5L, 8L);
    var inverse = numbers(plan.get("inverse"));
    for (int block = 0; block < 9; block++) {
      assertThat(inverse.get(plan.get("permutation").get(block).asInt())).isEqualTo(block);
    }
    assertThat(numbers(plan.get("target_permutation")))
        .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    assertThat(plan.get("unit").asString()).isEqualTo("messages");
    for (int from = 0; from < 3; from++) {
      for (int to = 0; to < 3; to++) {
        assertThat(plan.at("/messages/%d/%d".formatted(from, to)).asInt())
            .isEqualTo(from == to ? 9 : 0);
        assertThat(plan.at("/before/messages/%d/%d".formatted(from, to)).asInt()).isEqualTo(3);
      }
    }
    assertThat(plan.get("interior_bytes").asLong()).isEqualTo(131_085 * 8);
    assertThat(plan.at("/before/external_bytes").asLong()).isEqualTo(131_085 * 8 * 2 / 3);
    assertThat(plan.get("time_s").asDouble()).isBetween(0.001, 0.1);
    assertThat(plan.at("/before/time_s").asDouble()).isBetween(0.2, 1.0);
    assertThat(plan.get("verdict").asString()).contains("all 27 messages");
    var paper = run("plan", REALIGN, "--method", "paper", "--format", "json").json();
    assertThat(paper.get("permutation")).isEqualTo(plan.get("permutation"));
  }

  /** Rows are senders with their blocks; marks of interior and external differ without colours. */
  @Test
  void theCommunicationTable() {
    var text = run("plan", REALIGN).out();
    assertThat(text)
        .contains(
            "0 (0)   │ ■ ■ ■ │ · · · │ · · ·",
            "1 (1)   │ · · · │ x x x │ · · ·",
            "1 (3)      │ ■ ■ ■ │ · · · │")
        .doesNotContain("\u001b");
    var unequal = run("plan", CommandLineRun.example("realign-unequal")).out();
    assertThat(unequal).contains("Messages and bytes from cluster to cluster", "Who sends to whom");
  }

  /** Figure 8: interior messages in natural order, and all of them after renumbering. */
  @ParameterizedTest
  @CsvSource({"3,3,9 24 25 36 63 64 81 120", "4,4,16 40 36 56 64 108 100"})
  void figure8(int clusters, int from, String natural) throws IOException {
    var plot = folder.resolve("figure8.png");
    var json =
        run(
                "plan",
                REALIGN + "/clusters-%d.yaml".formatted(clusters),
                FIGURE8,
                "--sweep",
                "partition,clusters[*].hosts[*].count=%d..10".formatted(from),
                "--plot",
                plot.toString(),
                "--format",
                "json")
            .json();
    var expected = natural.split(" ");
    assertThat(json.get("points")).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      int k = from + i;
      var point = json.get("points").get(i);
      assertThat(point.get("value").asString()).isEqualTo("" + k);
      assertThat(point.at("/before/interior").asString()).isEqualTo(expected[i]);
      assertThat(point.get("interior").asInt()).isEqualTo(clusters * k * k);
      assertThat(point.get("external").asInt()).isZero();
    }
    assertThat(ImageIO.read(plot.toFile()).getWidth()).isEqualTo(900);
  }

  @ParameterizedTest
  @CsvSource({"realign", "realign-unequal", "fft"})
  void plansAreWrittenReadBackAndSimulated(String example) throws IOException {
    var file = folder.resolve("plan.yaml");
    var plan =
        run("plan", CommandLineRun.example(example), "-o", "" + file, "--format", "json").json();
    var content = PlanFile.read(Document.read(file), RealignPlanFile.FORMAT);
    assertThat(content.plan().numberings().getFirst().toArray())
        .containsExactly(
            numbers(plan.get("permutation")).stream().mapToInt(Long::intValue).toArray());
    assertThat(content.plan().after().traffic().external())
        .isEqualTo(plan.get("external").asLong());
    var again = folder.resolve("again.yaml");
    Files.writeString(again, content.tree(RealignPlanFile.FORMAT).yaml());
    assertThat(Files.readString(again)).isEqualTo(Files.readString(file));
    var simulated = run("simulate", file.toString(), "--format", "json").json();
    for (var key : List.of("interior", "external", "permutation", "time_s")) {
      assertThat(simulated.get(key)).as(key).isEqualTo(plan.get(key));
    }
    assertThat(run("plan", file.toString(), "--format", "json").json().get("interior"))
        .isEqualTo(plan.get("interior"));
  }

  @Test
  void simulateAsJsonAndText() {
    var simulated = run("simulate", REALIGN, "--format", "json").json();
    for (var side : List.of(simulated, simulated.get("before"))) {
      double seconds = side.get("simulated_time_s").asDouble();
      assertThat(side.get("time_s").asDouble()).isBetween(0.9 * seconds, seconds * (1 + 1e-9));
      assertThat(side.get("precision").asDouble())
          .isCloseTo(side.get("time_s").asDouble() / seconds, within(1e-9));
      assertThat(side.get("waiting_s")).hasSize(9);
    }
    assertThat(simulated.at("/before/channels")).hasSize(6);
    assertThat(simulated.get("channels")).isEmpty();
    assertThat(run("simulate", REALIGN).out()).contains("natural", "renumbered", "precision");
    var silent = run("simulate", CommandLineRun.example("realign-unequal")).out();
    assertThat(silent).contains("says nothing about its networks");
  }

  @Test
  void thePictureHasBothTables() throws IOException {
    var svg = folder.resolve("table.svg");
    run("plan", REALIGN, "--plot", svg.toString());
    assertThat(Files.readString(svg))
        .contains("natural order: 9 interior, 18 external", "renumbered: 27 interior, 0 external");
    var png = folder.resolve("table.png");
    run(
        "plan",
        REALIGN + "/clusters-4.yaml",
        FIGURE8,
        "--what-if",
        "partition,clusters[*].hosts[*].count=60",
        "--what-if",
        "array.shape[0]=144000000",
        "--plot",
        png.toString());
    assertThat(ImageIO.read(png.toFile()).getHeight()).isGreaterThan(400);
  }

  @Test
  void whatIf() {
    var json =
        run(
                "plan",
                CommandLineRun.example("realign-unequal"),
                "--what-if",
                "renumber=both",
                "--format",
                "json")
            .json();
    // Of seeds/README.md: minimum costs with the source alone free, and with both.
    assertThat(json.at("/before/before/cost").asDouble()).isCloseTo(49, within(1e-9));
    assertThat(json.at("/before/cost").asDouble()).isCloseTo(26, within(1e-9));
    assertThat(json.at("/after/cost").asDouble()).isCloseTo(24, within(1e-9));
    assertThat(json.at("/changes/0/before").asString()).isEqualTo("source");
  }

  @Test
  void rankfiles() throws IOException {
    var file = folder.resolve("ranks.txt");
    var open = run("plan", REALIGN, "--rankfile", file.toString());
    assertThat(open.err()).contains("mpirun -np 9 --rankfile " + file);
    assertThat(Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")))
        .startsWith("rank 0=a1 slot=0", "rank 1=b1 slot=0", "rank 2=c1 slot=0", "rank 3=a2 slot=0")
        .hasSize(9);
    run(
        "plan",
        REALIGN,
        "--what-if",
        "clusters.two.hosts[b].cores=4",
        "--rankfile",
        file.toString());
    assertThat(Files.readAllLines(file)).contains("rank 1=b1 slot=0-3", "rank 2=c1 slot=0");
    var mpich = run("plan", REALIGN, "--rankfile", file.toString(), "--mpi", "mpich");
    assertThat(mpich.err()).contains("mpiexec -n 9 -f " + file);
    assertThat(Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")))
        .containsExactly("a1:1", "b1:1", "c1:1", "a2:1", "b2:1", "c2:1", "a3:1", "b3:1", "c3:1");
  }

  /**
   * What the launcher of MPI calls instead of ssh: starts here, and says for which host. Each host
   * has a folder for temporary files of its own, as real ones have: Open MPI's daemons remove each
   * other's otherwise.
   */
  private static final String AGENT =
      """
      #!/bin/sh
      while [ "${1#-}" != "$1" ]; do shift; done
      AGENT_HOST=$1
      TMPDIR=$0.$1
      mkdir -p "$TMPDIR"
      export AGENT_HOST TMPDIR
      shift
      exec sh -c "$*"
      """;

  /** MPI itself reads the files and starts ranks where the plan has their blocks. */
  @ParameterizedTest
  @CsvSource({
    "openmpi,/usr/bin/mpirun.openmpi,OMPI_COMM_WORLD_RANK",
    "mpich,/usr/bin/mpiexec.mpich,PMI_RANK"
  })
  void mpiStartsRanksWhereTheirBlocksAre(String mpi, String launcher, String rank)
      throws Exception {
    assumeTrue(Files.isExecutable(Path.of(launcher)), "no " + mpi);
    var file = folder.resolve("ranks.txt");
    var plan =
        run("plan", REALIGN, "--rankfile", "" + file, "--mpi", mpi, "--format", "json").json();
    var agent = folder.resolve("agent");
    Files.writeString(agent, AGENT);
    assertThat(agent.toFile().setExecutable(true)).isTrue();
    var line = new ArrayList<>(List.of(launcher, "-np", "9"));
    line.addAll(
        mpi.equals("mpich")
            ? List.of("-f", "" + file, "-launcher", "ssh", "-launcher-exec", "" + agent)
            : List.of("--rankfile", "" + file, "--mca", "plm_rsh_agent", "" + agent));
    line.addAll(List.of("sh", "-c", "echo rank $%s on $AGENT_HOST".formatted(rank)));
    var builder = new ProcessBuilder(line);
    builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
    builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    var out = folder.resolve("out").toFile();
    var process = builder.redirectErrorStream(true).redirectOutput(out).start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    var hosts = List.of("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3");
    var expected = new ArrayList<String>();
    for (int block = 0; block < 9; block++) {
      int processor = plan.get("permutation").get(block).asInt();
      expected.add("rank %d on %s".formatted(block, hosts.get(processor)));
    }
    var said = Files.readAllLines(out.toPath());
    assertThat(said.stream().filter(each -> each.startsWith("rank ")))
        .as(String.join("\n", said))
        .containsExactlyInAnyOrderElementsOf(expected);
  }
}
