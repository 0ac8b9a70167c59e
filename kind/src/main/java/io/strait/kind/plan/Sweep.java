package io.strait.kind.plan;

import io.strait.model.quantity.Amount;
import io.strait.model.quantity.Dimension;
import io.strait.model.quantity.PlainNumber;
import io.strait.model.quantity.QuantityException;
import io.strait.model.quantity.Unit;
import io.strait.model.text.InputException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path and the values to try along it: {@code PATH=from..to[:steps]}, evenly spaced. Both ends
 * carry the unit, or the last one alone does; whole numbers without a unit sweep counts.
 */
public record Sweep(String path, String unit, double[] values) {
  private static final Pattern TEXT =
      Pattern.compile("([^=]+)=(.+?)\\.\\.(.+?)(?::(.*))?", Pattern.DOTALL);
  private static final Pattern NUMBER =
      Pattern.compile("([+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)\\s*(.*)", Pattern.DOTALL);
  private static final int DEFAULT_STEPS = 11;
  private static final int MOST_STEPS = 10_000;

  /** One value with its plan, or why there is none. */
  public record Point<P>(double value, String text, @Nullable P plan, String problem) {}

  public static Sweep parse(String text) {
    var matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw wrong(text, "expected such as links[argentina-spain].bandwidth=10KiB/s..100KiB/s:10");
    }
    var from = NUMBER.matcher(matcher.group(2).strip());
    var to = NUMBER.matcher(matcher.group(3).strip());
    if (!from.matches() || !to.matches()) {
      throw wrong(text, "expected two numbers with .. between them");
    }
    int steps = steps(text, matcher.group(4));
    var unit = to.group(2);
    double first = Double.parseDouble(from.group(1));
    double last = Double.parseDouble(to.group(1));
    if (!from.group(2).isEmpty() && !from.group(2).equals(unit)) {
      first = converted(text, from.group(), unit);
    }
    if (!Double.isFinite(first) || !Double.isFinite(last) || first == last) {
      throw wrong(text, "expected two different finite numbers");
    }
    if (!Double.isFinite((last - first) * steps)) {
      throw wrong(text, "expected numbers that are less far apart");
    }
    var values = new double[steps];
    for (int i = 0; i < steps; i++) {
      values[i] = first + (last - first) * i / (steps - 1);
    }
    return new Sweep(matcher.group(1).strip(), unit, values);
  }

  private static int steps(String text, @Nullable String given) {
    try {
      long steps = given == null ? DEFAULT_STEPS : PlainNumber.whole(given.strip());
      if (steps >= 2 && steps <= MOST_STEPS) {
        return (int) steps;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number out of range
    }
    throw wrong(text, "expected 2 to %d steps".formatted(MOST_STEPS));
  }

  private static double converted(String text, String amount, String unit) {
    for (var dimension : Dimension.values()) {
      @Nullable Unit target = Unit.find(unit, dimension);
      if (target != null) {
        try {
          return Amount.parse(amount, dimension).value() / target.factor();
        } catch (QuantityException e) {
          // not this dimension; perhaps another one has the unit too
        }
      }
    }
    throw wrong(text, "expected both ends in units of the same kind");
  }

  private static InputException wrong(String text, String expected) {
    return new InputException(
        "--sweep '%s' is not PATH=from..to[:steps], %s".formatted(text, expected));
  }

  public boolean isWhole() {
    return unit.isEmpty();
  }

  /** What a picture writes below the values. */
  public String axis() {
    return isWhole() ? path : "%s in %s".formatted(path, unit);
  }

  /** The values as the files would write them, each once. */
  public List<String> texts() {
    var texts = new ArrayList<String>();
    for (double value : values) {
      var text = isWhole() ? Long.toString(Math.round(value)) : number(value) + " " + unit;
      if (texts.isEmpty() || !texts.getLast().equals(text)) {
        texts.add(text);
      }
    }
    return texts;
  }

  /** The value as it stands in a text. */
  public double value(String text) {
    return Double.parseDouble(isWhole() ? text : text.substring(0, text.indexOf(' ')));
  }

  private static String number(double value) {
    return new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros().toPlainString();
  }
}
