package io.strait.stencil.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The figures of paper <em>lhrp</em>, and of what goes beyond it. */
final class StencilLawsTest {
  private static final double GAP = 0.2;
  private static final double LAN = 0.01;

  @Test
  void theExampleOfThePaper() {
    assertThat(StencilLaws.paperLatency(GAP, LAN, 50)).isCloseTo(0.014, within(1e-12));
    assertThat(StencilLaws.latencyHiding(GAP, 0)).isEqualTo(0.2);
    assertThat(StencilLaws.sync(GAP, 0.00045)).isCloseTo(0.20045, within(1e-12));
  }

  @Test
  void itsRuleExactly() {
    assertThat(StencilLaws.redundantProcessing(GAP, LAN, 50, 0)).isCloseTo(0.0137, within(5e-5));
    // Table 1: 5 cycles for 3 versions.
    assertThat(StencilLaws.redundantProcessing(3, 1, 2, 0)).isCloseTo(5 / 3.0, within(1e-12));
  }

  @Test
  void theWavefrontHidesTheGap() {
    double column = 300 * 30e-9;
    double compute = 320 * 300 * 30e-9 / 6;
    assertThat(StencilLaws.smallestBand(GAP, LAN, 0)).isEqualTo(19);
    assertThat(StencilLaws.smallestBand(GAP + LAN, LAN, 0)).isEqualTo(20);
    assertThat(StencilLaws.wavefront(GAP, LAN, 20, column, compute))
        .isCloseTo(0.0100, within(1e-12));
    assertThat(StencilLaws.wavefront(GAP, LAN, 10, column, compute)).isGreaterThan(0.018);
    assertThat(StencilLaws.smallestBand(LAN, LAN, 0)).isZero();
    assertThat(StencilLaws.smallestBand(GAP, LAN, LAN)).isInfinite();
  }

  @Test
  void theSmallestBandIsTheSmallest() {
    for (int i = 1; i < 2000; i++) {
      double gap = 1e-4 * i;
      double iteration = 0.003;
      double column = 0.0005 * (i % 5);
      double band = StencilLaws.smallestBand(gap, iteration, column);
      assertThat(StencilLaws.wavefront(gap, 0, (int) band, column, iteration))
          .isCloseTo(iteration, within(1e-12));
      if (band > 0) {
        assertThat(StencilLaws.wavefront(gap, 0, (int) band - 1, column, 0))
            .isGreaterThan(iteration);
      }
    }
  }

  @Test
  void withCornersEveryColumnOfTheDiagonalTakesAHop() {
    double plain = StencilLaws.wavefront(GAP, LAN, 30, 1e-5, 0);
    double corners = StencilLaws.wavefrontWithCorners(GAP, LAN, 30, 1e-5, 0);
    assertThat(plain).isEqualTo(LAN);
    assertThat(corners).isCloseTo((GAP + 30 * 1e-5 + 30 * LAN) / 31, within(1e-12));
  }

  @Test
  void theSquareRootRuleIsTheBestBand() {
    double column = 1e-5;
    double best = Double.POSITIVE_INFINITY;
    int at = 0;
    for (int band = 1; band < 1000; band++) {
      double time = Math.max(band * column, GAP / (band + 1));
      if (time < best) {
        best = time;
        at = band;
      }
    }
    assertThat((double) at).isCloseTo(StencilLaws.squareRootBand(GAP, column), within(1.0));
    assertThat(best).isCloseTo(StencilLaws.squareRootTime(GAP, column), within(0.01 * best));
  }

  @Test
  void theBestDepthIsTheBest() {
    double column = 1e-4;
    int depth = (int) Math.round(StencilLaws.bestDepth(GAP, column));
    double time = StencilLaws.deepHalo(GAP, depth, column, 0.001);
    for (int other = 1; other < 1000; other++) {
      assertThat(StencilLaws.deepHalo(GAP, other, column, 0.001)).isGreaterThan(time * (1 - 1e-4));
    }
  }

  /** Table 2: cells per processor of 300 x 300, with six of them and with five. */
  @Test
  void tableTwo() {
    assertThat(300 * 300 / 6 * 30e-9).isCloseTo(0.45e-3, within(1e-9));
    assertThat(300 * 300 / 5 * 30e-9).isCloseTo(0.54e-3, within(1e-9));
  }

  /** Figure 4: with 11,000 ns per cell and more, computing alone hides a gap of 200 ms. */
  @Test
  void theCrossoverOfFigureFour() {
    double crossover =
        crossover(
            ns -> StencilLaws.latencyHiding(GAP, 15_000 * ns * 1e-9),
            ns -> StencilLaws.paperCycle(GAP, LAN, 60, 18_000 * ns * 1e-9),
            1000,
            20_000);
    assertThat(crossover).isCloseTo(11_000, within(150.0));
  }

  /** Figure 5: with 2,000 ns per cell, redundant processing pays from about 40 ms on. */
  @Test
  void theCrossoverOfFigureFive() {
    double crossover =
        crossover(
            gap -> StencilLaws.paperCycle(gap, LAN, 60, 18_000 * 2e-6),
            gap -> StencilLaws.latencyHiding(gap, 15_000 * 2e-6),
            0.0,
            0.17);
    assertThat(crossover).isCloseTo(0.040, within(0.005));
  }

  /** Where the first stops being above the second. */
  private static double crossover(
      DoubleUnaryOperator first, DoubleUnaryOperator second, double low, double high) {
    assertThat(first.applyAsDouble(low)).isGreaterThan(second.applyAsDouble(low));
    assertThat(first.applyAsDouble(high)).isLessThan(second.applyAsDouble(high));
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      if (first.applyAsDouble(middle) > second.applyAsDouble(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Test
  void percentiles() {
    assertThat(StencilLaws.latencyPercentile(0.2, 0.02, 1)).isEqualTo(0.2);
    assertThat(StencilLaws.latencyPercentile(0.2, 0.02, 0.01)).isCloseTo(0.2921, within(1e-4));
  }
}
