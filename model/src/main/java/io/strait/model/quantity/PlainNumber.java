package io.strait.model.quantity;

import java.util.regex.Pattern;

/**
 * Numbers without a unit, as people write them in files and options: the digits 0 to 9, a point and
 * an exponent. Digits of other scripts and what Java alone calls a number ({@code 0x1p3}, {@code
 * 1d}, {@code NaN}) are none.
 */
public final class PlainNumber {
  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");

  private PlainNumber() {}

  /**
   * Reads a whole number.
   *
   * @throws NumberFormatException if the text is none, or one that a long cannot hold
   */
  public static long whole(String text) {
    return Long.parseLong(checked(text, WHOLE));
  }

  /**
   * Reads a decimal number. One that is too large for a double is infinite.
   *
   * @throws NumberFormatException if the text is none
   */
  public static double decimal(String text) {
    return Double.parseDouble(checked(text, DECIMAL));
  }

  private static String checked(String text, Pattern pattern) {
    if (!pattern.matcher(text).matches()) {
      throw new NumberFormatException("not a number");
    }
    return text;
  }
}
