package io.strait.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MedianIntervalTest {
  @Test
  void aSingleValueHasNoInterval() {
    var interval = MedianInterval.of(3);
    assertThat(interval.median()).isEqualTo(3);
    assertThat(interval.low()).isNaN();
    assertThat(interval.relative()).isNaN();
  }

  /** Ranks of the ends, from tables of the sign test. */
  @ParameterizedTest
  @CsvSource({"6,1,6", "8,1,8", "9,2,8", "10,2,9", "15,4,12", "20,6,15", "25,8,18", "50,18,33"})
  void theEndsAreValues(int count, int low, int high) {
    var values = IntStream.rangeClosed(1, count).mapToDouble(i -> count + 1 - i).toArray();
    assertThat(MedianInterval.of(values))
        .isEqualTo(new MedianInterval(0.5 * (count + 1), low, high));
  }

  @Test
  void fewValuesHaveStudentsInterval() {
    // s = 1, n = 3: 4.303 * 1.2533 / sqrt(3)
    var interval = MedianInterval.of(1, 2, 3);
    assertThat(interval.high() - 2).isCloseTo(3.1137, within(1e-3));
    assertThat(interval.relative()).isCloseTo(3.1137 / 2, within(1e-3));
    assertThat(MedianInterval.of(5, 5, 5)).isEqualTo(new MedianInterval(5, 5, 5));
    assertThat(MedianInterval.of(0, 0).relative()).isZero();
  }

  /** The true median, 0, lies inside in at least 95 % of samples, but for chance. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 11, 30})
  void itHoldsTheTrueMedian(int count) {
    var random = new Random(count);
    int inside = 0;
    for (int i = 0; i < 4000; i++) {
      var interval =
          MedianInterval.of(random.doubles(count).map(_ -> random.nextGaussian()).toArray());
      inside += interval.low() <= 0 && interval.high() >= 0 ? 1 : 0;
    }
    assertThat(inside / 4000.0).isGreaterThan(0.94);
  }
}
