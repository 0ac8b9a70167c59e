package io.strait.measure.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.measure.output.ToolOutput;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shapes in which Slurm describes its nodes. */
class SlurmReportTest {
  /** As Slurm 22.05 prints it: {@code scontrol show nodes -o}. */
  static final String TEXT =
      """
      NodeName=n1 Arch=x86_64 CoresPerSocket=8  CPUAlloc=8 CPUEfctv=30 CPUTot=32 CPULoad=4.50 AvailableFeatures=(null) Gres=(null) NodeAddr=n1 NodeHostName=n1 Version=22.05.8 OS=Linux 6.1 #1 SMP  RealMemory=64000 AllocMem=0 FreeMem=5000 Sockets=2 Boards=1 State=MIXED ThreadsPerCore=2 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A Partitions=batch,long  BootTime=None CfgTRES=cpu=32,mem=64000M
      NodeName=n2 CoresPerSocket=8 CPUAlloc=0 CPUTot=32 CPULoad=N/A RealMemory=64000 Sockets=2 Boards=1 State=IDLE+DRAIN ThreadsPerCore=2 Partitions=batch,long Reason=disk = broken [root@2026-01-01T00:00:00]
      """;

  private static SlurmReport parse(String text) {
    return SlurmReport.parse(new ToolOutput("out", text));
  }

  private static SlurmNode node(SlurmReport report, String name) {
    return Objects.requireNonNull(report.nodes().get(name));
  }

  @Test
  void text() {
    var report = parse(TEXT);
    assertThat(report.nodes()).containsOnlyKeys("n1", "n2");
    var one = node(report, "n1");
    assertThat(one.cpus()).isEqualTo(30);
    assertThat(one.cores()).isEqualTo(15);
    assertThat(one.memory()).isEqualTo(64000);
    assertThat(one.load()).isEqualTo(4.5);
    assertThat(one.partitions()).containsExactlyInAnyOrder("batch", "long");
    assertThat(one.free()).isEqualTo(1 - 8 / 30.0);
    var two = node(report, "n2");
    assertThat(two.isInService()).isFalse();
    assertThat(two.reason()).isEqualTo("disk = broken");
  }

  @Test
  void textWithoutDashO() {
    var lines =
        TEXT.replaceAll(" (CPUAlloc|RealMemory|Partitions|Reason)=", "\n   $1=")
            .replace("\nNode", "\n\nNode");
    assertThat(parse(lines).nodes()).isEqualTo(parse(TEXT).nodes());
  }

  /** As {@code sinfo --json} of 22.05 and {@code scontrol show nodes --json} of later ones. */
  @Test
  void listOfNodes() {
    var old =
        """
        {"meta": {"Slurm": {"release": "22.05.8"}}, "errors": [ ],
         "nodes": [{"name": "n1", "cores": 8, "sockets": 2, "threads": 2, "cpus": 32, "cpu_load": 450,
           "alloc_cpus": 8, "real_memory": 64000, "state": "mixed", "state_flags": [],
           "partitions": ["batch", "long"], "reason": "", "gres_drained": "N\\/A"},
          {"name": "n2", "cpus": 32, "cpu_load": 4294967294, "state": "idle", "state_flags": ["DRAIN"],
           "partitions": ["batch"], "reason": "disk"}]}\
        """;
    var now =
        """
        {"nodes": [{"name": "n1", "cores": 8, "sockets": 2, "threads": 2, "cpus": 32,
           "effective_cpus": 32, "cpu_load": {"set": true, "infinite": false, "number": 450},
           "alloc_cpus": 8, "real_memory": {"set": true, "infinite": false, "number": 64000},
           "state": ["MIXED"], "partitions": ["batch", "long"], "reason": "", "cluster_name": "east"},
          {"name": "n2", "cpus": 32, "cpu_load": {"set": false, "infinite": false, "number": 0},
           "state": ["IDLE", "DRAIN"], "partitions": ["batch"], "reason": "disk"}],
         "meta": {"slurm": {"cluster": "other"}}}\
        """;
    assertThat(parse(old).cluster()).isNull();
    assertThat(parse(now).cluster()).isEqualTo("east");
    for (var report : List.of(parse(old), parse(now))) {
      var one = node(report, "n1");
      assertThat(one.cores()).isEqualTo(16);
      assertThat(one.load()).isEqualTo(4.5);
      assertThat(one.memory()).isEqualTo(64000);
      assertThat(one.free()).isEqualTo(0.75);
      assertThat(node(report, "n2").isInService()).isFalse();
      assertThat(node(report, "n2").load()).isNaN();
    }
  }

