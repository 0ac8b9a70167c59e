package io.strait.kind.option;

import io.strait.model.UsageException;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.PlainNumber;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.Fields;
import io.strait.model.text.InputException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The given options of a kind of application, with their values. Errors name the option and its
 * value.
 */
public record Options(Map<String, List<String>> given) {
  /** No options. */
  public static final Options NONE = new Options(Map.of());

  public Options {
    given = Map.copyOf(given);
  }

  /** Whether the option was given. */
  public boolean has(String name) {
    return given.containsKey(name);
  }

  /** All values of an option that may be given several times. */
  public List<String> all(String name) {
    return given.getOrDefault(name, List.of());
  }

  /** The value; null if the option was not given. */
  public @Nullable String text(String name) {
    var values = all(name);
    return values.isEmpty() ? null : values.getLast();
  }

  /** A path; null if the option was not given. */
  public @Nullable Path path(String name) {
    @Nullable String text = text(name);
    try {
      return text == null ? null : Path.of(text);
    } catch (InvalidPathException e) {
      throw new UsageException(
          "%s '%s' is not a path, expected the path of a file".formatted(name, text));
    }
  }

  /** A whole number, with a default. */
  public long whole(String name, long otherwise) {
    @Nullable String text = text(name);
    try {
      return text == null ? otherwise : PlainNumber.whole(text);
    } catch (NumberFormatException e) {
      throw new UsageException(
          "%s '%s' is not a whole number, expected one such as 10".formatted(name, text));
    }
  }

  /** A whole number within limits, with a default. */
  public int whole(String name, int otherwise, int least, int most) {
    long value = whole(name, otherwise);
    if (value < least || value > most) {
      throw new UsageException(
          "%s %d is out of range, expected %d to %d".formatted(name, value, least, most));
    }
    return (int) value;
  }

  /** Seconds, zero or more, with a default. */
  public double seconds(String name, double otherwise) {
    @Nullable String text = text(name);
    return text == null ? otherwise : seconds(name, text);
  }

  /** Reads a time of zero or more from a part of an option, in seconds. */
  public static double seconds(String name, String text) {
    try {
      double seconds = Durations.seconds(Durations.parse(text));
      if (seconds >= 0) {
        return seconds;
      }
    } catch (QuantityException e) {
      throw new UsageException("%s: %s".formatted(name, e.getMessage()));
    }
    throw new UsageException(
        "%s '%s' is below zero, expected a time of zero or more".formatted(name, text));
  }

  /** Reads a time in nanoseconds, between a minimum and 30 days. */
  public static long nanos(String option, String text, Duration least) {
    try {
      var time = Durations.parse(text);
      if (time.compareTo(least) < 0 || time.compareTo(Duration.ofDays(30)) > 0) {
        throw new InputException(
            "%s %s is out of range, expected %s to 30 d"
                .formatted(option, text, Durations.text(least)));
      }
      return time.toNanos();
    } catch (QuantityException e) {
      throw new InputException("%s: %s".formatted(option, e.getMessage()));
    }
  }

  /** One of a few words, in any case; null if the option was not given. */
  public <E extends Enum<E>> @Nullable E choice(String name, Class<E> type) {
    @Nullable String text = text(name);
    if (text == null) {
      return null;
    }
    for (var value : type.getEnumConstants()) {
      if (value.name().equalsIgnoreCase(text)) {
        return value;
      }
    }
    throw new UsageException(
        "%s '%s', expected one of: %s"
            .formatted(name, text, Fields.names(type.getEnumConstants())));
  }
}
