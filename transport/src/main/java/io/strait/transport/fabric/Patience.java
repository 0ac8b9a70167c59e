package io.strait.transport.fabric;

import java.time.Duration;

/**
 * How long the hub and its ranks wait for each other when a connection between them is gone. Both
 * ends give a sign of life in every beat. A connection that breaks after a silence of several beats
 * was cut, and is waited for. One that breaks without such a silence was closed by the system of
 * the other end, as happens when a process dies: who lives is back at once.
 *
 * @param limit how long a cut may last
 * @param grace how long to wait after a connection was closed
 * @param beat from one sign of life to the next
 */
public record Patience(Duration limit, Duration grace, Duration beat) {
  /** What is used where nobody asks for anything else. */
  public static final Patience DEFAULT = of(Duration.ofMinutes(10));

  private static final int BEATS = 3;

  /** With usual beats. */
  public static Patience of(Duration limit) {
    var grace = Duration.ofSeconds(5);
    return new Patience(limit, grace.compareTo(limit) < 0 ? grace : limit, Duration.ofSeconds(5));
  }

  /** After so long without a sign of life the other end is not just slow. */
  public Duration silence() {
    return beat.multipliedBy(BEATS);
  }

  boolean isSilence(long nanos) {
    return nanos > silence().toNanos();
  }
}
