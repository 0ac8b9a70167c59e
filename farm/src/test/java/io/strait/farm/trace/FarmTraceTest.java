package io.strait.farm.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FarmTraceTest {
  /** Workers of one, two and one cores in a cluster that has a LAN and no gap. */
  private static FarmTrace trace() {
    return new FarmTrace(
        new TraceNames(
            List.of("home"),
            0,
            "front",
            List.of("a", "b", "c"),
            new int[3],
            new int[] {1, 2, 1},
            List.of()));
  }

  @Test
  void everyCoreAndServerIsALane() {
    var trace = trace();
    trace.computed(1, 1, 7, 1.5, 2.5);
    trace.transferred(1, 2, 2, true); // takes no time
    trace.transferred(1, 2.5, 3, true);
    trace.processed(5, 3, 4);
    var recording = trace.recording();
    assertThat(recording.count()).isEqualTo(3);
    assertThat(recording.state(0)).isEqualTo(FarmTrace.COMPUTE);
    assertThat(recording.lane(0)).isEqualTo(2);
    assertThat(trace.worker(2)).isEqualTo(1);
    assertThat(recording.number(0)).isEqualTo(7);
    assertThat(recording.state(1)).isEqualTo(FarmTrace.RESULT);
    assertThat(recording.lane(1)).isEqualTo(trace.server(1)).isEqualTo(5);
    assertThat(recording.state(2)).isEqualTo(FarmTrace.PROCESS);
    assertThat(recording.lane(2)).isEqualTo(6);
    assertThat(recording.number(2)).isEqualTo(5);
  }

  @Test
  void whatWasComputedOfALostTaskWasInVain() {
    var trace = trace();
    trace.computed(1, 1, 7, 1, 2);
    trace.lost(1, 7, 2);
    trace.computed(1, 0, 8, 3, 4);
    trace.lost(1, 9, 4);
    trace.computed(0, 0, 8, 3, 5);
    trace.lost(1, 8, 5);
    var recording = trace.recording();
    assertThat(recording.state(0)).isEqualTo(FarmTrace.ABORTED);
    assertThat(recording.state(1)).isEqualTo(FarmTrace.LOST);
    assertThat(recording.lane(1)).as("the first core").isEqualTo(1);
    assertThat(recording.state(2)).isEqualTo(FarmTrace.COMPUTE);
    assertThat(recording.state(4)).isEqualTo(FarmTrace.COMPUTE);
  }

  @Test
  void agreesWithTheOutcome() {
    for (var farm : List.of(Farms.small(), Farms.failing(), Farms.large(4, 50, 2000))) {
      var recording = farm.recording();
      var busy = new double[farm.outcome().busyOf().length];
      for (int i = 0; i < recording.count(); i++) {
        if (recording.is(i, FarmTrace.COMPUTE) || recording.is(i, FarmTrace.ABORTED)) {
          busy[farm.trace().worker(recording.lane(i))] += recording.end(i) - recording.start(i);
        }
      }
      assertThat(busy).containsExactly(farm.outcome().busyOf(), within(1e-6));
      assertThat(recording.count(FarmTrace.COMPUTE))
          .isEqualTo(Arrays.stream(farm.outcome().tasksOf()).sum());
      assertThat((long) recording.count(FarmTrace.LOST)).isEqualTo(farm.outcome().lost());
    }
  }
}
