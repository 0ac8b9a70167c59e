package io.strait.view.trace;

/** Whole numbers of small units written in larger ones, without an exponent. */
final class Decimals {
  private Decimals() {}

  /** The value with its last digits behind a point, without zeros at the end. */
  static String text(long value, int digits) {
    if (value < 0) {
      return "-" + text(-value, digits);
    }
    var text = new StringBuilder().append(value);
    while (text.length() <= digits) {
      text.insert(0, '0');
    }
    text.insert(text.length() - digits, '.');
    int end = text.length();
    while (text.charAt(end - 1) == '0') {
      end--;
    }
    return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
  }
}
