package io.strait.view.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordingTest {
  private static final State BUSY = State.of(0, "busy", Palette.BLUE);
  private static final State SENDING = State.of(1, "sending", Palette.GREEN);
  private static final List<State> STATES = List.of(BUSY, SENDING);

  @Test
  void keepsWhatItIsTold() {
    var recording = new Recording(STATES);
    recording.add(SENDING, 3, 7, 1.5, 2.5);
    assertThat(recording.state(0)).isEqualTo(SENDING);
    assertThat(recording.lane(0)).isEqualTo(3);
    assertThat(recording.number(0)).isEqualTo(7);
    assertThat(recording.start(0)).isEqualTo(1.5);
    assertThat(recording.end(0)).isEqualTo(2.5);
    recording.change(0, BUSY);
    assertThat(recording.count(BUSY)).isEqualTo(1);
    assertThat(recording.lanesWith(BUSY).stream()).containsExactly(3);
    assertThat(recording.lanesWith(SENDING).isEmpty()).isTrue();
  }

  @Test
  void stopsAtItsBoundAndCounts() {
    var recording = new Recording(STATES, 100_000);
    for (int i = 0; i < 150_000; i++) {
      recording.add(BUSY, 0, i, i, i + 1);
    }
    recording.add(SENDING, 0, 1, 0, Double.POSITIVE_INFINITY);
    assertThat(recording.count()).isEqualTo(100_000);
    assertThat(recording.leftOut()).isEqualTo(50_001);
    assertThat(recording.number(99_999)).isEqualTo(99_999);
  }

  @Test
  void recordsAreOrderedByStart() {
    var recording = new Recording(STATES);
    var random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      double start = i / 100 + random.nextInt(5);
      recording.add(BUSY, i % 9, i, start, start + 1);
    }
    var order = TraceOrder.byStart(recording);
    assertThat(order).hasSize(recording.count()).doesNotHaveDuplicates();
    for (int i = 1; i < order.length; i++) {
      double before = recording.start(order[i - 1]);
      double start = recording.start(order[i]);
      assertThat(before < start || (before == start && order[i - 1] < order[i])).isTrue();
    }
  }

  @Test
  void statesStandWhereTheirNumbersSay() {
    assertThatThrownBy(() -> new Recording(List.of(SENDING)))
        .hasMessage("state 'sending' has the number 1, expected 0");
  }
}
