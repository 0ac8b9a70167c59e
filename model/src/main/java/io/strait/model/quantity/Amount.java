package io.strait.model.quantity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A number and its unit, both as they were written: {@code 21.0 KiB/s} is 21.0 and {@code KiB/s}.
 * Every quantity is read and printed through this class.
 *
 * <p>The number stays decimal until it is in base units, so it is rounded only once. Every value
 * has a text that reads back as exactly that value, even in percent.
 */
public record Amount(BigDecimal number, Unit unit) {

  private static final Pattern TEXT =
      Pattern.compile("([+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?)\\s*(\\S.*)?");

  /** With the micro sign and with the Greek letter, which look alike. */
  private static final Set<String> MICROSECONDS = Set.of("\u00b5s", "\u03bcs");

  private static final int LONGEST_TEXT = 64;

  /** The amount in base units. */
  public double value() {
    return exact().doubleValue();
  }

  /** The amount in base units, not yet rounded to a double. */
  BigDecimal exact() {
    return inBase(number, unit);
  }

  /**
   * Reads {@code number unit}.
   *
   * @throws QuantityException if the text is not such an amount; the message says what was expected
   */
  public static Amount parse(String text, Dimension dimension) {
    var shown = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
    var matcher = TEXT.matcher(text.strip());
    if (text.length() > LONGEST_TEXT || !matcher.matches()) {
      throw new QuantityException(
          "'%s' is not %s, expected a number with a unit such as %s"
              .formatted(shown, dimension.title(), dimension.example()));
    }
    @Nullable String symbol = matcher.group(2);
    if (symbol == null) {
      throw new QuantityException(
          "'%s' has no unit, expected %s such as %s"
              .formatted(shown, dimension.title(), dimension.example()));
    }
    @Nullable Unit unit = Unit.find(MICROSECONDS.contains(symbol) ? "us" : symbol, dimension);
    if (unit == null) {
      throw new QuantityException(
          "unknown unit '%s' in '%s', expected %s in one of: %s"
              .formatted(symbol, shown, dimension.title(), Unit.symbols(dimension)));
    }
    var amount = new Amount(number(matcher.group(1), shown), unit);
    if (!Double.isFinite(amount.value())) {
      throw tooLarge(shown);
    }
    return amount;
  }

  private static BigDecimal number(String text, String shown) {
    // A double shows cheaply whether the exponent is too large for a decimal.
    double rounded = Double.parseDouble(text);
    if (!Double.isFinite(rounded)) {
      throw tooLarge(shown);
    }
    return rounded == 0 ? BigDecimal.ZERO : new BigDecimal(text);
  }

  private static QuantityException tooLarge(String shown) {
    return new QuantityException("'%s' is too large, expected a finite number".formatted(shown));
  }

  /** Reads an amount and returns it in base units. */
  static double value(String text, Dimension dimension) {
    return parse(text, dimension).value();
  }

  /** The simplest text in any unit of the dimension that reads back as exactly this value. */
  static String text(double value, Dimension dimension) {
    return simplest(BigDecimal.valueOf(value), dimension, read -> read.doubleValue() == value);
  }

  /** The simplest text of a value that may be too precise for a double. */
  static String text(BigDecimal value, Dimension dimension) {
    return simplest(value, dimension, read -> read.compareTo(value) == 0);
  }

  private static String simplest(
      BigDecimal value, Dimension dimension, Predicate<BigDecimal> readsBack) {
    @Nullable String best = null;
    for (var unit : Unit.all(dimension)) {
      double rounded = value.doubleValue() / unit.factor();
      for (var number :
          new BigDecimal[] {
            Double.isFinite(rounded) ? BigDecimal.valueOf(rounded) : value, fromBase(value, unit)
          }) {
        var text = new Amount(number, unit).toString();
        if ((best == null || burden(text) < burden(best)) && readsBack.test(inBase(number, unit))) {
          best = text;
        }
      }
    }
    if (best == null) {
      throw new IllegalStateException("no unit of %s can say %s".formatted(dimension, value));
    }
    return best;
  }

  /** How hard a text is to read: its length, with an exponent counting as two digits more. */
  private static int burden(String text) {
    return text.length() + (text.indexOf('E') >= 0 ? 2 : 0);
  }

  private static BigDecimal inBase(BigDecimal number, Unit unit) {
    double factor = unit.factor();
    return factor < 1
        ? number.divide(BigDecimal.valueOf(1 / factor), MathContext.DECIMAL128)
        : number.multiply(BigDecimal.valueOf(factor));
  }

  private static BigDecimal fromBase(BigDecimal value, Unit unit) {
    double factor = unit.factor();
    return factor < 1
        ? value.multiply(BigDecimal.valueOf(1 / factor))
        : value.divide(BigDecimal.valueOf(factor), MathContext.DECIMAL128);
  }

  /** The number, with an exponent only if it is very small or very large. */
  private static String plain(BigDecimal number) {
    var digits = number.stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    return digits.signum() == 0 || (exponent >= -3 && exponent < 7)
        ? digits.toPlainString()
        : new BigDecimal(digits.unscaledValue(), digits.precision() - 1) + "E" + exponent;
  }

  @Override
  public String toString() {
    var separator = unit.symbol().startsWith("/") || unit.symbol().equals("%") ? "" : " ";
    return plain(number) + separator + unit.symbol();
  }
}
