package io.strait.measure.simgrid;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Numbers as SimGrid writes them: {@code 98.095Mf}, {@code 125MBps}, {@code 50us}. A number without
 * a unit is in flop/s, bytes/s or seconds. Numbers stay decimal, so that sums of latencies are
 * exact.
 */
final class SimGridUnits {
  private static final Pattern TEXT =
      Pattern.compile("([+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?)\\s*([A-Za-z]*)");
  private static final int LONGEST_TEXT = 64;

  private static final String[] PREFIXES = {"k", "M", "G", "T", "P", "E", "Z", "Y"};
  private static final String[] WORDS = {
    "kilo", "mega", "giga", "tera", "peta", "exa", "zetta", "yotta"
  };

  static final SimGridUnits SPEED = new SimGridUnits("a speed", "1Gf", speeds());
  static final SimGridUnits BANDWIDTH =
      new SimGridUnits("a bandwidth", "125MBps or 1Gbps", bandwidths());
  static final SimGridUnits LATENCY = new SimGridUnits("a latency", "50us", times());

  private final String title;
  private final String example;
  private final Map<String, BigDecimal> units;

  private SimGridUnits(String title, String example, Map<String, BigDecimal> units) {
    this.title = title;
    this.example = example;
    this.units = units;
  }

  private static Map<String, BigDecimal> speeds() {
    var units =
        new HashMap<>(Map.of("", BigDecimal.ONE, "f", BigDecimal.ONE, "flops", BigDecimal.ONE));
    for (int i = 0; i < PREFIXES.length; i++) {
      var factor = BigDecimal.ONE.scaleByPowerOfTen(3 * (i + 1));
      units.put(PREFIXES[i] + "f", factor);
      units.put(WORDS[i] + "flops", factor);
    }
    return units;
  }

  private static Map<String, BigDecimal> bandwidths() {
    var units = new HashMap<>(Map.of("", BigDecimal.ONE));
    var prefixes = new HashMap<>(Map.of("", BigDecimal.ONE, "K", new BigDecimal(1000)));
    for (int i = 0; i < PREFIXES.length; i++) {
      prefixes.put(PREFIXES[i], BigDecimal.ONE.scaleByPowerOfTen(3 * (i + 1)));
      prefixes.put((i == 0 ? "K" : PREFIXES[i]) + "i", new BigDecimal(2).pow(10 * (i + 1)));
    }
    prefixes.forEach(
        (prefix, factor) -> {
          units.put(prefix + "Bps", factor);
          units.put(prefix + "bps", factor.divide(new BigDecimal(8)));
        });
    return units;
  }

  private static Map<String, BigDecimal> times() {
    return Map.of(
        "", BigDecimal.ONE,
        "ps", new BigDecimal("1e-12"),
        "ns", new BigDecimal("1e-9"),
        "us", new BigDecimal("1e-6"),
        "ms", new BigDecimal("1e-3"),
        "s", BigDecimal.ONE,
        "m", new BigDecimal(60),
        "h", new BigDecimal(3600),
        "d", new BigDecimal(86400),
        "w", new BigDecimal(7 * 86400));
  }

  /** The value of an attribute, above zero, in flop/s or bytes/s. */
  BigDecimal positive(XmlElement at, String attribute, String text) {
    var value = parse(at, attribute, text);
    if (value.signum() <= 0) {
      throw at.error(
          attribute, "%s is '%s', expected a number above zero".formatted(attribute, text));
    }
    return value;
  }

  /** The value of an attribute in seconds, from zero to about thirty years, as in a grid. */
  BigDecimal upToYears(XmlElement at, String attribute, String text) {
    var value = parse(at, attribute, text);
    if (value.signum() < 0 || value.doubleValue() > 1e9) {
      throw at.error(
          attribute, "%s is '%s', expected from zero to 1e9 seconds".formatted(attribute, text));
    }
    return value;
  }

  private BigDecimal parse(XmlElement at, String attribute, String text) {
    var shown = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
    var matcher = TEXT.matcher(text);
    if (text.length() > LONGEST_TEXT || !matcher.matches()) {
      throw at.error(
          attribute,
          "%s is '%s', expected %s such as %s".formatted(attribute, shown, title, example));
    }
    @Nullable BigDecimal factor = units.get(matcher.group(2));
    if (factor == null) {
      throw at.error(
          attribute,
          "unknown unit '%s' in %s '%s', expected %s such as %s"
              .formatted(matcher.group(2), attribute, shown, title, example));
    }
    // A double shows cheaply whether the exponent is too large for a decimal.
    double rounded = Double.parseDouble(matcher.group(1));
    if (!Double.isFinite(rounded * factor.doubleValue())) {
      throw at.error(
          attribute, "%s '%s' is too large, expected a finite number".formatted(attribute, shown));
    }
    return rounded == 0 ? BigDecimal.ZERO : new BigDecimal(matcher.group(1)).multiply(factor);
  }
}
