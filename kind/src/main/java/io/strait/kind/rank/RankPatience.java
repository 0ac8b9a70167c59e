package io.strait.kind.rank;

import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.kind.run.RunSettings;
import io.strait.kind.run.Workers;
import io.strait.model.text.InputException;
import io.strait.transport.fabric.Patience;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The option of kinds whose ranks may be cut off. */
public final class RankPatience {
  public static final Option OPTION =
      Option.of(
          "--patience",
          "TIME",
          "How long to wait for ranks that are processes and cut off from their master (default:"
              + " 10 min), and for jobs at sites to leave their queues (default: 24 h).");

  private static final Duration IN_QUEUES = Duration.ofHours(24);

  private RankPatience() {}

  /** How long jobs may wait in queues. */
  static Duration inQueues(RunSettings settings) {
    @Nullable String given = settings.options().text(OPTION.name());
    return given == null
        ? IN_QUEUES
        : Duration.ofNanos(Options.nanos(OPTION.name(), given, Duration.ofSeconds(1)));
  }

  /** What was asked for; refused where no rank can be cut off. */
  static Patience of(RunSettings settings) {
    @Nullable String given = settings.options().text(OPTION.name());
    if (given == null) {
      return Patience.DEFAULT;
    }
    if (settings.workers() == Workers.EMBEDDED) {
      throw new InputException(
          "%s with --workers embedded, expected --workers processes or none"
              .formatted(OPTION.name()));
    }
    return Patience.of(
        Duration.ofNanos(Options.nanos(OPTION.name(), given, Duration.ofSeconds(1))));
  }
}
