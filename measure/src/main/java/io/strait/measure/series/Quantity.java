package io.strait.measure.series;

import io.strait.measure.forecast.Habit;
import io.strait.model.quantity.Durations;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the values of a series are. */
public enum Quantity {
  /** Bytes per second that a gap or LAN carries. */
  BANDWIDTH("bandwidth"),
  /** Seconds one way, over a gap or LAN. */
  LATENCY("latency"),
  /** The share of a host's CPU that is free. */
  AVAILABLE("available"),
  /** Seconds that one core of a host takes for a task of an app. */
  TASK_TIME("task-time"),
  /** Bytes per second that a run sent over a gap: at most its bandwidth. No plan goes by it. */
  CARRIED("carried");

  private static final double MEGA = 1e6;

  private final String word;

  Quantity(String word) {
    this.word = word;
  }

  /** What values may be called; the first is what Strait writes. */
  private List<Unit> units() {
    return switch (this) {
      case BANDWIDTH ->
          List.of(
              new Unit("bytes_per_s", 1, 0),
              new Unit("kbit_per_s", 125, 0),
              new Unit("mbit_per_s", 125e3, 0),
              new Unit("gbit_per_s", 125e6, 0));
      case LATENCY ->
          List.of(
              new Unit("latency_s", 1, 0),
              new Unit("latency_ms", 1e-3, 0),
              new Unit("round_trip_s", 0.5, 0),
              new Unit("round_trip_ms", 0.5e-3, 0));
      case AVAILABLE ->
          List.of(
              new Unit("share", 1, 0),
              new Unit("percent", 0.01, 0),
              new Unit("busy_percent", -0.01, 1));
      case TASK_TIME -> List.of(new Unit("task_s", 1, 0), new Unit("task_ms", 1e-3, 0));
      case CARRIED -> List.of(new Unit("bytes_per_s", 1, 0));
    };
  }

  /**
   * A title of a column of values.
   *
   * @param factor and offset make the quantity's own unit of it
   */
  private record Unit(String title, double factor, double offset) {}

  /** As names of files have it. */
  public String word() {
    return word;
  }

  /** The quantity of that word; null if there is none. */
  static @Nullable Quantity of(String word) {
    for (var each : values()) {
      if (each.word.equals(word)) {
        return each;
      }
    }
    return null;
  }

  /** The title of the column in files that Strait writes. */
  public String title() {
    return units().getFirst().title;
  }

  /** All titles that are understood. */
  String titles() {
    return String.join(", ", units().stream().map(Unit::title).toList());
  }

  /** Whether values under this title are understood. */
  boolean knows(String title) {
    return units().stream().anyMatch(unit -> unit.title.equals(title));
  }

  /** A value under a title that is known, in the quantity's own unit, zero or more. */
  double convert(String title, double value) {
    for (var unit : units()) {
      if (unit.title.equals(title)) {
        return Math.max(0, unit.factor * value + unit.offset);
      }
    }
    throw new IllegalArgumentException("'%s' is not one of %s".formatted(title, titles()));
  }

  /** What is known of such series before the first value. */
  public Habit habit() {
    return switch (this) {
      case BANDWIDTH -> Habit.NETWORK;
      case AVAILABLE -> Habit.CPU;
      case LATENCY, TASK_TIME, CARRIED -> Habit.ANY;
    };
  }

  /** The same for values under a title, whatever they are. */
  public static Habit habit(String title) {
    for (var each : values()) {
      if (each.knows(title)) {
        return each.habit();
      }
    }
    return Habit.ANY;
  }

  /** Whether its place is a host; else it is a gap or a LAN. */
  public boolean isOfHost() {
    return this == AVAILABLE || this == TASK_TIME;
  }

  /** Whether plans go by it. */
  public boolean isPlanned() {
    return this != CARRIED;
  }

  /** The least that a grid may have. */
  public double least() {
    return switch (this) {
      case BANDWIDTH, CARRIED -> 1;
      case AVAILABLE -> 0.01;
      case LATENCY -> 0;
      case TASK_TIME -> 1e-9;
    };
  }

  /** The most that there can be. */
  public double most() {
    return this == AVAILABLE ? 1 : Double.MAX_VALUE;
  }

  /** Whether there can be such a value: no share above 1, no task in no time at all. */
  public boolean isPossible(double value) {
    return value >= 0 && value <= most() && (value > 0 || this != TASK_TIME);
  }

  /** What values there can be, for messages. */
  String possible() {
    return switch (this) {
      case AVAILABLE -> "a free share of 0 to 1 (or 0 to 100 percent)";
      case TASK_TIME -> "a time above zero";
      case BANDWIDTH, CARRIED, LATENCY -> "zero or more";
    };
  }

  /** A value for people to read. */
  public String text(double value) {
    return switch (this) {
      case BANDWIDTH, CARRIED -> value == 0 ? "0 kB/s" : bytes(value);
      case LATENCY, TASK_TIME -> value == 0 ? "0 s" : Durations.rounded(value);
      case AVAILABLE -> String.format(Locale.ROOT, "%.0f %%", 100 * value);
    };
  }

  private static String bytes(double perSecond) {
    return perSecond >= 1e9
        ? String.format(Locale.ROOT, "%.3g GB/s", perSecond / 1e9)
        : perSecond >= 0.9995 * MEGA
            ? String.format(Locale.ROOT, "%.3g MB/s", perSecond / MEGA)
            : String.format(Locale.ROOT, "%.3g kB/s", perSecond / 1e3);
  }
}
