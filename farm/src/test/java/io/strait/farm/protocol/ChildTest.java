package io.strait.farm.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.message.Message;
import org.junit.jupiter.api.Test;

/** What a parent expects of a child that takes 10 s for a task. */
class ChildTest {
  private static final long SECOND = 1_000_000_000L;

  /** Its last result came at 11 s; it has as many tasks as cores. */
  private static Child child(int cores) {
    var child =
        new Child(
            new Message.Hello(
                Message.OLDEST, Message.NEWEST, "", "w", Message.Role.WORKER, cores, 7, 1));
    assertThat(child.isUnknown()).isTrue();
    child.measure(1, SECOND);
    child.measure(cores, 11 * SECOND);
    for (int task = 0; task < cores; task++) {
      child.holding.add(task);
    }
    return child;
  }

  @Test
  void needsAnotherTaskWhenItWillBeDoneWithItsOwn() {
    var child = child(1);
    assertThat(child.nextResult()).isEqualTo(21 * SECOND);
    assertThat(child.needs(20 * SECOND)).isZero();
    assertThat(child.needs(21 * SECOND)).isEqualTo(1);
    assertThat(child.needs(100 * SECOND)).isEqualTo(1);
  }

  @Test
  void needsNoneForWhichItHasAskedOrThatItHas() {
    var asked = child(1);
    asked.credits = 1;
    assertThat(asked.needs(21 * SECOND)).isZero();
    var has = child(1);
    has.holding.add(1);
    assertThat(has.needs(21 * SECOND)).isZero();
    var idle = child(1);
    idle.holding.clear();
    assertThat(idle.needs(21 * SECOND)).isZero();
  }

  @Test
  void coresAreDoneOneAfterTheOther() {
    var child = child(4);
    assertThat(child.nextResult()).isEqualTo(27 * SECOND / 2);
    assertThat(child.needs(13 * SECOND)).isZero();
    assertThat(child.needs(14 * SECOND)).isEqualTo(1);
    assertThat(child.needs(17 * SECOND)).isEqualTo(2);
    assertThat(child.needs(60 * SECOND)).isEqualTo(4);
    child.credits = 1;
    assertThat(child.needs(60 * SECOND)).isEqualTo(3);
    child.holding.add(4);
    assertThat(child.needs(60 * SECOND)).isEqualTo(2);
  }
}
