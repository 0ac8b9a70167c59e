package io.strait.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void ofAFewValues() {
    var spread = Spread.of(5, 1, 2, 4);
    assertThat(spread).isEqualTo(new Spread(4, 3, 3, 1, 5, Math.sqrt(10.0 / 3)));
    assertThat(spread.relative()).isEqualTo(Math.sqrt(10.0 / 3) / 3);
  }

  @Test
  void ofOneValueThereIsNone() {
    assertThat(Spread.of(7)).isEqualTo(new Spread(1, 7, 7, 7, 7, 0));
    assertThat(Spread.of(0).relative()).isZero();
  }

  @Test
  void ofNothingThereIsNothing() {
    assertThatThrownBy(() -> Spread.of()).isInstanceOf(IllegalArgumentException.class);
  }
}
