package io.strait.farm.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TraceRecorderTest {
  @Test
  void keepsWhatItIsTold() {
    var recorder = new TraceRecorder();
    recorder.computed(3, 1, 7, 1.5, 2.5);
    recorder.transferred(4, 2, 2, true); // takes no time
    recorder.transferred(4, 2.5, 3, true);
    recorder.processed(5, 3, 4);
    assertThat(recorder.count()).isEqualTo(3);
    assertThat(recorder.kind(0)).isEqualTo(TraceRecorder.Kind.COMPUTE);
    assertThat(recorder.resource(0)).isEqualTo(3);
    assertThat(recorder.core(0)).isEqualTo(1);
    assertThat(recorder.number(0)).isEqualTo(7);
    assertThat(recorder.start(0)).isEqualTo(1.5);
    assertThat(recorder.end(0)).isEqualTo(2.5);
    assertThat(recorder.kind(1)).isEqualTo(TraceRecorder.Kind.RESULT);
    assertThat(recorder.kind(2)).isEqualTo(TraceRecorder.Kind.PROCESS);
  }

  @Test
  void whatWasComputedOfALostTaskWasInVain() {
    var recorder = new TraceRecorder();
    recorder.computed(0, 0, 7, 1, 2);
    recorder.lost(0, 7, 2);
    recorder.computed(0, 0, 8, 3, 4);
    recorder.lost(0, 9, 4);
    assertThat(recorder.kind(0)).isEqualTo(TraceRecorder.Kind.ABORTED);
    assertThat(recorder.kind(1)).isEqualTo(TraceRecorder.Kind.LOST);
    assertThat(recorder.kind(2)).isEqualTo(TraceRecorder.Kind.COMPUTE);
  }

  @Test
  void stopsAtItsBoundAndCounts() {
    var recorder = new TraceRecorder(100_000);
    for (int i = 0; i < 150_000; i++) {
      recorder.computed(0, 0, i, i, i + 1);
    }
    recorder.transferred(0, 1, Double.POSITIVE_INFINITY, false);
    assertThat(recorder.count()).isEqualTo(100_000);
    assertThat(recorder.leftOut()).isEqualTo(50_001);
    assertThat(recorder.number(99_999)).isEqualTo(99_999);
  }

  @Test
  void agreesWithTheOutcome() {
    for (var farm : new Farms[] {Farms.small(), Farms.failing(), Farms.large(4, 50, 2000)}) {
      var recorder = farm.recorder();
      var busy = new double[farm.names().workers().size()];
      int done = 0;
      int lost = 0;
      for (int i = 0; i < recorder.count(); i++) {
        switch (recorder.kind(i)) {
          case COMPUTE, ABORTED ->
              busy[recorder.resource(i)] += recorder.end(i) - recorder.start(i);
          case LOST -> lost++;
          case TASK, RESULT, PROCESS -> {}
        }
        done += recorder.kind(i) == TraceRecorder.Kind.COMPUTE ? 1 : 0;
      }
      assertThat(busy).containsExactly(farm.outcome().busyOf(), within(1e-6));
      assertThat(done).isEqualTo(java.util.Arrays.stream(farm.outcome().tasksOf()).sum());
      assertThat((long) lost).isEqualTo(farm.outcome().lost());
    }
  }

  @Test
  void recordsAreOrderedByStart() {
    var recorder = Farms.large(4, 50, 2000).recorder();
    var order = TraceOrder.byStart(recorder);
    assertThat(order).hasSize(recorder.count()).doesNotHaveDuplicates();
    for (int i = 1; i < order.length; i++) {
      double before = recorder.start(order[i - 1]);
      double start = recorder.start(order[i]);
      assertThat(before < start || (before == start && order[i - 1] < order[i])).isTrue();
    }
  }
}
