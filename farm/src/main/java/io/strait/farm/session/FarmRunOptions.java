package io.strait.farm.session;

import io.strait.farm.protocol.Settings;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import java.time.Duration;
import java.util.List;

/**
 * The options of {@code strait run} that only farms have.
 *
 * @param failFast whether to end the run when a task has failed for good
 * @param lease how long a silent child keeps its tasks
 */
public record FarmRunOptions(boolean failFast, String lease) {
  private static final String LEASE = "--lease";
  private static final String FAIL_FAST = "--fail-fast";
  private static final String USUAL_LEASE = "60 s";

  /** How long a silent child keeps its tasks. */
  public static final Option LEASE_OPTION =
      Option.of(
          LEASE,
          "TIME",
          "How long a silent child keeps its tasks before they are given to others (default: 60"
              + " s).");

  public static final List<Option> ALL =
      List.of(
          Option.flag(
              FAIL_FAST,
              "End the run when a task has failed for good (default: go on, and report it)."),
          LEASE_OPTION);

  public static FarmRunOptions of(Options options) {
    var lease = options.text(LEASE);
    var made = new FarmRunOptions(options.has(FAIL_FAST), lease == null ? USUAL_LEASE : lease);
    var _ = made.protocol();
    return made;
  }

  /** The settings of the protocol. */
  public Settings protocol() {
    return Settings.DEFAULT.withLease(Options.nanos(LEASE, lease, Duration.ofMillis(200)));
  }
}
