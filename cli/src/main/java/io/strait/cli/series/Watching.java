package io.strait.cli.series;

import io.strait.measure.series.SeriesClock;
import io.strait.measure.series.SeriesName;
import io.strait.measure.series.SeriesWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads all sources, round by round, and writes what is new. Sources take turns, so that no
 * measurement disturbs another. One that fails is told of once, and again when it is back.
 */
final class Watching {
  private final List<Source> sources;
  private final SeriesWriter writer;
  private final SeriesClock clock;
  private final Consumer<String> notes;
  private final CountDownLatch asked;
  private final Set<Source> failing = new HashSet<>();
  private final Set<SeriesName> written = new HashSet<>();

  /** Sources that were read, and those of them that have never had a value. */
  private final Set<Source> looked = new HashSet<>();

  private final Set<Source> silent = new LinkedHashSet<>();
  private long values;
  private int rounds;

  /**
   * @param asked is counted down to end it
   */
  Watching(
      List<Source> sources,
      SeriesWriter writer,
      SeriesClock clock,
      Consumer<String> notes,
      CountDownLatch asked) {
    this.sources = sources;
    this.writer = writer;
    this.clock = clock;
    this.notes = notes;
    this.asked = asked;
  }

  /**
   * Watches until it is asked to end, the rounds are done, or all sources are over.
   *
   * @param every from the beginning of one round to that of the next
   */
  void run(Duration every, long most) throws IOException {
    for (var source : sources) {
      for (var name : source.live()) {
        clock.notBefore(writer.last(name));
      }
    }
    boolean isLive = sources.stream().anyMatch(source -> !source.live().isEmpty());
    // A share of the CPU is that of a time; without one there is nothing to say yet.
    long next = System.nanoTime() + (isLive ? Math.min(every.toNanos(), 1_000_000_000L) : 0);
    while (rounds < most && !isOver() && !isAsked(next)) {
      next = Math.max(next + every.toNanos(), System.nanoTime());
      for (var source : sources) {
        if (asked.getCount() > 0 && !source.isOver()) {
          take(source);
        }
      }
      rounds++;
    }
  }

  private boolean isOver() {
    return sources.stream().allMatch(Source::isOver);
  }

  /** Waits until then; whether it was asked to end before. */
  private boolean isAsked(long until) {
    try {
      return asked.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private void take(Source source) throws IOException {
    List<Source.Reading> readings;
    try {
      readings = source.read();
    } catch (IOException e) {
      if (asked.getCount() > 0) {
        hasLooked(source, false);
        if (failing.add(source)) {
          notes.accept("nothing from %s: %s".formatted(source.words(), e.getMessage()));
        }
      }
      return;
    }
    hasLooked(source, !readings.isEmpty());
    if (failing.remove(source)) {
      notes.accept("values again from " + source.words());
    }
    for (var reading : readings) {
      double seconds = Double.isNaN(reading.seconds()) ? clock.now() : reading.seconds();
      if (writer.append(reading.name(), seconds, reading.value())) {
        written.add(reading.name());
        values++;
      }
    }
  }

  private void hasLooked(Source source, boolean hasValues) {
    if (hasValues) {
      silent.remove(source);
      looked.add(source);
    } else if (looked.add(source)) {
      silent.add(source);
    }
  }

  /** What was looked at and never had a value, in words. */
  List<String> silent() {
    return silent.stream().map(Source::words).toList();
  }

  /** What came of it. */
  String words() {
    return "%d %s in %d series, %d %s"
        .formatted(
            values,
            values == 1 ? "value" : "values",
            written.size(),
            rounds,
            rounds == 1 ? "round" : "rounds");
  }
}
