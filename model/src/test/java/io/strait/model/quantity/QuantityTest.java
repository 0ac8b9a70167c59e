package io.strait.model.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Quantities are read as meant, and their texts read back as exactly the same value. */
final class QuantityTest {
  private static final long SEED = 20250612;
  private static final int MANY = 5_000;

  @ParameterizedTest
  @CsvSource({
    "BYTES, 4 B, 4",
    "BYTES, 1 kB, 1000",
    "BYTES, 1 KiB, 1024",
    "BYTES, 2.3 MB, 2300000",
    "BYTES, 1 MiB, 1048576",
    "BYTES, 1 GB, 1e9",
    "BYTES, 1 GiB, 1073741824",
    "BYTES, 1 TB, 1e12",
    "BYTES, 1 TiB, 1099511627776",
    "BYTES, 12 bit, 1.5",
    "BYTES, 64KiB, 65536",
    "BYTES, +5 B, 5",
    "BYTES, .5 KiB, 512",
    "BYTES, 5. B, 5",
    "BYTES, 1e3 B, 1000",
    "BYTES, 0 B, 0",
    "BANDWIDTH, 21.0 KiB/s, 21504",
    "BANDWIDTH, 1 B/s, 1",
    "BANDWIDTH, 100 Mbit/s, 12500000",
    "BANDWIDTH, 1 Mbit/s, 125000",
    "BANDWIDTH, 1 Gbit/s, 125000000",
    "BANDWIDTH, 8 bit/s, 1",
    "RATE, 0.58469e-3/s, 0.58469e-3",
    "RATE, 30/min, 0.5",
    "RATE, 36/h, 0.01",
    "RATE, 86400/d, 1",
    "RATE, 0.1 /s, 0.1",
    "DURATION, 5 ns, 5e-9",
    "DURATION, 3 us, 3e-6",
    "DURATION, 3 \u00b5s, 3e-6",
    "DURATION, 3 \u03bcs, 3e-6",
    "DURATION, 0.2 ms, 0.0002",
    "DURATION, 5 s, 5",
    "DURATION, 2 min, 120",
    "DURATION, 2 h, 7200",
    "DURATION, 1 d, 86400",
    "WORK, 3 flop, 3",
    "WORK, 1 kflop, 1e3",
    "WORK, 1.5 Gflop, 1.5e9",
    "WORK, 2 Tflop, 2e12",
    "WORK, 1 Pflop, 1e15",
    "SPEED, 12 Gflop/s, 12e9",
    "SPEED, 7 Mflop/s, 7e6",
    "PRICE, 0.9/h, 0.9",
    "PRICE, 24/d, 1",
    "PRICE, 0.01/min, 0.6",
    "PRICE, 0.001/s, 3.6",
    "FRACTION, 80%, 0.8",
    "FRACTION, 7%, 0.07",
    "FRACTION, 0.1%, 0.001",
    "FRACTION, 33.3 %, 0.333",
  })
  void golden(Dimension dimension, String text, double value) {
    assertThat(Amount.value(text, dimension)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "BYTES, '', not a size, 4 B",
    "BYTES, 4, no unit, 4 B",
    "BYTES, B, not a size, a number with a unit",
    "BYTES, 4 b, unknown unit 'b', 'B, kB, MB'",
    "BYTES, 4 KB, unknown unit 'KB', 'B, kB, MB'",
    "BYTES, 4 B/s, unknown unit 'B/s', a size",
    "BYTES, NaN B, not a size, a number",
    "BYTES, Infinity B, not a size, a number",
    "BYTES, 0x10 B, unknown unit 'x10 B', a size",
    "BYTES, '1,5 B', '5 B', a size",
    "BYTES, 1e999 B, too large, a finite number",
    "BYTES, 1e99999999999 B, too large, a finite number",
    "BYTES, 1e308 TB, too large, a finite number",
    "RATE, 5 s, unknown unit 's', '/s, /min, /h, /d'",
    "FRACTION, 0.8, no unit, 80%",
    "DURATION, 5 sec, unknown unit 'sec', 'ns, us, ms, s, min, h, d'",
  })
  void refused(Dimension dimension, String text, String wrong, String expected) {
    assertThatThrownBy(() -> Amount.parse(text, dimension))
        .isInstanceOf(QuantityException.class)
        .hasMessageContaining(wrong)
        .hasMessageContaining("expected")
        .hasMessageContaining(expected);
  }

  @Test
  void tooSmallIsZero() {
    assertThat(Bytes.parse("1e-99999999999 B").count()).isZero();
    assertThat(Bytes.parse("-0 B")).isEqualTo(Bytes.ZERO);
  }

  @Test
  void longTextsAreCutInMessages() {
    assertThatThrownBy(() -> Bytes.parse("9".repeat(100_000) + " B"))
        .isInstanceOf(QuantityException.class)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250));
  }

  @ParameterizedTest
  @CsvSource({
    "BYTES, 1000, 1 kB",
    "BYTES, 65536, 64 KiB",
    "BYTES, 2310244, 2310244 B",
    "BANDWIDTH, 21504, 21 KiB/s",
    "BANDWIDTH, 1048576, 1 MiB/s",
    "BANDWIDTH, 5e7, 50 MB/s",
    "RATE, 80, 80/s",
    "SPEED, 12e9, 12 Gflop/s",
    "PRICE, 0.9, 0.9/h",
    "FRACTION, 0.07, 7%",
    "FRACTION, 0.28, 28%",
    "FRACTION, 0.29, 29%",
    "FRACTION, 0.57, 57%",
    "DURATION, 0.0005, 500 us",
  })
  void printedPlainly(Dimension dimension, double value, String text) {
    assertThat(Amount.text(value, dimension)).isEqualTo(text);
  }

  @ParameterizedTest
  @EnumSource
  void printedAndReadBack(Dimension dimension) {
    var random = new Random(SEED + dimension.ordinal());
    for (int i = 0; i < MANY; i++) {
      double value = value(random);
      var text = Amount.text(value, dimension);
      assertThat(Amount.value(text, dimension)).as(text).isEqualTo(value);
    }
  }

  /** Whole numbers, short decimals, and random bits of any size. */
  private static double value(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(1_000_000);
      case 1 -> random.nextInt(100_000) / 1000.0;
      case 2 -> random.nextDouble() * Math.pow(10, random.nextInt(-12, 16));
      default -> Math.scalb(1 + random.nextDouble(), random.nextInt(-1022, 1000));
    };
  }

  @ParameterizedTest
  @EnumSource
  void extremesAreReadBack(Dimension dimension) {
    for (double value :
        new double[] {
          0, Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE / 100, Math.nextDown(1.0)
        }) {
      var text = Amount.text(value, dimension);
      assertThat(Amount.value(text, dimension)).as(text).isEqualTo(value);
    }
  }

  @Test
  void durationsAreReadBack() {
    var random = new Random(SEED);
    for (int i = 0; i < MANY; i++) {
      var duration = Duration.ofNanos(random.nextLong(1L << random.nextInt(1, 60)));
      var text = Durations.text(duration);
      assertThat(Durations.parse(text)).as(text).isEqualTo(duration);
    }
    assertThat(Durations.text(Duration.ZERO)).isEqualTo("0 s");
  }

  @Test
  void localeDoesNotMatter() {
    var before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(new Rate(0.0125).toString()).isEqualTo("45/h");
      assertThat(Fraction.parse("12.5%").toString()).isEqualTo("12.5%");
    } finally {
      Locale.setDefault(before);
    }
  }
}
