package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.message.Message;
import io.strait.farm.protocol.Observer;
import io.strait.transport.emulate.HostPace;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a machine is too slow for what it emulates. */
class EmulationLagTest {
  private static final long TASK = 1_000_000;
  private final EmulationLag watch =
      new EmulationLag(Observer.NOBODY, name -> name.equals("w") ? new HostPace(TASK) : null);

  /** Tasks that are told one by one. */
  private void told(String worker, int count, long took) {
    var times = new long[count];
    Arrays.fill(times, took);
    tell(worker, times, 0, 0);
  }

  /** Tasks that are told together. */
  private void toldTogether(String worker, int count, long took) {
    tell(worker, new long[0], count, count * took);
  }

  private void tell(String worker, long[] took, int many, long busy) {
    watch.traced(
        List.of("gate", worker),
        new Message.Trace(
            List.of("gate", worker),
            Message.Trace.Event.NONE,
            new int[took.length],
            new long[took.length],
            took,
            new boolean[took.length],
            many,
            busy,
            busy,
            0,
            0));
  }

  @Test
  void oneInAHundredIsNoTrouble() {
    told("w", 199, TASK);
    toldTogether("w", 300, TASK + TASK / 100);
    told("w", 4, 3 * TASK);
    assertThat(watch.warning()).isEmpty();
    told("w", 2, 3 * TASK);
    assertThat(watch.warning()).contains("6 of 505 tasks were late, one took 3.0 times as long");
  }

  @Test
  void tasksOfLessThanANanosecondAreLateByANumber() {
    var fast = new EmulationLag(Observer.NOBODY, name -> new HostPace(0));
    fast.traced(
        List.of("w"),
        new Message.Trace(
            List.of("w"),
            Message.Trace.Event.NONE,
            new int[1],
            new long[1],
            new long[] {5_000},
            new boolean[1],
            3,
            6_000,
            6_000,
            0,
            0));
    assertThat(fast.warning()).contains("4 of 4 tasks were late, one took 5000.0 times as long");
  }

  @Test
  void tasksThatAreToldTogetherCountAsWell() {
    toldTogether("w", 1_000, 2 * TASK);
    assertThat(watch.warning()).contains("1,000 of 1,000 tasks were late").contains("2.0 times");
  }

  @Test
  void whoIsNotEmulatedIsNeverLate() {
    told("other", 100, 9 * TASK);
    toldTogether("other", 1_000, 9 * TASK);
    assertThat(watch.warning()).isEmpty();
  }
}
