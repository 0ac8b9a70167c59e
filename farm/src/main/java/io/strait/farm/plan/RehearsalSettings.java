package io.strait.farm.plan;

import io.strait.simulate.Intervals;
import io.strait.simulate.ServiceDistribution;
import io.strait.simulate.Timeline;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How a plan is rehearsed. {@link Keys} says what each setting means and what it usually is. */
public record RehearsalSettings(
    long seed,
    ServiceDistribution work,
    OptionalInt prefetch,
    boolean holdBack,
    boolean tailCopies,
    boolean gateways,
    Duration stagger,
    @Nullable Outages hostOutages,
    @Nullable Outages gapOutages,
    Duration lease,
    Map<String, Timeline> hostSpeed,
    Map<String, Timeline> gapSpeed,
    Map<String, Intervals> hostDown) {

  /** What a run does that nobody disturbs. */
  public static final RehearsalSettings DEFAULT = of(keys -> {});

  /**
   * Random outages.
   *
   * @param between mean time from the end of one to the next
   * @param length mean time that one lasts
   */
  public record Outages(Duration between, Duration length) {}

  /** All settings by name, each with its default. */
  public static final class Keys {
    /** The seed of everything random. */
    public long seed = 1;

    /** How the work of tasks varies. */
    public ServiceDistribution work = ServiceDistribution.CONSTANT;

    /**
     * Tasks that a worker holds beyond those that it computes; empty for as many as in a run, none
     * where it can ask for the next just before it needs it.
     */
    public OptionalInt prefetch = OptionalInt.empty();

    /** Whether slow workers get no more tasks near the end. */
    public boolean holdBack = true;

    /** Whether idle workers of the master compute copies of late tasks at the end. */
    public boolean tailCopies = true;

    /** Whether tasks of other clusters go through a gateway there. */
    public boolean gateways = true;

    /** Worker i starts i times this late. */
    public Duration stagger = Duration.ZERO;

    /** When hosts fail; null for never. */
    public @Nullable Outages hostOutages;

    /** When gaps carry nothing; null for never. */
    public @Nullable Outages gapOutages;

    /** How long until a failed host is given up. */
    public Duration lease = Duration.ofSeconds(60);

    /** The share of its speed that a host has over time, by name. */
    public Map<String, Timeline> hostSpeed = Map.of();

    /** The share of its bandwidth that a gap has over time, by name. */
    public Map<String, Timeline> gapSpeed = Map.of();

    /** When a host is down, by name. */
    public Map<String, Intervals> hostDown = Map.of();

    private Keys() {}
  }

  /** The defaults, with some of them changed. */
  public static RehearsalSettings of(Consumer<Keys> change) {
    var keys = new Keys();
    change.accept(keys);
    return new RehearsalSettings(
        keys.seed,
        keys.work,
        keys.prefetch,
        keys.holdBack,
        keys.tailCopies,
        keys.gateways,
        keys.stagger,
        keys.hostOutages,
        keys.gapOutages,
        keys.lease,
        keys.hostSpeed,
        keys.gapSpeed,
        keys.hostDown);
  }

  /** These with another seed. */
  public RehearsalSettings withSeed(long other) {
    return new RehearsalSettings(
        other,
        work,
        prefetch,
        holdBack,
        tailCopies,
        gateways,
        stagger,
        hostOutages,
        gapOutages,
        lease,
        hostSpeed,
        gapSpeed,
        hostDown);
  }

  /** Whether gaps carry less than they should, or nothing, for some time. */
  public boolean disturbsGaps() {
    return gapOutages != null || !gapSpeed.isEmpty();
  }

  /** These with gaps that are always as they should be. */
  public RehearsalSettings withoutCuts() {
    return new RehearsalSettings(
        seed,
        work,
        prefetch,
        holdBack,
        tailCopies,
        gateways,
        stagger,
        hostOutages,
        null,
        lease,
        hostSpeed,
        Map.of(),
        hostDown);
  }
}
