package io.strait.model.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/** Reads and prints {@link Duration}s with one unit, as files contain them. */
public final class Durations {
  private Durations() {}

  private static final double LONGEST_SECONDS = 1e9;

  /** Reads a text such as {@code 0.2 ms}, up to about thirty years. */
  public static Duration parse(String text) {
    var amount = Amount.parse(text, Dimension.DURATION);
    if (Math.abs(amount.value()) > LONGEST_SECONDS) {
      throw new QuantityException(
          "'%s' is too long, expected at most %.0f s".formatted(text, LONGEST_SECONDS));
    }
    var nanos = amount.exact().movePointRight(9).setScale(0, RoundingMode.HALF_UP);
    return Duration.ofNanos(nanos.longValueExact());
  }

  /** Reads a text such as {@code 0.5 ns} as seconds, which may be finer than a {@link Duration}. */
  public static double parseSeconds(String text) {
    double seconds = Amount.value(text, Dimension.DURATION);
    if (Math.abs(seconds) > LONGEST_SECONDS) {
      throw new QuantityException(
          "'%s' is too long, expected at most %.0f s".formatted(text, LONGEST_SECONDS));
    }
    return seconds;
  }

  /** A number of seconds, in the unit that makes the shortest exact text. */
  public static String text(double seconds) {
    return Amount.text(seconds, Dimension.DURATION);
  }

  public static Duration ofSeconds(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  public static double seconds(Duration duration) {
    return duration.getSeconds() + duration.getNano() * 1e-9;
  }

  /** A duration, in the unit that makes the shortest exact text. */
  public static String text(Duration duration) {
    return Amount.text(BigDecimal.valueOf(duration.toNanos(), 9), Dimension.DURATION);
  }

  /** A rounded duration for people to read: {@code 4 h 53 min}, {@code 8.1 s}. */
  public static String rounded(double seconds) {
    if (!Double.isFinite(seconds)) {
      return "–";
    }
    if (seconds < 1e-3) {
      return "%.3g us".formatted(seconds * 1e6);
    }
    if (seconds < 1) {
      return "%.3g ms".formatted(seconds * 1e3);
    }
    if (seconds < 60) {
      return "%.1f s".formatted(seconds);
    }
    long whole = Math.round(seconds);
    if (whole < 3600) {
      return "%d min %d s".formatted(whole / 60, whole % 60);
    }
    long minutes = Math.round(seconds / 60);
    if (minutes < 2 * 24 * 60) {
      return "%d h %d min".formatted(minutes / 60, minutes % 60);
    }
    long hours = Math.round(seconds / 3600);
    return "%d d %d h".formatted(hours / 24, hours % 24);
  }
}
