package io.strait.farm.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Copies of late tasks, against a list that is searched anew every time. */
class TailCopiesTest {
  private record Held(int task, double since, double expected) {}

  private final List<Held> held = new ArrayList<>();
  private final Set<Integer> copied = new HashSet<>();

  private int naive(double now, double seconds) {
    int best = TaskPool.NONE;
    double latest = Double.NEGATIVE_INFINITY;
    for (var one : held) {
      double end = one.since + one.expected;
      boolean overdue = now > one.since + 2 * one.expected;
      double worth = overdue ? Double.MAX_VALUE : end;
      if (!copied.contains(one.task) && (overdue || end > now + seconds) && worth > latest) {
        best = one.task;
        latest = worth;
      }
    }
    copied.add(best);
    return best;
  }

  /** A farm of millions of tasks keeps those in mind that are under way. */
  @Test
  void forgetsWhatIsDone() {
    var copies = new TailCopies();
    for (int task = 0; task < 100_000; task++) {
      copies.handedOut(task, task, 10);
      if (task >= 10) {
        assertThat(copies.isFirst(task - 10)).isTrue();
      }
    }
    assertThat(copies.room()).isLessThan(100);
  }

  @Test
  void remembersOnlyWhatCannotChange() {
    for (int seed = 0; seed < 500; seed++) {
      var random = new Random(seed);
      var copies = new TailCopies();
      held.clear();
      copied.clear();
      double now = 0;
      for (int step = 0; step < 200; step++) {
        now += random.nextInt(3);
        switch (random.nextInt(8)) {
          case 0 -> {
            double seconds = 1 + random.nextInt(20);
            copies.handedOut(step, now, seconds);
            held.add(new Held(step, now, seconds));
          }
          case 1 -> {
            if (!held.isEmpty()) {
              var done = held.remove(random.nextInt(held.size()));
              assertThat(copies.isFirst(done.task)).isTrue();
            }
          }
          case 2 -> {
            if (!held.isEmpty()) {
              var lost = held.get(random.nextInt(held.size()));
              if (copies.isLost(lost.task) || copies.isLost(lost.task)) {
                held.remove(lost);
                copied.remove(lost.task);
              }
            }
          }
          default -> {
            double seconds = 1 + random.nextInt(20);
            assertThat(copies.copyFor(now, seconds))
                .as("seed %d, step %d", seed, step)
                .isEqualTo(naive(now, seconds));
          }
        }
      }
    }
  }
}
