package io.strait.farm.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TraceBuilderTest {
  private final TraceBuilder diary = new TraceBuilder();

  @Test
  void fewTasksAreListed() {
    assertThat(diary.isEmpty()).isTrue();
    diary.add(7, 1_000, 300, false);
    diary.add(9, 1_500, 400, true);
    assertThat(diary.isEmpty()).isFalse();
    var trace = diary.take("es", 2_000, 11, 12);
    assertThat(trace.path()).containsExactly("es");
    assertThat(trace.tasks()).containsExactly(7, 9);
    assertThat(trace.ago()).containsExactly(1_000, 500);
    assertThat(trace.took()).containsExactly(300, 400);
    assertThat(trace.failed()).containsExactly(false, true);
    assertThat(trace.many()).isZero();
    assertThat(trace.span()).isZero();
    assertThat(trace.up()).isEqualTo(11);
    assertThat(trace.down()).isEqualTo(12);
    assertThat(diary.isEmpty()).isTrue();
  }

  @Test
  void asManyAsFitAreListed() {
    add(0, Message.Trace.MOST);
    var trace = diary.take("es", 1_000_000, 0, 0);
    assertThat(trace.tasks()).hasSize(Message.Trace.MOST);
    assertThat(trace.many()).isZero();
  }

  @Test
  void moreFoldIntoOneLineAndThenAllBeginsAnew() {
    for (int round = 0; round < 3; round++) {
      long begin = 1_000_000L * round;
      int count = Message.Trace.MOST + 1 + round * 1_000;
      add(begin, count);
      var trace = diary.take("es", begin + 900_000, 0, 0);
      assertThat(trace.tasks()).isEmpty();
      assertThat(trace.many()).isEqualTo(count);
      assertThat(trace.busy()).isEqualTo(8L * count);
      // From when the first one began.
      assertThat(trace.span()).isEqualTo(900_000);
      assertThat(diary.isEmpty()).isTrue();
    }
  }

  /** Tasks of 8 nanoseconds, one every 10. */
  private void add(long begin, int count) {
    for (int i = 0; i < count; i++) {
      diary.add(i, begin + 10L * i + 8, 8, false);
    }
  }
}
