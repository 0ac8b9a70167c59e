package io.strait.measure.grid.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.measure.MedianInterval;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rates and latencies of synthetic arrivals whose truth is known. */
class RatesTest {
  private static long[] train(int count, double seconds, Random random, double loss) {
    var nanos = new long[count];
    for (int i = 0; i < count; i++) {
      nanos[i] =
          random.nextDouble() < loss
              ? Long.MIN_VALUE
              : Math.round(1e9 * (5 + i * seconds)) + random.nextInt(20_000);
    }
    return nanos;
  }

  @Test
  void aTrainShowsTheSlowestNetwork() {
    var seen = Dispersion.of(train(100, 0.0015, new Random(1), 0));
    assertThat(seen.packets()).isEqualTo(100);
    assertThat(seen.rate()).isCloseTo(1 / 0.0015, within(3.0));
    assertThat(seen.early()).isCloseTo(seen.late(), within(20.0));
  }

  @Test
  void lostPacketsTookTheirTime() {
    var seen = Dispersion.of(train(200, 0.001, new Random(2), 0.1));
    assertThat(seen.packets()).isBetween(160, 195);
    assertThat(seen.rate()).isCloseTo(1000, within(10.0));
  }

  /** A receiver that is late for a few packets changes nothing. */
  @Test
  void latePacketsDoNotCount() {
    var nanos = train(100, 0.001, new Random(3), 0);
    for (int i = 40; i < 48; i++) {
      nanos[i] = nanos[48]; // it slept for 8 ms
    }
    assertThat(Dispersion.of(nanos).rate()).isCloseTo(1000, within(10.0));
  }

  @Test
  void aBurstShowsInTheFirstThird() {
    var nanos = new long[90];
    for (int i = 0; i < 90; i++) {
      nanos[i] = i < 30 ? i * 100_000L : 30 * 100_000L + (i - 30) * 1_000_000L;
    }
    var seen = Dispersion.of(nanos);
    assertThat(seen.early()).isCloseTo(10_000, within(10.0));
    assertThat(seen.late()).isCloseTo(1000, within(1.0));
  }

  @Test
  void tooFewPacketsSayNothing() {
    var nanos = new long[] {1, Long.MIN_VALUE, 5, Long.MIN_VALUE};
    assertThat(Dispersion.of(nanos).rate()).isNaN();
    assertThat(Dispersion.lowest(nanos, 1)).isNaN();
  }

  @Test
  void aDisturbedFlowShowsItsLowestRate() {
    var nanos = new long[300];
    long at = 0;
    for (int i = 0; i < 300; i++) {
      at += i >= 100 && i < 200 ? 2_000_000 : 1_000_000;
      nanos[i] = at;
    }
    assertThat(Dispersion.lowest(nanos, 0.1)).isCloseTo(500, within(5.0));
    assertThat(Dispersion.lowest(nanos, 100)).isCloseTo(300 / 0.4, within(10.0));
  }

  /** Slow start, then 1 MB/s in steps: found soon after it is steady, and right. */
  @Test
  void steadyAfterASlowStart() {
    var steady = new SteadyRate(0.03);
    double bytes = 0;
    double seconds = 0;
    while (!steady.isSteady(0.1)) {
      seconds += 0.01;
      bytes += 0.01 * 1e6 * Math.min(1, 0.05 * Math.pow(2, seconds / 0.05));
      steady.add(seconds, bytes);
      assertThat(seconds).isLessThan(3);
    }
    assertThat(steady.interval().median()).isCloseTo(1e6, within(0.02e6));
    assertThat(seconds).isLessThan(1.5);
  }

  @Test
  void roundTripsWithoutJitterAreTheirFloor() {
    var random = new Random(4);
    var times = new double[60];
    for (int i = 0; i < times.length; i++) {
      times[i] = 0.0401 + 20e-6 * random.nextDouble() + (i % 20 == 0 ? 0.01 : 0);
    }
    var trips = RoundTrips.of(times, 0.0001);
    assertThat(trips.seconds()).isCloseTo(0.04, within(0.0001));
    assertThat(trips.jitter()).isZero();
  }

  /** Each direction adds an exponential time of mean 5 ms to 20 ms. */
  @Test
  void jitterIsToldFromLatency() {
    var random = new Random(5);
    var times = new double[1000];
    for (int i = 0; i < times.length; i++) {
      times[i] =
          0.04
              - 0.005 * Math.log(1 - random.nextDouble())
              - 0.005 * Math.log(1 - random.nextDouble());
    }
    var trips = RoundTrips.of(times, 0);
    assertThat(trips.seconds()).isCloseTo(0.04, within(0.001));
    assertThat(trips.jitter()).isCloseTo(0.005, within(0.0007));
  }

  /** Two hosts of one machine, one with half a core: the best core of either counts for both. */
  @Test
  void hostsOfOneMachineShareItsCores() {
    var whole = new HostSpeed(exactly(3e9), exactly(2e9), 1, Double.POSITIVE_INFINITY);
    var half = new HostSpeed(exactly(2e9), exactly(0.5e9), 1, 0.5);
    assertThat(whole.onOneMachineWith(half, 1).one().median()).isEqualTo(4e9);
    assertThat(whole.onOneMachineWith(half, 1).all().median()).isEqualTo(2e9);
    assertThat(half.onOneMachineWith(whole, 1).one().median()).isEqualTo(2e9);
    assertThat(half.onOneMachineWith(whole, 1).all().median()).isEqualTo(1e9);
    assertThat(half.onOneMachineWith(whole, 1).all().low()).isEqualTo(0.5e9);
  }

  private static MedianInterval exactly(double value) {
    return new MedianInterval(value, value, value);
  }

  /** A direction that pauses while the other one sends looks undisturbed only piece by piece. */
  @Test
  void pausesCountInTheMean() {
    var nanos = new long[100];
    for (int i = 0; i < 100; i++) {
      nanos[i] = i * 1_000_000L + i / 50 * 100_000_000L;
    }
    nanos[7] = Long.MIN_VALUE;
    assertThat(Dispersion.mean(nanos)).isCloseTo(98 / 0.199, within(1e-6));
    assertThat(Dispersion.mean(new long[] {1, Long.MIN_VALUE})).isNaN();
  }
}
