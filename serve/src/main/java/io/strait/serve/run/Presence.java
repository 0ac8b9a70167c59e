package io.strait.serve.run;

import io.strait.kind.run.ControlClient;
import io.strait.kind.run.Lead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether somebody is at work on a run, seen by somebody who looks again and again. From one step
 * of a run to the next nobody is for a while, which is not the end.
 */
final class Presence {
  /** Looks without anybody after which nobody is awaited any more. */
  private static final int MOST_MISSED = 20;

  /** Who has never seen anybody waits for less long. */
  private static final int FIRST_MISSED = MOST_MISSED - 2;

  private final RunShelf shelf;
  private final Path run;
  private int missed = FIRST_MISSED;

  /** What the last master said of itself. */
  private Map<String, String> word = Map.of();

  Presence(RunShelf shelf, Path run) {
    this.shelf = shelf;
    this.run = run;
  }

  /** How a run is attended to. */
  enum State {
    /** A master is at work. */
    AT_WORK,
    /** None is now, but one may be soon. */
    AWAITED,
    /** The last one has ended. */
    GONE;

    boolean isOpen() {
      return this != GONE;
    }
  }

  State look() throws IOException {
    if (shelf.isLive(run)) {
      missed = 0;
      @Nullable Path led = Lead.of(run);
      var now = led == null ? word : ControlClient.word(led);
      word = now.isEmpty() ? word : now;
      return State.AT_WORK;
    }
    missed++;
    return hasEnded() || missed >= MOST_MISSED ? State.GONE : State.AWAITED;
  }

  /**
   * The process of a master that was killed or stopped is there no more, from one step to the next
   * it is. Others leave a summary.
   */
  private boolean hasEnded() throws IOException {
    if (shelf.wasLedHere() || Lead.isAbandoned(run) || ControlClient.isGone(word)) {
      return true;
    }
    var summary = run.resolve("summary.json");
    if (Files.notExists(summary)) {
      return false;
    }
    // A run that is resumed has the summary of the time before until its own.
    return Files.getLastModifiedTime(summary).toInstant().isAfter(began());
  }

  /** When the process of the last master began. */
  private Instant began() {
    try {
      return Instant.parse(word.getOrDefault("began", ""));
    } catch (DateTimeParseException e) {
      return Instant.MIN;
    }
  }

  /** Whether all that was to be done is done. */
  boolean isDone() throws IOException {
    return RunShelf.isDone(run);
  }
}
