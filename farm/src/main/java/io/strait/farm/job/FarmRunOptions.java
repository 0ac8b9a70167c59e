package io.strait.farm.job;

import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import java.time.Duration;
import java.util.List;

/**
 * The options of {@code strait run} that only farms have.
 *
 * @param failFast whether to end the run when a task has failed for good
 * @param lease how long a silent child keeps its tasks
 * @param tailCopies whether idle workers compute copies of late tasks at the end
 */
public record FarmRunOptions(boolean failFast, String lease, boolean tailCopies) {
  private static final String LEASE = "--lease";
  private static final String NO_SPECULATE = "--no-speculate";
  private static final String FAIL_FAST = "--fail-fast";
  private static final String USUAL_LEASE = "60 s";

  /** How long a silent child keeps its tasks. */
  public static final Option LEASE_OPTION =
      Option.of(
          LEASE,
          "TIME",
          "How long a silent child keeps its tasks before they are given to others (default: 60"
              + " s).");

  /** An option of nodes. */
  public static final Option DATA_OPTION =
      Option.of(
          "--data",
          "DIR",
          "Where the app's large files are, each named by its SHA-256; a run that starts its sites"
              + " puts them there.");

  /** Also an option of {@code strait simulate}, so that a rehearsal and its run can agree. */
  public static final Option NO_SPECULATE_OPTION =
      Option.flag(
          NO_SPECULATE,
          "At the end, idle workers do not compute copies of tasks that others are late with"
              + " (default: they do, for tasks that the master itself hands to workers).");

  public static final List<Option> ALL =
      List.of(
          Option.flag(
              FAIL_FAST,
              "End the run when a task has failed for good (default: go on, and report it)."),
          LEASE_OPTION,
          StockOption.OPTION,
          NO_SPECULATE_OPTION);

  public static FarmRunOptions of(Options options) {
    var lease = options.text(LEASE);
    var made =
        new FarmRunOptions(
            options.has(FAIL_FAST), lease == null ? USUAL_LEASE : lease, tailCopies(options));
    var _ = made.protocol();
    return made;
  }

  /** Whether idle workers compute copies of late tasks at the end. */
  public static boolean tailCopies(Options options) {
    return !options.has(NO_SPECULATE);
  }

  /** The settings of the protocol. */
  public ProtocolSettings protocol() {
    var time = Duration.ofNanos(Options.nanos(LEASE, lease, Duration.ofMillis(200)));
    return ProtocolSettings.of(s -> s.tailCopies = tailCopies).withLease(time);
  }

  /** The settings of its rehearsal, which does what the run does. */
  RehearsalSettings rehearsal() {
    return RehearsalSettings.of(s -> s.tailCopies = tailCopies);
  }
}
