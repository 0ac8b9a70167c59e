package io.strait.view.page;

import io.strait.model.quantity.Durations;
import io.strait.view.Numbers;
import java.util.Locale;
import java.util.regex.Pattern;

/** Numbers as people read them on a page. */
public final class Show {
  public static final String NOTHING = "–";

  /** The spaces of "9 h 52 min" and of "85 %". */
  private static final Pattern INSIDE =
      Pattern.compile("(?<=\\d) (?=(?:d|h|min|s|ms|us|%)(?![\\w/]))|(?<=\\d (?:d|h|min)) (?=\\d)");

  private Show() {}

  /** A text whose lines do not end between a number and its unit, nor within a time. */
  public static String unbroken(String text) {
    return INSIDE.matcher(text).replaceAll("\u00a0");
  }

  /** A time of the run's clock, from milliseconds. */
  public static String time(long millis) {
    return millis == 0 ? "0 s" : Durations.rounded(millis / 1e3);
  }

  public static String count(long count) {
    return count < 0 ? NOTHING : "%,d".formatted(count).replace(',', '\u202f');
  }

  /** A number of things: {@code 1 rank}, {@code 12 ranks}. */
  public static String counted(long number, String thing) {
    return "%s %s%s".formatted(count(number), thing, number == 1 ? "" : "s");
  }

  /** Three digits, or all of a whole number. */
  public static String number(double value) {
    if (!Double.isFinite(value)) {
      return NOTHING;
    }
    double size = Math.abs(value);
    if (size >= 1e7 || (size > 0 && size < 1e-3)) {
      return "%.2e".formatted(value);
    }
    return size >= 1000
        ? count(Math.round(value))
        : ("%." + (size >= 100 ? 0 : size >= 10 ? 1 : 2) + "f").formatted(value);
  }

  public static String bandwidth(double bytesPerSecond) {
    if (!Double.isFinite(bytesPerSecond)) {
      return "unlimited";
    }
    var scale = bandwidths(bytesPerSecond);
    return number(bytesPerSecond / scale.size()) + " " + scale.unit();
  }

  /** The unit that suits a bandwidth. */
  public static CurveChart.Scale bandwidths(double bytesPerSecond) {
    var units = new String[] {"B/s", "KiB/s", "MiB/s", "GiB/s"};
    int unit = 0;
    double size = 1;
    while (bytesPerSecond >= 1024 * size && unit < units.length - 1) {
      size *= 1024;
      unit++;
    }
    return new CurveChart.Scale(units[unit], size);
  }

  public static String bytes(double bytes) {
    return bandwidth(bytes).replace("/s", "");
  }

  /** Three digits with a unit. */
  public static String seconds(double seconds) {
    if (!Double.isFinite(seconds)) {
      return NOTHING;
    }
    double[] scales = {1, 1e-3, 1e-6, 1e-9};
    String[] units = {"s", "ms", "us", "ns"};
    int i = 0;
    while (i < 3 && seconds < scales[i] * 0.9995) {
      i++;
    }
    double value = seconds / scales[i];
    int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return ("%." + digits + "f %s").formatted(value, units[i]);
  }

  /** Seconds; nothing where there are none. */
  public static String positive(double seconds) {
    return seconds > 0 ? seconds(seconds) : NOTHING;
  }

  /** In decimal units, as a plan has it. */
  public static String size(long bytes) {
    String[] units = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    double value = bytes;
    int i = 0;
    while (value >= 999.5 && i + 1 < units.length) {
      value /= 1000;
      i++;
    }
    return (i == 0 || value >= 99.95 ? "%.0f %s" : "%.1f %s").formatted(value, units[i]);
  }

  /** As a file or attribute wants it: a tenth is as exact as anyone sees. */
  public static String tenth(double value) {
    long tenths = Math.round(10 * value);
    return tenths % 10 == 0
        ? Long.toString(tenths / 10)
        : String.format(Locale.ROOT, "%.1f", tenths / 10.0);
  }

  /** How much more, as a share. */
  public static String gain(double gain) {
    return gain < 0.1 ? "%.1f %%".formatted(100 * gain) : Numbers.percent(gain);
  }

  /** A share with a digit after the point. */
  public static String precision(double precision) {
    return Double.isFinite(precision) ? "%.1f %%".formatted(100 * precision) : NOTHING;
  }
}
