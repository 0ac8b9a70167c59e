package io.strait.kind.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Two interrupts in a row are an answer, others are not. */
class InterruptQuestionTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void theSecondSoonAfterTheFirst() {
    var clock = new AtomicLong(SECOND);
    var answer = new InterruptQuestion.Answer(clock::get);
    assertThat(answer.isGiven()).isFalse();
    clock.addAndGet(6 * SECOND);
    assertThat(answer.isGiven()).as("it went on meanwhile").isFalse();
    clock.addAndGet(4 * SECOND);
    assertThat(answer.isGiven()).isTrue();
  }
}
