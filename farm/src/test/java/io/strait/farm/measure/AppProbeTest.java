package io.strait.farm.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AppProbeTest {
  @Test
  void tasksAreSpreadOverAll() {
    assertThat(AppProbe.choose(1000, 4)).containsExactlyInAnyOrder(125, 375, 625, 875);
    assertThat(AppProbe.choose(3, 10)).containsExactlyInAnyOrder(0, 1, 2);
    assertThat(AppProbe.choose(1, 1)).containsExactly(0);
  }

  @Test
  void theyAreDifferentTasksOfTheApp() {
    var random = new Random(3);
    for (int i = 0; i < 500; i++) {
      int tasks = 1 + random.nextInt(i % 2 == 0 ? 20 : Integer.MAX_VALUE - 1);
      int most = 1 + random.nextInt(50);
      var chosen = AppProbe.choose(tasks, most);
      assertThat(new HashSet<>(chosen)).hasSize(Math.min(tasks, most));
      assertThat(chosen).allMatch(task -> task >= 0 && task < tasks);
    }
  }
}
