package io.strait.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times of packets against those calculated by hand. */
class LaneTest {
  private static final int FULL = 1500;
  private static final long MILLI = 1_000_000;

  /** What a full packet takes at 1 MB/s: its payload of 1448 bytes. */
  private static final long SERVICE = 1_448_000;

  private static final LaneRule RULE = new LaneRule(1e6, 10 * MILLI, 0, 0, 0, 500 * MILLI);

  private static Lane lane(LaneRule rule) {
    return new Lane("a>b", new Medium(), rule, 1);
  }

  @Test
  void whatWaitedInASlowNetworkDoesNotBlockAFastOne() {
    var lane = lane(RULE);
    lane.set(RULE.withBytesPerSecond(10));
    assertThat(lane.pass(0, FULL)).isGreaterThan(100_000 * MILLI);
    lane.set(RULE);
    assertThat(lane.pass(0, FULL)).isEqualTo(SERVICE + 10 * MILLI);
  }

  /** Bulk transfers get the bandwidth that is promised, with the acknowledgements they cause. */
  @ParameterizedTest
  @CsvSource({"10e6, 2", "40e3, 2", "21e3, 1"})
  void acknowledgementsCountWithWhatTheyAcknowledge(double rate, int packets) {
    var medium = new Medium(true);
    var rule = LaneRule.FREE.withBytesPerSecond(rate).withQueueNanos(Long.MAX_VALUE);
    var there = new Lane("a>b", medium, rule, 1);
    var back = new Lane("b>a", medium, rule, 1);
    long done = 0;
    for (int i = 1; i <= 1000; i++) {
      done = there.pass(0, FULL);
      if (i % packets == 0) {
        done = back.pass(0, 52);
      }
    }
    assertThat(1000 * 1448 / (done * 1e-9)).isCloseTo(rate, withinPercentage(0.01));
  }

  @Test
  void packetsAreServedOneAfterTheOther() {
    var lane = lane(RULE);
    assertThat(lane.pass(0, FULL)).isEqualTo(SERVICE + 10 * MILLI);
    assertThat(lane.pass(0, FULL)).isEqualTo(2 * SERVICE + 10 * MILLI);
    // The medium is free again after a pause.
    assertThat(lane.pass(5 * MILLI, 750)).isEqualTo(5 * MILLI + SERVICE / 2 + 10 * MILLI);
    assertThat(lane.counts()).isEqualTo(new Lane.Counts(3, 3750, 0, 0, 0, SERVICE));
  }

  @Test
  void directionsOfHalfDuplexShareTheMedium() {
    var medium = new Medium();
    var there = new Lane("a>b", medium, RULE, 1);
    var back = new Lane("b>a", medium, RULE, 2);
    assertThat(there.pass(0, FULL)).isEqualTo(SERVICE + 10 * MILLI);
    assertThat(back.pass(0, FULL)).isEqualTo(2 * SERVICE + 10 * MILLI);
  }

  @Test
  void directionsOfFullDuplexDoNot() {
    assertThat(lane(RULE).pass(0, FULL)).isEqualTo(SERVICE + 10 * MILLI);
    assertThat(lane(RULE).pass(0, FULL)).isEqualTo(SERVICE + 10 * MILLI);
  }

  @Test
  void aPartCarriesOutItsPart() {
    assertThat(new Lane("", new Medium(), RULE, Lane.Part.RATE, 1).pass(0, FULL))
        .isEqualTo(SERVICE);
  }

  @Test
  void aLaneWithoutLimitHasOnlyLatency() {
    var lane = lane(RULE.withBytesPerSecond(Double.POSITIVE_INFINITY).withQueueNanos(0));
    for (int i = 0; i < 1000; i++) {
      assertThat(lane.pass(7, FULL)).isEqualTo(10 * MILLI + 7);
    }
  }

  @Test
  void theQueueIsBounded() {
    var lane = lane(RULE.withQueueNanos(5 * MILLI));
    // Before them wait 0, 1.448, 2.896 and 4.344 ms; the fifth would wait 5.792 ms.
    for (int i = 0; i < 4; i++) {
      assertThat(lane.pass(0, FULL)).isNotEqualTo(Lane.DROPPED);
    }
    assertThat(lane.pass(0, FULL)).isEqualTo(Lane.DROPPED);
    assertThat(lane.counts().overflowed()).isEqualTo(1);
    assertThat(lane.counts().mostBacklogNanos()).isEqualTo(3 * SERVICE);
    // A little later there is room.
    assertThat(lane.pass(MILLI, FULL)).isEqualTo(5 * SERVICE + 10 * MILLI);
  }

  @Test
  void whatIsCutDropsEverything() {
    var lane = lane(RULE);
    lane.cut(true);
    assertThat(lane.pass(0, FULL)).isEqualTo(Lane.DROPPED);
    lane.cut(false);
    assertThat(lane.pass(0, FULL)).isEqualTo(SERVICE + 10 * MILLI);
    assertThat(lane.counts().cut()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void twoPercentAreLost(long seed) {
    var lane = new Lane("a>b", new Medium(), LaneRule.FREE.withLoss(0.02), seed);
    int packets = 100_000;
    for (int i = 0; i < packets; i++) {
      lane.pass(i, FULL);
    }
    // Four standard deviations.
    assertThat(lane.counts().lost() / (double) packets).isCloseTo(0.02, within(0.0018));
    assertThat(lane.counts().packets() + lane.counts().lost()).isEqualTo(packets);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void jitterIsExponentialAndKeepsTheOrder(long seed) {
    var lane = new Lane("a>b", new Medium(), LaneRule.FREE.withJitterNanos(5 * MILLI), seed);
    int packets = 100_000;
    double sum = 0;
    int above = 0;
    boolean isOrdered = true;
    long before = Long.MIN_VALUE;
    for (int i = 0; i < packets; i++) {
      long sent = i * 1000 * MILLI;
      long arrives = lane.pass(sent, FULL);
      isOrdered &= arrives >= before;
      before = arrives;
      sum += arrives - sent;
      above += arrives - sent > 5 * MILLI ? 1 : 0;
    }
    assertThat(isOrdered).isTrue();
    assertThat(sum / packets / MILLI).isCloseTo(5, within(4 * 5 / Math.sqrt(packets)));
    assertThat(above / (double) packets).isCloseTo(Math.exp(-1), within(0.007));
  }

  @Test
  void packetsCloseToEachOtherStayInOrder() {
    var lane = new Lane("a>b", new Medium(), LaneRule.FREE.withJitterNanos(5 * MILLI), 4);
    boolean isOrdered = true;
    long before = Long.MIN_VALUE;
    for (int i = 0; i < 10_000; i++) {
      long arrives = lane.pass(i * 1000L, FULL);
      isOrdered &= arrives >= before;
      before = arrives;
    }
    assertThat(isOrdered).isTrue();
  }

  @Test
  void someOvertake() {
    var lane = new Lane("a>b", new Medium(), RULE.withReorder(0.1), 5);
    int overtook = 0;
    for (int i = 0; i < 10_000; i++) {
      long sent = i * 1000 * MILLI;
      overtook += lane.pass(sent, FULL) == sent + SERVICE ? 1 : 0;
    }
    assertThat(overtook).isBetween(880, 1120);
  }
}
