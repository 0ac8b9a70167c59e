package io.strait.farm.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassRunnerTest {
  private static final long LONG = 60_000_000_000L;

  private static List<Integer> warmedUpBy(int tasks, long nanos) {
    var computed = new ArrayList<Integer>();
    try (var runner =
        new ClassRunner(
            (task, input) -> {
              computed.add(task);
              return input;
            },
            tasks)) {
      runner.warmUp(nanos);
    }
    return computed;
  }

  @Test
  void warmsUpWithTasksFromAllOverTheFarm() {
    assertThat(warmedUpBy(600, LONG)).containsExactly(100, 300, 500);
    assertThat(warmedUpBy(1, LONG)).containsExactly(0, 0, 0);
    assertThat(warmedUpBy(600, 0)).isEmpty();
  }

  @Test
  void whatFailsThenFailsQuietly() {
    try (var runner =
        new ClassRunner(
            (task, input) -> {
              throw new AssertionError("not yet");
            },
            10)) {
      runner.warmUp(LONG);
    }
  }
}
