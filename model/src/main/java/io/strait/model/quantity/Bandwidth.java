package io.strait.model.quantity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** The bytes per second that a network carries. {@link #UNLIMITED} never limits anything. */
public record Bandwidth(double bytesPerSecond) {
  public static final Bandwidth UNLIMITED = new Bandwidth(Double.POSITIVE_INFINITY);

  /** Reads a text such as {@code 21.0 KiB/s}. */
  public static Bandwidth parse(String text) {
    return new Bandwidth(Amount.value(text, Dimension.BANDWIDTH));
  }

  public boolean isLimited() {
    return bytesPerSecond < Double.POSITIVE_INFINITY;
  }

  @Override
  public String toString() {
    return isLimited() ? Amount.text(bytesPerSecond, Dimension.BANDWIDTH) : "unlimited";
  }

  /** Three digits of a bandwidth in the unit that suits it. */
  public static String rounded(double bytesPerSecond) {
    var units = List.of("B/s", "kB/s", "MB/s", "GB/s");
    int unit = (int) Math.clamp(Math.log10(bytesPerSecond) / 3, 0, units.size() - 1);
    var value = new BigDecimal(bytesPerSecond / Math.pow(1000, unit)).round(new MathContext(3));
    return value.stripTrailingZeros().toPlainString() + " " + units.get(unit);
  }
}
