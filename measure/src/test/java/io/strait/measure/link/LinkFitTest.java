package io.strait.measure.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.strait.model.law.MessageLaw;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws are found again in the series that they make. */
class LinkFitTest {
  private static final double NOISE = 0.02;

  /** Series by a law, with noise on every point and some points that are far too slow. */
  private static List<SizePoint> series(
      MessageLaw law, double latency, Random random, double outliers) {
    var ladder = Ladder.usual();
    var points = new ArrayList<SizePoint>();
    for (int size : ladder.streams()) {
      double factor = 1 + NOISE * random.nextGaussian();
      // A step that is spoilt itself cannot be seen.
      if (random.nextDouble() < outliers && size != law.block()) {
        factor *= 1.5 + 2 * random.nextDouble();
      }
      double seconds = law.seconds(size);
      points.add(
          new SizePoint(
              size,
              near(seconds * factor),
              ladder.roundTrips().contains(size)
                  ? near(2 * (latency + seconds) * (1 + NOISE * random.nextGaussian()))
                  : null,
              law.cpuShare(size),
              law.cpuShare(size)));
    }
    return points;
  }

  private static Estimate near(double value) {
    return new Estimate(value, value * (1 - 2 * NOISE), value * (1 + 2 * NOISE), 20);
  }

  private static MessageLaw random(Random random, double block) {
    double setup = Math.pow(10, -6 + 3 * random.nextDouble());
    double bandwidth = Math.pow(10, 6 + 3 * random.nextDouble());
    double bus = bandwidth * (1.2 + 5 * random.nextDouble());
    // A step that can be seen: a good part of what a block takes in all.
    double blockSetup = block > 0 ? (0.5 + random.nextDouble()) * (setup + block / bandwidth) : 0;
    return new MessageLaw(setup, block, blockSetup, bandwidth, bus, Double.NaN);
  }

  @Test
  void lawsWithoutBlocks() throws LinkException {
    for (int seed = 0; seed < 40; seed++) {
      var random = new Random(seed);
      var law = random(random, 0);
      double latency = 20 * law.setup() * random.nextDouble();
      var fit = LinkFit.of(series(law, latency, random, 0.1));
      assertThat(fit.law().block()).as("seed %d", seed).isZero();
      assertThat(fit.setup().value()).isCloseTo(law.setup(), withinPercentage(5));
      assertThat(fit.bandwidth().value()).isCloseTo(law.bandwidth(), withinPercentage(5));
      assertThat(fit.bus().value()).isCloseTo(law.bus(), withinPercentage(10));
      assertThat(fit.latency().value())
          .isCloseTo(latency, within(0.1 * (latency + law.seconds(1024))));
      assertThat(fit.setup().low()).isLessThanOrEqualTo(fit.setup().value());
      assertThat(fit.setup().high()).isGreaterThanOrEqualTo(fit.setup().value());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1024, 1448, 1460, 4096, 16384, 65536})
  void lawsWithBlocks(int block) throws LinkException {
    for (int seed = 0; seed < 10; seed++) {
      var random = new Random(seed);
      var law = random(random, block);
      var fit = LinkFit.of(series(law, 0, random, 0.05));
      assertThat(fit.law().block()).as("seed %d", seed).isEqualTo(block);
      assertThat(fit.setup().value() + fit.blockSetup().value())
          .isCloseTo(law.setup() + law.blockSetup(), withinPercentage(10));
      assertThat(fit.blockSetup().value()).isCloseTo(law.blockSetup(), withinPercentage(25));
      assertThat(fit.bandwidth().value()).isCloseTo(law.longBandwidth(), withinPercentage(5));
    }
  }

  /** Table 1 of the paper; its own 0.47 ms does not give its column, 0.55 ms does. */
  @Test
  void lamMpi() throws LinkException {
    int[] bytes = {200, 600, 1000, 1400, 2000, 6000, 10000, 20000, 80000, 640000};
    double[] megabytes = {.31, .73, 1.0, 1.2, 1.3, 1.9, 1.8, 2.1, 1.8, 2.0};
    var points = new ArrayList<SizePoint>();
    for (int i = 0; i < bytes.length; i++) {
      double seconds = bytes[i] / (megabytes[i] * 1e6);
      points.add(new SizePoint(bytes[i], Estimate.exactly(seconds), null, Double.NaN, Double.NaN));
    }
    var fit = LinkFit.of(points);
    assertThat(fit.setup().value()).isCloseTo(0.55e-3, withinPercentage(3));
    assertThat(fit.bandwidth().value()).isCloseTo(2.0e6, withinPercentage(5));
    assertThat(fit.bus()).isNull();
    assertThat(fit.latency()).isNull();
  }

  /** A lone message and a stream both follow from the figures. */
  @Test
  void figuresGiveBothTimes() throws LinkException {
    var law = MessageLaw.simple(4e-6, 1e8, 3e8);
    var points = series(law, 50e-6, new Random(7), 0);
    var fit = LinkFit.of(points);
    for (var point : points) {
      assertThat(fit.law().seconds(point.bytes()))
          .isCloseTo(law.seconds(point.bytes()), withinPercentage(4));
      assertThat(fit.seconds(point.bytes()))
          .isCloseTo(50e-6 + law.seconds(point.bytes()), withinPercentage(4));
    }
  }

  @Test
  void twoSizesGiveNoLaw() {
    var points = series(MessageLaw.simple(1e-6, 1e9, 1e9), 0, new Random(1), 0).subList(0, 2);
    assertThatThrownBy(() -> LinkFit.of(points))
        .isInstanceOf(LinkException.class)
        .hasMessageContaining("only 2 sizes");
  }
}
