package io.strait.view.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DecimalsTest {
  @Test
  void numbersHaveNoExponent() {
    assertThat(Decimals.text(0, 3)).isEqualTo("0");
    assertThat(Decimals.text(1, 3)).isEqualTo("0.001");
    assertThat(Decimals.text(1_234_500, 3)).isEqualTo("1234.5");
    assertThat(Decimals.text(-20_000, 3)).isEqualTo("-20");
    assertThat(Decimals.text(1_000_000_000_000_000_001L, 9)).isEqualTo("1000000000.000000001");
  }
}
