package io.strait.transport.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.transport.wire.Authority;
import io.strait.transport.wire.NodeRole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two real MPI jobs that a hub joins, over TLS. */
@Tag("real")
@Timeout(400)
class JoinedFabricTest {
  private static final Delays DELAYS = (from, to) -> 2_000_000;

  @TempDir static Path folder;

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  @BeforeAll
  static void issue() throws IOException {
    Authority.init(folder);
    Authority.issue(folder, "home", NodeRole.MASTER, 10, folder);
    Authority.issue(folder, "w", NodeRole.WORKER, 10, folder);
  }

  /** Both jobs, of two ranks each, one after the other. */
  private List<MpiRun.Outcome> run(MpiLibrary library, String what) throws Exception {
    MpiRun.assumeInstalled(library);
    try (var hub = Hubs.open(folder, 4, DELAYS, heard::add)) {
      var one = start(library, hub, 0, what);
      var two = start(library, hub, 2, what);
      return List.of(
          MpiRun.end(one, folder.resolve("output0")), MpiRun.end(two, folder.resolve("output2")));
    }
  }

  private Process start(MpiLibrary library, Hub hub, int first, String what) throws IOException {
    return MpiRun.start(
        library,
        2,
        folder.resolve("output" + first),
        JoinedRank.class,
        List.of(folder.toString(), Integer.toString(hub.port()), Integer.toString(first), what));
  }

  /**
   * The contract holds, and ranks that are done end their job properly, also when home was faster.
   */
  @ParameterizedTest
  @EnumSource(MpiLibrary.class)
  void holdsTheContractAndJobsOutliveHome(MpiLibrary library) throws Exception {
    MpiRun.assumeInstalled(library);
    Process one;
    Process two;
    try (var hub = Hubs.open(folder, 4, DELAYS, heard::add)) {
      one = start(library, hub, 0, "OUTLIVE");
      two = start(library, hub, 2, "OUTLIVE");
      int done = 0;
      while (done < 4) {
        var words = heard.take();
        assertThat(words).doesNotStartWith("lost ");
        done += words.contains(" says 1") ? 1 : 0;
      }
    }
    for (var outcome :
        List.of(
            MpiRun.end(one, folder.resolve("output0")),
            MpiRun.end(two, folder.resolve("output2")))) {
      assertThat(outcome.said().lines().filter(line -> !line.startsWith("SLF4J"))).isEmpty();
      assertThat(outcome.code()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(value = MpiLibrary.class, names = "OPEN_MPI")
  void aRankThatDiesIsNamedInTheOtherJob(MpiLibrary library) throws Exception {
    var outcomes = run(library, "DIE");
    assertThat(outcomes.get(0).said())
        .containsPattern("rank 0: rank [23] is lost: its connection broke")
        .containsPattern("rank 1: rank [23] is lost: its connection broke");
    assertThat(outcomes.get(0).code()).isNotZero();
    assertThat(outcomes.get(1).code()).isNotZero();
    // MPI ends its neighbour, too, and either may be noticed first.
    assertThat(heard).anyMatch(words -> words.matches("lost [23]: its connection broke"));
  }
}
