package io.strait.farm.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.farm.file.Reduction;
import io.strait.model.Element;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums of floats and doubles are the exact sum, rounded once, however they are made. */
final class ExactSumTest {
  private static final int SEEDS = 120;

  @ParameterizedTest
  @EnumSource(names = {"FLOAT", "DOUBLE"})
  void equalsTheExactSum(Element element) {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      int size = random.nextInt(200);
      int results = random.nextInt(1, 40);
      int style = random.nextInt(8);
      var numbers = new double[results][size];
      for (var row : numbers) {
        for (int i = 0; i < size; i++) {
          row[i] = number(random, element, style);
        }
      }
      if (style == 7) {
        cancel(numbers, random);
      }
      var expected = new double[size];
      for (int i = 0; i < size; i++) {
        expected[i] = expected(numbers, i, element);
      }
      for (int repeat = 0; repeat < 3; repeat++) {
        var sum = grouped(numbers, random, element);
        assertThat(sum.result())
            .as("seed %d style %d", seed, style)
            .isEqualTo(bytes(expected, element));
      }
    }
  }

  /** Numbers of many kinds; with some styles only of one kind. */
  private static double number(Random random, Element element, int style) {
    boolean floats = element == Element.FLOAT;
    double value =
        switch (style) {
          case 0 -> 1 + random.nextDouble();
          case 1 -> random.nextGaussian();
          case 2 ->
              floats
                  ? Float.intBitsToFloat(random.nextInt())
                  : Double.longBitsToDouble(random.nextLong());
          case 3 ->
              floats
                  ? Float.intBitsToFloat(random.nextInt(1 << 25)) * sign(random)
                  : Double.longBitsToDouble(random.nextLong(1L << 55)) * sign(random);
          case 4 -> (floats ? Float.MAX_VALUE : Double.MAX_VALUE) * sign(random);
          case 5 -> random.nextInt(3) == 0 ? 0.0 : -0.0;
          case 6 -> special(random);
          default -> Math.scalb(random.nextDouble() * sign(random), random.nextInt(200) - 100);
        };
    if (style != 2 && style != 6 && !Double.isFinite(value)) {
      return 0;
    }
    return floats ? (float) value : value;
  }

  private static double special(Random random) {
    return switch (random.nextInt(60)) {
      case 0 -> Double.NaN;
      case 1 -> Double.POSITIVE_INFINITY;
      case 2 -> Double.NEGATIVE_INFINITY;
      default -> random.nextGaussian();
    };
  }

  private static int sign(Random random) {
    return random.nextBoolean() ? 1 : -1;
  }

  /** Makes the second half of the results the negatives of the first. */
  private static void cancel(double[][] numbers, Random random) {
    for (int r = 0; r < numbers.length / 2; r++) {
      for (int i = 0; i < numbers[r].length; i++) {
        if (random.nextInt(10) > 0) {
          numbers[numbers.length - 1 - r][i] = -numbers[r][i];
        }
      }
    }
  }

  private static double expected(double[][] numbers, int i, Element element) {
    double specials = 0;
    boolean special = false;
    boolean allNegativeZero = true;
    var sum = BigDecimal.ZERO;
    for (var row : numbers) {
      if (Double.isFinite(row[i])) {
        sum = sum.add(new BigDecimal(row[i]));
      } else {
        special = true;
        specials += row[i];
      }
      allNegativeZero &= Double.doubleToRawLongBits(row[i]) == Long.MIN_VALUE;
    }
    if (special) {
      return specials;
    }
    if (sum.signum() == 0) {
      return allNegativeZero ? -0.0 : 0.0;
    }
    return element == Element.FLOAT ? sum.floatValue() : sum.doubleValue();
  }

  /** Adds the results in any order, some through partials of other reducers. */
  private static Reducer grouped(double[][] numbers, Random random, Element element) {
    var order = new ArrayList<>(List.of(numbers));
    Collections.shuffle(order, random);
    var all = reducer(element);
    var group = reducer(element);
    for (var row : order) {
      switch (random.nextInt(3)) {
        case 0 -> all.add(bytes(row, element));
        case 1 -> group.add(bytes(row, element));
        default -> {
          group.add(bytes(row, element));
          all.merge(group.partial());
          group.clear();
        }
      }
    }
    all.merge(group.partial());
    return all;
  }

  @Test
  void staysExactBeyondTheLargest() {
    var sum = reducer(Element.DOUBLE);
    double max = Double.MAX_VALUE;
    for (double number : new double[] {max, max, -max}) {
      sum.add(bytes(new double[] {number, -number}, Element.DOUBLE));
    }
    var copy = reducer(Element.DOUBLE);
    copy.merge(sum.partial());
    assertThat(copy.result()).isEqualTo(bytes(new double[] {max, -max}, Element.DOUBLE));
    copy.merge(sum.partial());
    assertThat(copy.result())
        .isEqualTo(
            bytes(
                new double[] {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}, Element.DOUBLE));
  }

  @Test
  void lengthsAreHeld() {
    var sum = reducer(Element.FLOAT);
    assertThatThrownBy(() -> sum.add(new byte[13]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("13 bytes")
        .hasMessageContaining("multiple of 4 (float)");
    sum.add(new byte[16]);
    assertThatThrownBy(() -> sum.add(new byte[12]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("12 bytes")
        .hasMessageContaining("16");
    var other = reducer(Element.FLOAT);
    other.add(new byte[12]);
    assertThatThrownBy(() -> sum.merge(other.partial()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sum.merge(reducer(Element.DOUBLE).partial()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(sum.result()).isEqualTo(new byte[16]);
    sum.clear();
    assertThat(sum.result()).isEmpty();
    sum.merge(other.partial());
    assertThat(sum.result()).hasSize(12);
  }

  /** Damaged partials are refused, or merged as the numbers that they happen to be. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT", "DOUBLE"})
  void damagedPartials(Element element) {
    int refused = 0;
    for (int seed = 0; seed < 800; seed++) {
      var random = new Random(seed);
      var sum = reducer(element);
      int size = random.nextInt(1, 150);
      for (int r = 0; r < 4; r++) {
        var row = new double[size];
        int style = random.nextInt(8);
        for (int i = 0; i < size; i++) {
          row[i] = number(random, element, style);
        }
        sum.add(bytes(row, element));
      }
      byte[] good = sum.partial();
      byte[] bad = good.clone();
      switch (random.nextInt(3)) {
        case 0 -> bad = java.util.Arrays.copyOf(bad, random.nextInt(bad.length));
        case 1 -> bad = java.util.Arrays.copyOf(bad, bad.length + random.nextInt(1, 9));
        default -> {
          for (int i = 0; i < 8; i++) {
            bad[random.nextInt(bad.length)] = (byte) random.nextInt();
          }
        }
      }
      byte[] before = sum.result();
      try {
        sum.merge(bad);
        sum.result();
        sum.partial();
      } catch (IllegalArgumentException e) {
        refused++;
        assertThat(sum.result()).isEqualTo(before);
      }
    }
    assertThat(refused).isGreaterThan(400);
  }

  /** Partials cross slow links: sums of a few floats of similar size must stay small. */
  @Test
  void partialsAreCompact() {
    var random = new Random(5);
    assertThat(ratio(3, Element.FLOAT, () -> 1 + random.nextFloat())).isLessThan(1.1);
    assertThat(ratio(3, Element.FLOAT, random::nextFloat)).isLessThan(1.25);
    assertThat(ratio(3, Element.FLOAT, random::nextGaussian)).isLessThan(1.35);
    assertThat(ratio(3, Element.DOUBLE, () -> 1 + random.nextDouble())).isLessThan(1.05);
    assertThat(ratio(3, Element.FLOAT, () -> 0)).isLessThan(1.01);
  }

  private static double ratio(
      int results, Element element, java.util.function.DoubleSupplier number) {
    int size = 100_000;
    var sum = reducer(element);
    for (int r = 0; r < results; r++) {
      var row = new double[size];
      for (int i = 0; i < size; i++) {
        row[i] = number.getAsDouble();
      }
      sum.add(bytes(row, element));
    }
    double ratio = sum.partial().length / (double) sum.result().length;
    if (Boolean.getBoolean("strait.measure")) {
      System.err.printf("ratio %.4f%n", ratio);
    }
    return ratio;
  }

  static Reducer reducer(Element element) {
    return Specs.reducer(Reduction.SUM, element);
  }

  static byte[] bytes(double[] numbers, Element element) {
    var buffer =
        ByteBuffer.allocate(numbers.length * element.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (double number : numbers) {
      if (element == Element.FLOAT) {
        buffer.putInt(Float.floatToIntBits((float) number));
      } else {
        buffer.putLong(Double.doubleToLongBits(number));
      }
    }
    return buffer.array();
  }

  /** Not a test of speed, for machines differ: prints what adding, merging and writing take. */
  @Test
  void speed() {
    if (!Boolean.getBoolean("strait.measure")) {
      return;
    }
    for (var element : new Element[] {Element.FLOAT, Element.DOUBLE}) {
      var random = new Random(1);
      var results = new byte[10][];
      for (int r = 0; r < results.length; r++) {
        results[r] = bytes(random.doubles(2310244 / element.bytes()).toArray(), element);
      }
      for (int repeat = 0; repeat < 15; repeat++) {
        var sum = reducer(element);
        long start = System.nanoTime();
        for (var result : results) {
          sum.add(result);
        }
        long added = System.nanoTime();
        byte[] partial = sum.partial();
        long written = System.nanoTime();
        sum.merge(partial);
        long merged = System.nanoTime();
        sum.result();
        long done = System.nanoTime();
        if (repeat == 14) {
          System.err.printf(
              "%s add %.2f ms, partial %.2f, merge %.2f, result %.2f%n",
              element,
              (added - start) / 1e7,
              (written - added) / 1e6,
              (merged - written) / 1e6,
              (done - merged) / 1e6);
        }
      }
    }
  }
}
