package io.strait.model.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers are read as people write them, and in no other way. */
final class PlainNumberTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "+7, 7", "-12, -12", "007, 7", "9223372036854775807, 9223372036854775807"})
  void wholeNumbers(String text, long value) {
    assertThat(PlainNumber.whole(text)).isEqualTo(value);
    assertThat(PlainNumber.decimal(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.5", ".5, 0.5", "5., 5", "-1e3, -1000", "+2.5E-1, 0.25", "1e999, Infinity"})
  void decimalNumbers(String text, double value) {
    assertThat(PlainNumber.decimal(text)).isEqualTo(value);
    assertThatThrownBy(() -> PlainNumber.whole(text)).isInstanceOf(NumberFormatException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 1",
        "1 ",
        "٣",
        "1٣",
        "３",
        "३.५",
        "1e٣",
        "0x10",
        "0x1p3",
        "1d",
        "1f",
        "NaN",
        "Infinity",
        "1_000",
        "1,5",
        "--1",
        ".",
        "e3"
      })
  void everythingElseIsNone(String text) {
    assertThatThrownBy(() -> PlainNumber.whole(text)).isInstanceOf(NumberFormatException.class);
    assertThatThrownBy(() -> PlainNumber.decimal(text)).isInstanceOf(NumberFormatException.class);
  }
}