  /** As {@code sinfo --json} of later versions: an item per partition and sort of node. */
  @Test
  void listOfGroups() {
    var item =
        """
        {"cluster": "east", "node": {"state": ["%s"]}, "nodes": {"nodes": [%s], "total": 2},
         "cpus": {"allocated": 8, "minimum": 16, "maximum": 16, "load": {"minimum": 100, "maximum": 300}},
         "sockets": {"minimum": 2}, "cores": {"minimum": 8}, "threads": {"minimum": 1},
         "memory": {"minimum": 32000, "free": {"minimum": {"set": false}}},
         "partition": {"name": "%s"}, "reason": {"description": "%s"}}\
        """;
    var report =
        parse(
            "{\"sinfo\": ["
                + String.join(
                    ",",
                    item.formatted("MIXED", "\"n1\", \"n2\"", "batch", ""),
                    item.formatted("MIXED", "\"n1\", \"n2\"", "long", ""),
                    item.formatted("DOWN", "\"n[08-10]\"", "batch", "no power"))
                + "]}");
    assertThat(report.cluster()).isEqualTo("east");
    assertThat(report.nodes()).containsOnlyKeys("n1", "n2", "n08", "n09", "n10");
    var one = node(report, "n1");
    assertThat(one.partitions()).containsExactlyInAnyOrder("batch", "long");
    assertThat(one.load()).isEqualTo(2);
    assertThat(one.allocated()).isEqualTo(4);
    assertThat(one.free()).isEqualTo(0.75);
    assertThat(node(report, "n09").reason()).isEqualTo("no power");
  }

