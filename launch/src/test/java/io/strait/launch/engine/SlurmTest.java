package io.strait.launch.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.strait.launch.engine.Engine.Copy;
import io.strait.launch.engine.Engine.State;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Slurm prints, and what it is told. */
class SlurmTest {
  /** As squeue of Slurm 22.05 printed it, and one copy that was requeued. */
  @Test
  void statesOfArrays() {
    var states =
        SlurmStates.of(
            """
            115 8 PENDING Resources
            116 N/A PENDING Priority
            115 0 RUNNING None
            115 1 COMPLETING None
            115 2 COMPLETED None
            115 3 TIMEOUT TimeLimit
            115 4 NODE_FAIL None
            115 5 PREEMPTED None
            115 5 PENDING BeginTime
            115 6 CONFIGURING None
            115 7 REQUEUED None
            """);
    assertThat(states.keySet()).containsExactlyInAnyOrder("115", "116");
    assertThat(states.get("116")).containsOnly(entry(0, new Copy(State.WAITING, "Priority")));
    assertThat(states.get("115"))
        .containsEntry(0, new Copy(State.RUNNING, ""))
        .containsEntry(1, new Copy(State.RUNNING, ""))
        .containsEntry(2, new Copy(State.OVER, ""))
        .containsEntry(3, new Copy(State.OVER, "TIMEOUT TimeLimit"))
        .containsEntry(4, new Copy(State.OVER, "NODE_FAIL"))
        .containsEntry(5, new Copy(State.WAITING, "BeginTime"))
        .containsEntry(6, new Copy(State.WAITING, ""))
        .containsEntry(7, new Copy(State.WAITING, ""))
        .containsEntry(8, new Copy(State.WAITING, "Resources"));
  }

  @Test
  void ranges() {
    assertThat(Slurm.ranges(List.of(0, 1, 2, 3))).isEqualTo("0-3");
    assertThat(Slurm.ranges(List.of(7, 0, 2, 1))).isEqualTo("0-2,7");
    assertThat(Slurm.ranges(List.of(5))).isEqualTo("5");
  }

  @ParameterizedTest
  @CsvSource({
    "5, 300",
    "30:00, 1800",
    "1:00:00, 3600",
    "1-0, 86400",
    "1-02:30:00, 95400",
    "2-03:04, 183840",
    "infinite, 0",
    "UNLIMITED, 0",
  })
  void limits(String text, long seconds) {
    assertThat(TimeLimit.seconds(text)).isEqualTo(seconds);
  }
}
