package io.strait.program.run;

import io.strait.model.quantity.Durations;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Says once of a part whose code takes very long over a unit that it does. */
final class Silence {
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long BETWEEN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How many times as long as the plan says is too long. */
  private static final int TIMES = 100;

  private final List<PartThread> parts;
  private final Consumer<String> say;
  private final Set<PartThread> said = new HashSet<>();
  private long checked = System.nanoTime();

  Silence(List<PartThread> parts, Consumer<String> say) {
    this.parts = parts;
    this.say = say;
  }

  /** How long code may take over a unit before that is said. */
  static long patience(long expectedNanos) {
    return Math.max(LEAST_NANOS, TIMES * Math.min(expectedNanos, Long.MAX_VALUE / TIMES));
  }

  /** Looks at all parts, now and then. */
  void check() {
    long now = System.nanoTime();
    if (now - checked < BETWEEN_NANOS) {
      return;
    }
    checked = now;
    for (var part : parts) {
      long silent = part.silentNanos();
      if (silent > patience(part.expectedNanos()) && said.add(part)) {
        say.accept(
            "strait: %s has not answered for %s in unit %d; expected an answer after %s"
                .formatted(
                    part.name(),
                    Durations.rounded(1e-9 * silent),
                    part.done(),
                    Durations.rounded(1e-9 * part.expectedNanos())));
      }
    }
  }
}
