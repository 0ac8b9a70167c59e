package io.strait.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SampleStatisticsTest {
  @Test
  void ofAFewValues() {
    var spread = SampleStatistics.of(5, 1, 2, 4);
    assertThat(spread).isEqualTo(new SampleStatistics(4, 3, 3, 1, 5, Math.sqrt(10.0 / 3)));
    assertThat(spread.relative()).isEqualTo(Math.sqrt(10.0 / 3) / 3);
  }

  @Test
  void ofOneValueThereIsNone() {
    assertThat(SampleStatistics.of(7)).isEqualTo(new SampleStatistics(1, 7, 7, 7, 7, 0));
    assertThat(SampleStatistics.of(0).relative()).isZero();
  }

  @Test
  void ofNothingThereIsNothing() {
    assertThatThrownBy(() -> SampleStatistics.of()).isInstanceOf(IllegalArgumentException.class);
  }
}
