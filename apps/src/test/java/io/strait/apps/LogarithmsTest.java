package io.strait.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogarithmsTest {
  private static final int COUNT = 20_000;

  /** The spread of numbers, and how far from 1. */
  @ParameterizedTest
  @CsvSource({"uniform", "all sizes", "near one"})
  void areThoseOfTheStrictLibrary(String which) {
    var random = new SplittableRandom(1);
    DoubleUnaryOperator map =
        switch (which) {
          case "uniform" -> u -> u + 0x1p-53;
          case "all sizes" -> u -> StrictMath.exp(1_400 * (u - 0.5));
          default -> u -> 1 + 1e-6 * (u - 0.5);
        };
    var numbers = random.doubles(COUNT).map(map).toArray();
    var results = new double[COUNT];
    new Logarithms(COUNT).of(numbers, results, COUNT);
    for (int i = 0; i < COUNT; i++) {
      double expected = StrictMath.log(numbers[i]);
      assertThat(results[i])
          .as("ln %s", numbers[i])
          .isCloseTo(expected, within(2 * Math.ulp(expected)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0",
    "2, 0x1.62e42fefa39efp-1",
    "0.5, -0x1.62e42fefa39efp-1",
    "4, 0x1.62e42fefa39efp0"
  })
  void ofPowersOfTwoAreExact(double number, double logarithm) {
    var results = new double[1];
    new Logarithms(1).of(new double[] {number}, results, 1);
    assertThat(results[0]).isEqualTo(logarithm);
  }
}
