package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.launch.Launcher;
import io.strait.launch.LocalCertificates;
import io.strait.launch.Site;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that fail again and again. */
@Tag("real")
@Timeout(60)
final class ProcessNodesTest {
  @TempDir private Path folder;

  /** A program whose gateways are well and whose workers are not. */
  public static final class Nodes {
    private Nodes() {}

    public static void main(String[] args) {
      if (args[0].equals("worker")) {
        throw new IllegalStateException("no room for a table");
      }
      while (true) {
        LockSupport.park();
      }
    }
  }

  @Test
  void gatewaysAloneAreNoRun() throws Exception {
    try (var log = FarmLog.people(line -> {}, false);
        var nodes =
            new ProcessNodes(
                new Topology(List.of("near"), Map.of("gate", List.of("far"))),
                1,
                folder,
                "60s",
                LocalCertificates.none(),
                new Launcher(Nodes.class.getName(), null),
                Site.HERE,
                log,
                null)) {
      assertThat(nodes.isOver()).isFalse();
      while (!nodes.isOver()) {
        Thread.sleep(20);
      }
      assertThat(nodes.trouble()).contains("ended 5 times with code 1", "no room for a table");
    }
  }
}
