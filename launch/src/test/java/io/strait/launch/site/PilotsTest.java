package io.strait.launch.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.launch.engine.Engine;
import io.strait.launch.engine.Processes;
import io.strait.launch.shell.LocalShell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
        new Processes(new LocalShell()),
        "pilot",
        count,
        count,
        script,
        folder.toString(),
        said::add);
  }

  /** An engine whose jobs do what the test says. */
  private static final class Played implements Engine {
    final Map<String, Map<Integer, Copy>> jobs = new TreeMap<>();
    final List<List<Integer>> submitted = new ArrayList<>();
    final List<Integer> withdrawn = new ArrayList<>();

    void all(State state) {
      jobs.values().forEach(copies -> copies.replaceAll((n, copy) -> new Copy(state, "")));
    }

    void one(int number, State state) {
      jobs.values().forEach(copies -> copies.replace(number, new Copy(state, "")));
    }

    @Override
    public String version() {
      return "played";
    }

    @Override
    public String submit(Job job) {
      submitted.add(job.numbers());
      var copies = new TreeMap<Integer, Copy>();
      job.numbers().forEach(number -> copies.put(number, new Copy(State.WAITING, "Resources")));
      jobs.put(job.name(), copies);
      return job.name();
    }

    @Override
    public Map<String, Map<Integer, Copy>> states(Collection<String> ids) {
      return jobs;
    }

    @Override
    public void cancel(Collection<String> ids) {}

    @Override
    public void withdraw(String id, Collection<Integer> numbers) {
      withdrawn.addAll(numbers);
    }
  }

  private final Played played = new Played();

  private Pilots pilots(int planned, int most) {
    return new Pilots(played, "pilot", planned, most, "", folder.toString(), said::add);
  }

  /** Near the end those that wait are withdrawn, and those that run are left alone. */
  @Test
  void fewerAreWanted() throws Exception {
    var pilots = pilots(4, 4);
    pilots.step(0);
    played.one(0, Engine.State.RUNNING);
    pilots.step(SECOND);
    assertThat(pilots.standing()).isEqualTo("1 running, 3 queued (Resources)");
    pilots.want(2, false);
    pilots.step(2 * SECOND);
    assertThat(played.withdrawn).as("the need may come back").isEmpty();
    pilots.step(13 * SECOND);
    assertThat(played.withdrawn).containsExactlyInAnyOrder(2, 3);
    // One of them began at that moment, so the engine has left it alone.
    played.one(3, Engine.State.RUNNING);
    played.one(2, Engine.State.OVER);
    pilots.step(15 * SECOND);
    assertThat(pilots.standing()).isEqualTo("2 running, 1 queued (Resources)");
    pilots.step(30 * SECOND);
    assertThat(played.withdrawn).containsExactlyInAnyOrder(2, 3, 1);
    // Who has nothing to do leaves, and is not replaced.
    played.all(Engine.State.OVER);
    pilots.step(100 * SECOND);
    pilots.step(200 * SECOND);
    assertThat(played.submitted).hasSize(1);
    assertThat(pilots.isLost()).isFalse();
    assertThat(pilots.trouble()).isEmpty();
    // Somebody else has lost tasks.
    pilots.want(4, true);
    pilots.step(201 * SECOND);
    assertThat(played.submitted).hasSize(2);
    assertThat(played.submitted.getLast()).containsExactly(0, 1, 2, 3);
  }

  @Test
  void moreAreWanted() throws Exception {
    var pilots = pilots(2, 5);
    pilots.step(0);
    played.all(Engine.State.RUNNING);
    pilots.step(SECOND);
    assertThat(played.submitted).containsExactly(List.of(0, 1));
    pilots.want(4, true);
    pilots.step(2 * SECOND);
    assertThat(played.submitted).as("not so soon after the first").hasSize(1);
    pilots.step(12 * SECOND);
    assertThat(played.submitted).containsExactly(List.of(0, 1), List.of(2, 3));
    pilots.want(9, true);
    pilots.step(30 * SECOND);
    assertThat(played.submitted.getLast()).containsExactly(4);
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