  @ParameterizedTest
  @CsvSource({
    "IDLE, true", "MIXED+CLOUD, true", "ALLOCATED, true", "IDLE+POWERED_DOWN, true", "IDLE~, true",
    "IDLE+PLANNED, true", "COMPLETING, true", "DOWN*, false", "IDLE*, false", "MIXED+DRAIN, false",
    "IDLE+MAINT, false", "down, false", "FUTURE, false", "IDLE+NOT_RESPONDING, false",
        "DRAINED$, false"
  })
  void states(String state, boolean inService) {
    var text = "NodeName=a CPUTot=1 State=%s X=y\n".formatted(state);
    assertThat(node(parse(text), "a").isInService()).isEqualTo(inService);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PARTITION AVAIL|1:1|neither JSON nor a line with NodeName=",
        "{\"jobs\": []}|1:1|no list 'nodes' or 'sinfo'",
        "{\"nodes\": []}|1:1|Slurm lists no nodes",
        "{\"nodes\": [], \"errors\": [{\"description\": \"no way\"}]}|1:1|Slurm says 'no way'",
        "{\"nodes\": [{\"cpus\": 1}]}|1:12|a node without a name",
        "{\"nodes\": [{\"name\": \"a\", \"cpus\": 65534}]}|1:12|node 'a' has cpus '65534', expected"
            + " a whole number",
        "{\"nodes\": [{\"name\": \"a\", \"cpus\": 0}]}|1:12|node 'a' has cpus '0', expected",
        "{\"sinfo\": [{\"nodes\": {\"nodes\": [\"n[1-]\"]}}]}|1:33|nodes is 'n[1-]', expected"
            + " names",
        "{\"sinfo\": [{\"nodes\": {\"nodes\": [\"n[1-99999999]\"]}}]}|1:33|nodes is"
            + " 'n[1-99999999]', expected",
        "`hint\n"
            + "NodeName=a CPUTot=x State=IDLE`|2:1|node 'a' has CPUTot='x', expected a whole"
            + " number",
      })
  void wrong(String text, String place, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("out:" + place + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void askingSlurm(@TempDir Path folder) throws IOException {
    var scontrol = folder.resolve("scontrol");
    Files.writeString(
        scontrol,
        """
        #!/bin/sh
        case "$*" in
          "show nodes -o") echo NodeName=a CPUTot=4 State=IDLE ;;
          "show config") printf 'Configuration data\\nClusterName             = east\\n' ;;
        esac
        """);
    assertThat(scontrol.toFile().setExecutable(true)).isTrue();
    var report = LocalSlurm.ask(scontrol.toString());
    assertThat(report.cluster()).isEqualTo("east");
    assertThat(node(report, "a").cpus()).isEqualTo(4);
    Files.writeString(
        scontrol, "#!/bin/sh\necho 'Unable to contact slurm controller' >&2; exit 1\n");
    assertThatThrownBy(() -> LocalSlurm.ask(scontrol.toString()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "ended with 1 and says 'Unable to contact slurm controller', expected");
    assertThatThrownBy(() -> LocalSlurm.ask(folder.resolve("none").toString()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("expected a machine with Slurm, or a file");
  }

  /** Lists of names, compressed and expanded again. */
  @Test
  void lists() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      var numbers = new TreeSet<Integer>();
      for (int k = random.nextInt(12); k >= 0; k--) {
        numbers.add(random.nextInt(30));
      }
      var form = List.of("n%d", "n%03d", "rack1-%02d.site").get(random.nextInt(3));
      var names = new ArrayList<String>();
      numbers.forEach(number -> names.add(form.formatted(number)));
      var list = HostNames.compress(names);
      assertThat(HostNames.expand(list, 100)).as("seed %d: %s", seed, list).isEqualTo(names);
    }
    assertThat(HostNames.compress(List.of("n8", "n9", "n10", "n12"))).isEqualTo("n[8-10,12]");
    assertThat(HostNames.expand("r[1-2]n[1,3]", 10))
        .containsExactly("r1n1", "r1n3", "r2n1", "r2n3");
  }

  /** Whatever is cut, put in or changed: a grid, or an error in one line. */
  @Test
  void brokenTexts() {
    var good =
        List.of(
            TEXT,
            "{\"nodes\": [{\"name\": \"n1\", \"cpus\": 4, \"cpu_load\": {\"set\": true, \"number\":"
                + " 9}, \"state\": [\"IDLE\"], \"partitions\": [\"p\"], \"reason\": null}]}",
            "{\"sinfo\": [{\"nodes\": {\"nodes\": [\"n[01-12,14].x\"]}, \"cpus\": {\"minimum\": 4,"
                + " \"allocated\": 3, \"load\": {\"minimum\": 1}}, \"partition\": {\"name\":"
                + " \"p\"}}]}");
    long seed = new Random().nextLong();
    var random = new Random(seed);
    var signs = "{}[]\",:\\ \n-=+*019nNa.#'";
    for (int i = 0; i < 3000; i++) {
      var text = new StringBuilder(good.get(i % 3));
      for (int k = random.nextInt(5); k >= 0; k--) {
        int at = random.nextInt(text.length());
        if (random.nextBoolean()) {
          text.insert(at, signs.charAt(random.nextInt(signs.length())));
        } else {
          text.setCharAt(at, signs.charAt(random.nextInt(signs.length())));
        }
      }
      try {
        var grid = SlurmGrid.create("x", "c", SlurmCluster.of(parse(text.toString()), false));
        assertThat(grid.grid().clusters()).hasSize(1);
      } catch (InputException e) {
        assertThat(e.getMessage()).as("seed %d: %s", seed, text).matches("out:.*expected.*");
      } catch (RuntimeException e) {
        throw new AssertionError("seed %d: %s".formatted(seed, text), e);
      }
    }
  }
}
