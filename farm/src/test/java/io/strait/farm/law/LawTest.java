package io.strait.farm.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Rate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The equations against the numbers that the papers print. */
class LawTest {
  private static final Bytes VOLUME = new Bytes(601 * 31 * 31 * 4 + 4);
  private static final Bytes INPUT = new Bytes(4);
  private static final Bytes OUTPUT = new Bytes(601 * 31 * 31 * 4);
  private static final Bandwidth SPAIN = Bandwidth.parse("21.0 KiB/s");
  private static final Rate SPAIN_WORKERS = new Rate(23.570e-3);
  private static final Rate UNLIMITED = new Rate(Double.POSITIVE_INFINITY);

  @Test
  void theVolumeOfATaskIsThatOfThePaper() {
    assertThat(VOLUME.count()).isEqualTo(2_310_248);
    assertThat(PaperEquations.gapVolume(INPUT, OUTPUT, 1)).isEqualTo(2_310_248);
  }

  @Test
  void spainIsLimitedByItsGap() {
    var max = PaperEquations.maxPerf(SPAIN, 1, VOLUME);
    assertThat(max.perSecond()).isCloseTo(9.308e-3, within(0.0005e-3));
    assertThat(PaperEquations.estPerf(SPAIN_WORKERS, UNLIMITED, max)).isEqualTo(max);
    assertThat(Tuning.estimatedEfficiency(max.perSecond(), SPAIN_WORKERS.perSecond()))
        .isCloseTo(0.39, within(0.005));
    assertThat(Tuning.estimatedSpeedup(max.perSecond(), 1.754e-3)).isCloseTo(5.307, within(0.0005));
  }

  @Test
  void threeResultsAtATimeFreeSpain() {
    double needed =
        SPAIN_WORKERS.perSecond() / PaperEquations.maxPerfInet(1, SPAIN, VOLUME).perSecond();
    assertThat(needed).isCloseTo(2.532, within(0.0005));
    assertThat(PaperEquations.smallestAggregation(SPAIN_WORKERS, SPAIN, INPUT, OUTPUT))
        .isEqualTo(3);
    assertThat(PaperEquations.maxPerfInet(2, SPAIN, VOLUME).perSecond())
        .isLessThan(SPAIN_WORKERS.perSecond());
    assertThat(PaperEquations.maxPerfInet(3, SPAIN, VOLUME).perSecond())
        .isGreaterThan(SPAIN_WORKERS.perSecond());
  }

  @Test
  void noAggregationFreesAClusterWhoseInputsAreTooMuch() {
    var rate = new Rate(10);
    var gap = new Bandwidth(100);
    assertThat(PaperEquations.smallestAggregation(rate, gap, new Bytes(11), new Bytes(5))).isZero();
    assertThat(PaperEquations.smallestAggregation(rate, gap, new Bytes(10), new Bytes(5))).isZero();
    assertThat(PaperEquations.smallestAggregation(rate, gap, new Bytes(9), new Bytes(5)))
        .isEqualTo(5);
    assertThat(PaperEquations.smallestAggregation(rate, gap, new Bytes(10), Bytes.ZERO))
        .isEqualTo(1);
    assertThat(PaperEquations.smallestAggregation(rate, gap, new Bytes(1), new Bytes(5)))
        .isEqualTo(1);
  }

  @Test
  void precisionIsTheSmallerOverTheLarger() {
    assertThat(Tuning.precision(8.077, 8.302)).isCloseTo(0.97, within(0.005));
    assertThat(Tuning.precision(16.208, 15.332)).isCloseTo(0.95, within(0.005));
    assertThat(Tuning.precision(7.836, 7.341)).isCloseTo(0.94, within(0.005));
  }

  @Test
  void nothingOverNothingDoesNotApply() {
    assertThat(Tuning.estimatedEfficiency(0, 0)).isNaN();
    assertThat(Tuning.estimatedSpeedup(1, 0)).isNaN();
    assertThat(PaperEquations.maxPerf(SPAIN, 1, Bytes.ZERO)).isEqualTo(UNLIMITED);
  }

  @Test
  void placementAddsUpWhatSlavesDo() {
    var total = PaperEquations.appRate(List.of(new Rate(80), new Rate(50)));
    assertThat(total.perSecond()).isEqualTo(130);
    assertThat(PaperEquations.workRate(new Fraction(0.5), Duration.ofMillis(20)).perSecond())
        .isCloseTo(25, within(1e-12));
    assertThat(
            PaperEquations.networkRate(Bandwidth.parse("50 MB/s"), Bytes.parse("1 MB")).perSecond())
        .isEqualTo(50);
  }
}
