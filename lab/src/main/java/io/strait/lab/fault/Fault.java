package io.strait.lab.fault;

import io.strait.model.quantity.Durations;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.InputException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens to a lab. As text: {@code cut east-west for 30 s}.
 *
 * @param what happens
 * @param where a gap {@code A-B}, one direction of it {@code A>B}, the LAN of a cluster {@code A},
 *     or a host; for a partition, groups of clusters {@code A,B|C}
 * @param change of a lane: {@code latency=300ms,loss=2%}; empty unless it is {@link What#SET}
 * @param lasts until it is healed by itself; null if it stays
 */
public record Fault(What what, String where, String change, @Nullable Duration lasts) {
  /** What can happen. */
  public enum What {
    /** Nothing passes any more. */
    CUT,
    /** What was cut, set, partitioned or frozen is as the grid says again. */
    HEAL,
    /** A network has other properties. */
    SET,
    /** All processes of a host die. */
    KILL,
    /** All processes of a host stop, and nothing reaches it. */
    FREEZE,
    /** Only clusters of one group reach each other. */
    PARTITION;

    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** Everything, for {@link What#HEAL}. */
  public static final String ALL = "all";

  private static final List<String> WORDS =
      java.util.Arrays.stream(What.values()).map(What::word).toList();

  /** Reads the text of a fault. */
  public static Fault parse(String text) {
    var words = List.of(text.strip().split("\\s+", -1));
    var what =
        java.util.Arrays.stream(What.values())
            .filter(each -> each.word().equals(words.getFirst()))
            .findFirst()
            .orElseThrow(
                () ->
                    new InputException(
                        "fault '%s', expected one of: %s"
                            .formatted(text, String.join(", ", WORDS))));
    int last = words.indexOf("for");
    int end = last < 0 ? words.size() : last;
    int expected = what == What.SET ? 3 : 2;
    if (end != expected) {
      throw new InputException(
          "fault '%s', expected %s WHERE%s [for TIME]"
              .formatted(text, what.word(), what == What.SET ? " KEY=VALUE,…" : ""));
    }
    return new Fault(
        what,
        words.get(1),
        what == What.SET ? words.get(2) : "",
        last < 0 ? null : time(String.join(" ", words.subList(last + 1, words.size()))));
  }

  private static Duration time(String text) {
    try {
      var time = Durations.parse(text);
      if (time.isPositive()) {
        return time;
      }
    } catch (QuantityException e) {
      // reported below
    }
    throw new InputException("'for %s', expected a time above zero such as 30 s".formatted(text));
  }

  @Override
  public String toString() {
    return "%s %s%s%s"
        .formatted(
            what.word(),
            where,
            change.isEmpty() ? "" : " " + change,
            lasts == null ? "" : " for " + Durations.text(lasts));
  }
}
