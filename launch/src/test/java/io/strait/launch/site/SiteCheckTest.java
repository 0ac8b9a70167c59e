package io.strait.launch.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.Start;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people are told of a site before anything runs there. */
class SiteCheckTest {
  /** As sinfo of Slurm 22.05 printed it, where two partitions share their nodes. */
  private static final String PARTITIONS =
      """
      batch* up 1:00:00 1 allocated
      batch* up 1:00:00 1 idle
      brief up 1:00 1 allocated
      brief up 1:00 1 idle
      """;

  private static Start.Slurm slurm(String partition, int minutes) {
    return new Start.Slurm(partition, Duration.ofMinutes(minutes), List.of());
  }

  @Test
  void withoutAPartitionItIsTheDefault() throws IOException {
    assertThat(SiteCheck.partition(slurm("", 0), PARTITIONS))
        .isEqualTo("partition batch up, 1 of 2 nodes idle, limit 1:00:00");
    assertThatThrownBy(() -> SiteCheck.partition(slurm("", 0), "brief up 1:00 2 idle\n"))
        .hasMessage("it has no default partition: name one");
  }

  @Test
  void jobsThatAreTooLongWouldWaitForEver() {
    assertThatThrownBy(() -> SiteCheck.partition(slurm("brief", 2), "brief up 1:00 2 idle\n"))
        .hasMessage(
            "partition brief up, 2 of 2 nodes idle, limit 1:00: jobs of 2 min would wait for ever");
  }

  /** Nobody listens at port 1. What ssh said is told, and what would help, once. */
  @Test
  @Tag("real")
  void aSiteThatCannotBeReached(@TempDir Path folder) throws Exception {
    var start = new Start("ssh://127.0.0.1:1", null, ".strait");
    try (var site = new RemoteSite("east", start, "h", folder)) {
      var findings = new SiteCheck(site, start).run((machine, hasJava) -> null);
      assertThat(findings).hasSize(1);
      assertThat(findings.getFirst().found())
          .startsWith("ssh://127.0.0.1:1 cannot be reached: ")
          .contains("onnection refused")
          .doesNotContain("see that");
      assertThat(findings.getFirst().mend()).endsWith(" ssh://127.0.0.1:1 true' works");
    }
  }
}
