package io.strait.cli;

import io.strait.model.quantity.PlainNumber;
import picocli.CommandLine.TypeConversionException;

/** The numbers of options, read as files have them. */
final class NumberOption {
  private NumberOption() {}

  static int whole(String text) {
    try {
      return Math.toIntExact(PlainNumber.whole(text));
    } catch (NumberFormatException | ArithmeticException e) {
      throw notWhole(text, Integer.MAX_VALUE);
    }
  }

  static long large(String text) {
    try {
      return PlainNumber.whole(text);
    } catch (NumberFormatException e) {
      throw notWhole(text, Long.MAX_VALUE);
    }
  }

  static double decimal(String text) {
    try {
      return PlainNumber.decimal(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'%s' is not a number, expected one such as 2.5".formatted(text));
    }
  }

  private static TypeConversionException notWhole(String text, long most) {
    return new TypeConversionException(
        "'%s' is not a whole number up to %d, expected one such as 10".formatted(text, most));
  }
}
