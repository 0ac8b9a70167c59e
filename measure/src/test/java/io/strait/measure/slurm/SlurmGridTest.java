package io.strait.measure.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.measure.output.ToolOutput;
import io.strait.model.Cluster;
import io.strait.model.HostGroup;
import io.strait.model.text.InputException;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Nodes of Slurm as hosts of a grid file. */
class SlurmGridTest {
  private static final String HOST =
      "NodeName=%s CoresPerSocket=4 CPUAlloc=%d CPUTot=8 CPULoad=%s RealMemory=%d Sockets=2"
          + " ThreadsPerCore=1 State=%s Partitions=%s\n";

  private static String host(String name, int allocated, String load, int memory, String state) {
    return HOST.formatted(name, allocated, load, memory, state, "batch");
  }

  private static SlurmCluster cluster(String text) {
    return SlurmCluster.of(SlurmReport.parse(new ToolOutput("nodes.txt", text)), false);
  }

  private static final String NODES =
      host("n01", 0, "0.00", 32000, "IDLE")
          + host("n02", 8, "7.90", 32000, "ALLOCATED")
          + host("n03", 0, "N/A", 32000, "DOWN*")
          + host("n04", 0, "0.00", 96000, "IDLE")
          + host("n05", 0, "0.00", 96000, "IDLE")
          + host("login", 0, "0.08", 32000, "IDLE");

  @Test
  void newFile() {
    var written = SlurmGrid.create("nodes.txt", "east", cluster(NODES));
    assertThat(written.text())
        .isEqualTo(
            """
            # hosts from Slurm: nodes.txt
            grid: east
            clusters:
              east:
                # lan: not measured yet: strait measure link, or strait import iperf3 --between east
                hosts:
                  - {name: n, count: 2, cores: 8, available: 50%}  # Slurm: n[01-02], partition batch, memory 32000 MB, load 0 to 7.90 and 0 to 8 allocated of 8 CPUs
                  - {name: n-b, count: 2, cores: 8}  # Slurm: n[04-05], partition batch, memory 96000 MB, load 0 and 0 allocated of 8 CPUs
                  - {name: login, cores: 8, available: 99%}  # Slurm: login, partition batch, memory 32000 MB, load 0.08 and 0 allocated of 8 CPUs
                  # Slurm, not in service: n03, down*
            """);
  }

  @Test
  void anotherImportKeepsWhatUsersWrote() {
    var mine =
        """
        grid: both   # mine
        clusters:
          home:
            hosts: [{name: desk}]
          east:
            lan: {bandwidth: 1 GB/s}   # data sheet
            hosts:
              - {name: front, role: master}   # by hand
              - {name: n, count: 9, cores: 8, speed: 2 Gflop/s, available: 3%}  # Slurm: n[01-09]
              - {name: old, count: 2, speed: 1 Gflop/s}  # Slurm: old[1-2]
              # Slurm, not in service: n77, down
              # Slurm does not know this
        # links are measured
        links:
          - {between: [home, east], bandwidth: 1 MB/s}
        """;
    var written = SlurmGrid.write("grid.yaml", mine, "east", cluster(NODES));
    assertThat(written.text())
        .isEqualTo(
            mine.replace(
                    "  # Slurm: n[01-09]",
                    "  # Slurm: n[01-02], partition batch, memory 32000 MB, load 0 to 7.90 and 0 to"
                        + " 8 allocated of 8 CPUs")
                .replace("count: 9", "count: 2")
                .replace("available: 3%", "available: 50%")
                .replace("      - {name: old", "      # - {name: old")
                .replace(
                    "      # Slurm, not in service: n77, down\n",
                    """
                          - {name: n-b, count: 2, cores: 8}  # Slurm: n[04-05], partition batch, memory 96000 MB, load 0 and 0 allocated of 8 CPUs
                          - {name: login, cores: 8, available: 99%}  # Slurm: login, partition batch, memory 32000 MB, load 0.08 and 0 allocated of 8 CPUs
                          # Slurm, not in service: n03, down*
                    """));
    assertThat(written.notes())
        .containsExactly(
            "grid.yaml: host 'front' is not in Slurm's list: left as it is",
            "grid.yaml: host 'old' is no longer in Slurm's list: now a comment");
    assertThat(SlurmGrid.write("grid.yaml", written.text(), "east", cluster(NODES)).text())
        .isEqualTo(written.text());
  }

  @Test
  void anotherCluster() {
    var mine =
        """
        grid: two
        clusters:
          a:
            hosts:
              - {name: x}   # mine

        # the end
        """;
    var written = SlurmGrid.write("grid.yaml", mine, "east", cluster(NODES));
    assertThat(written.grid().clusters()).extracting(Cluster::name).containsExactly("a", "east");
    assertThat(written.text())
        .startsWith(mine.substring(0, mine.indexOf("\n\n")) + "\n  east:\n")
        .contains("\n\n# the end\nlinks:\n  - {between: [a, east]}  # not measured yet: ");
    var third =
        SlurmGrid.write(
            "grid.yaml", written.text(), "west", cluster(host("w1", 0, "0", 1, "IDLE")));
    assertThat(third.grid().links()).hasSize(2);
    assertThat(third.notes())
        .containsExactly(
            "grid.yaml: cluster 'west' is new, and its link to 'a' has no figures yet");
  }

  @Test
  void filesThatCannotBeChanged() {
    var flow = "{grid: g, clusters: {a: {hosts: [{name: x}]}}}\n";
    assertThatThrownBy(() -> SlurmGrid.write("grid.yaml", flow, "east", cluster(NODES)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("cannot be changed in place")
        .hasMessageContaining("expected clusters, hosts and links on lines of their own");
    assertThatThrownBy(() -> cluster(host("n1", 0, "0", 1, "DOWN")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "no node is in service, expected one at least (Slurm, not in service: n1, down)");
  }

  /** Whatever nodes there are: every one in service is counted once, under a name of its own. */
  @Test
  void randomNodes() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int i = 0; i < 60; i++) {
      var text = new StringBuilder();
      var names = new HashSet<String>();
      int inService = 0;
      for (int k = 1 + random.nextInt(30); k > 0; k--) {
        var name =
            new String[] {"n", "n1", "a-", "7", "x.y", "n-b"}[random.nextInt(6)]
                + (random.nextInt(5) == 0 ? "" : random.nextInt(15));
        if (names.add(name)) {
          boolean isDown = names.size() > 1 && random.nextInt(5) == 0;
          inService += isDown ? 0 : 1;
          text.append(
              host(
                  name,
                  random.nextInt(9),
                  "1.5",
                  1000 * (1 + random.nextInt(2)),
                  isDown ? "DOWN" : "IDLE"));
        }
      }
      var written = SlurmGrid.create("x", "c", cluster(text.toString()));
      var again = SlurmGrid.write("grid.yaml", written.text(), "c", cluster(text.toString()));
      assertThat(
              written.grid().clusters().getFirst().hosts().stream().mapToInt(HostGroup::size).sum())
          .as("seed %d:%n%s", seed, text)
          .isEqualTo(inService);
      assertThat(again.text()).as("seed %d", seed).isEqualTo(written.text());
    }
  }
}
