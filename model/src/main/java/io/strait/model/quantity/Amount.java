package io.strait.model.quantity;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A number as it was written, with the unit as it was written: {@code 21.0 KiB/s} is 21.0 and
 * {@code KiB/s}. Every quantity is read and printed through this class.
 */
public record Amount(double number, Unit unit) {

  private static final Pattern TEXT =
      Pattern.compile("([+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?)\\s*(\\S.*)?");

  private static final int LONGEST_TEXT = 64;

  /** The amount in base units. */
  public double value() {
    return inBase(number, unit);
  }

  /**
   * Reads {@code number unit}.
   *
   * @throws QuantityException if the text is no such amount; its message says what was expected
   */
  public static Amount parse(String text, Dimension dimension) {
    var shown = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
    var matcher = TEXT.matcher(text.strip());
    if (text.length() > LONGEST_TEXT || !matcher.matches()) {
      throw new QuantityException(
          "'%s' is not %s, expected a number with a unit such as %s"
              .formatted(shown, dimension.title(), dimension.example()));
    }
    double number = Double.parseDouble(matcher.group(1));
    @Nullable String symbol = matcher.group(2);
    if (symbol == null) {
      throw new QuantityException(
          "'%s' has no unit, expected %s such as %s"
              .formatted(shown, dimension.title(), dimension.example()));
    }
    @Nullable Unit unit = Unit.find(symbol.equals("µs") ? "us" : symbol, dimension);
    if (unit == null) {
      throw new QuantityException(
          "unknown unit '%s' in '%s', expected %s in one of: %s"
              .formatted(symbol, shown, dimension.title(), Unit.symbols(dimension)));
    }
    if (!Double.isFinite(inBase(number, unit))) {
      throw new QuantityException("'%s' is too large, expected a finite number".formatted(shown));
    }
    return new Amount(number, unit);
  }

  /** Reads an amount and gives it in base units. */
  static double value(String text, Dimension dimension) {
    return parse(text, dimension).value();
  }

  /** The shortest text in any unit of the dimension that reads back as exactly this value. */
  static String text(double value, Dimension dimension) {
    String best = null;
    for (var unit : Unit.all(dimension)) {
      var number = plain(value / unit.factor());
      if (inBase(Double.parseDouble(number), unit) == value) {
        var separator = unit.symbol().startsWith("/") || unit.symbol().equals("%") ? "" : " ";
        var text = number + separator + unit.symbol();
        if (best == null || text.length() < best.length()) {
          best = text;
        }
      }
    }
    if (best == null) {
      throw new IllegalStateException("no unit of " + dimension + " is the base unit");
    }
    return best;
  }

  private static double inBase(double number, Unit unit) {
    // Dividing by a whole number rounds once where multiplying by its inverse rounds twice.
    double factor = unit.factor();
    return factor < 1 && Math.rint(1 / factor) == 1 / factor
        ? number / (1 / factor)
        : number * factor;
  }

  private static String plain(double number) {
    var text = Double.toString(number);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  @Override
  public String toString() {
    var separator = unit.symbol().startsWith("/") || unit.symbol().equals("%") ? "" : " ";
    return plain(number) + separator + unit.symbol();
  }
}
