package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tasks whose results cannot be used: they fail, that is reported, and the others count. */
@Timeout(60)
class BadResultTest {
  @TempDir Path folder;

  @Test
  void aResultThatDoesNotFit() throws Exception {
    try (var target = new Target(folder, null, hello -> null)) {
      target.worker(null, "", "honest", task -> task == 5 ? new byte[3] : Target.value(1L << task));
      target.heard("honest joined");
      target.over.countDown();
      target.ended().get(60, TimeUnit.SECONDS);
      target.heard("sent a result of task 5 that cannot be combined: a result of 3 bytes");
      target.heard("task 5 failed and is tried again: a result of 3 bytes, expected 8");
      target.heard("task 5 failed for good: a result of 3 bytes, expected 8");
      Map<Integer, String> failed = target.node().ask(master -> new TreeMap<>(master.failed()));
      assertThat(failed).containsOnly(Map.entry(5, "a result of 3 bytes, expected 8"));
      assertThat(target.node().<byte[]>ask(master -> master.total()))
          .isEqualTo(Target.value((1L << Target.TASKS) - 1 - (1L << 5)));
    }
  }

  /** What failed and was tried again counts once. */
  @Test
  void anAttemptThatFails() throws Exception {
    var isFirst = new AtomicBoolean(true);
    try (var target = new Target(folder, null, hello -> null)) {
      target.worker(
          null,
          "",
          "unlucky",
          task -> {
            if (task == 5 && isFirst.getAndSet(false)) {
              throw new IllegalStateException("no luck");
            }
            return Target.value(1L << task);
          });
      target.heard("unlucky joined");
      target.over.countDown();
      target.ended().get(60, TimeUnit.SECONDS);
      target.heard("task 5 failed and is tried again");
      assertThat(target.node().<Integer>ask(master -> master.children().getFirst().finished()))
          .isEqualTo(Target.TASKS);
    }
  }
}
