package io.strait.launch.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.launch.engine.Processes;
import io.strait.launch.shell.LocalShell;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a script that are kept running, by a clock of the test's own. */
@Tag("real")
class PilotsTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;

  private final ArrayList<String> said = new ArrayList<>();

  private Pilots pilots(int count, String script) {
    return new Pilots(
        new Processes(new LocalShell()), "pilot", count, script, folder.toString(), said::add);
  }

  /** What ends at once is tried again, more and more seldom, and given up. */
  @Test
  void whatFailsIsGivenUp() throws Exception {
    var pilots = pilots(2, "exit 3\n");
    int submissions = 0;
    for (long now = 0; now < 400 * SECOND && !pilots.isLost(); now += SECOND) {
      int before = pilots.jobs().size();
      pilots.step(now);
      submissions += pilots.jobs().size() > before ? 1 : 0;
      while (!pilots.areAllOver()) {
        Thread.sleep(5);
      }
    }
    assertThat(pilots.isLost()).isTrue();
    assertThat(submissions).isBetween(5, 10);
    assertThat(pilots.trouble()).contains("ended 5 times soon after its start");
  }

  /** What was cancelled by others after a while is replaced at once. */
  @Test
  void whatWasEndedIsReplaced() throws Exception {
    var pilots = pilots(2, "exec sleep 1000\n");
    pilots.step(0);
    pilots.step(SECOND);
    assertThat(pilots.standing()).isEqualTo("2 running, 0 queued");
    var first = pilots.jobs();
    pilots.cancel();
    pilots.step(100 * SECOND);
    pilots.step(101 * SECOND);
    assertThat(pilots.standing()).isEqualTo("2 running, 0 queued");
    assertThat(pilots.jobs()).isNotEqualTo(first);
    pilots.cancel();
    assertThat(pilots.areAllOver()).isTrue();
  }

  /** A master that comes back takes over what runs. */
  @Test
  void adopted() throws Exception {
    var pilots = pilots(3, "exec sleep 1000\n");
    pilots.step(0);
    pilots.step(SECOND);
    var next = pilots(3, "exec sleep 1000\n");
    next.adopt(pilots.standingJobs(), pilots.submissions());
    next.step(SECOND);
    assertThat(next.jobs()).isEqualTo(pilots.jobs());
    next.cancel();
  }
}
