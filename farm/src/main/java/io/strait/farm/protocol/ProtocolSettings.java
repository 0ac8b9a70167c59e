package io.strait.farm.protocol;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Times and bounds of a node, as the state machines use them: times in nanoseconds, sizes in bytes.
 * {@link Keys} says what each means and what it usually is.
 */
public record ProtocolSettings(
    long lease,
    long beat,
    long silence,
    long leastBackoff,
    long mostBackoff,
    long patience,
    int eager,
    int eagerBytes,
    int chunk,
    long room,
    int mostResult,
    int mostCredits,
    long checkpoint,
    boolean tailCopies,
    long stock,
    boolean stockGrows,
    long idle) {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  /** What a busy machine may take until it attends to a message. */
  static final long ATTENTION = Duration.ofMillis(10).toNanos();

  /** What suits clusters on the Internet. */
  public static final ProtocolSettings DEFAULT = of(keys -> {});

  /** All settings by name, each with its default. */
  public static final class Keys {
    /** How long a parent keeps the tasks of a silent child for it. */
    public Duration lease = Duration.ofSeconds(60);

    /** How often a side that has nothing else to say gives a sign of life. */
    public Duration beat = Duration.ofSeconds(5);

    /** After so long without a word a connection counts as dead. */
    public Duration silence = Duration.ofSeconds(20);

    /** The first pause before dialling again; it doubles up to the longest. */
    public Duration leastBackoff = Duration.ofMillis(10);

    public Duration mostBackoff = Duration.ofSeconds(10);

    /** How long a child tries to reach its parent before it gives up. */
    public Duration patience = Duration.ofDays(1);

    /** Parts up to so many bytes travel without being fetched. */
    public int eager = 64 * KIB;

    /** How many bytes of such parts may be unacknowledged. */
    public int eagerBytes = 4 * MIB;

    /** Bytes of each piece of a large part. */
    public int chunk = 256 * KIB;

    /** Bytes of large parts that a parent takes in at a time; a single one may be larger. */
    public long room = 64 * MIB;

    /** Most bytes of a result. */
    public int mostResult = 256 * MIB;

    /** Most tasks that one child may ask for at a time. */
    public int mostCredits = 1 << 16;

    /** Bytes of results after which the master sums them up in its journal. */
    public long checkpoint = 256 * MIB;

    /** Whether idle workers of the master compute copies of late tasks at the end. */
    public boolean tailCopies = true;

    /** How long gateways can keep their workers busy without the master. */
    public Duration stock = Duration.ofMinutes(2);

    /** Whether they keep more in hand after an outage that was longer. */
    public boolean stockGrows = true;

    /**
     * How long a worker may have nothing to do, when nothing is left for it, before its parent lets
     * it go; zero for ever.
     */
    public Duration idle = Duration.ZERO;

    private Keys() {}
  }

  /** The defaults, with some of them changed. */
  public static ProtocolSettings of(Consumer<Keys> change) {
    var keys = new Keys();
    change.accept(keys);
    return new ProtocolSettings(
        keys.lease.toNanos(),
        keys.beat.toNanos(),
        keys.silence.toNanos(),
        keys.leastBackoff.toNanos(),
        keys.mostBackoff.toNanos(),
        keys.patience.toNanos(),
        keys.eager,
        keys.eagerBytes,
        keys.chunk,
        keys.room,
        keys.mostResult,
        keys.mostCredits,
        keys.checkpoint,
        keys.tailCopies,
        keys.stock.toNanos(),
        keys.stockGrows,
        keys.idle.toNanos());
  }

  /** These with another lease; signs of life and pauses before dialling follow from it. */
  public ProtocolSettings withLease(Duration time) {
    long nanos = time.toNanos();
    long beats = Math.clamp(nanos / 8, ATTENTION, beat);
    long silent = Math.clamp(nanos / 2, 4 * beats, silence);
    return with(nanos, beats, silent, Math.clamp(nanos / 4, leastBackoff, mostBackoff), patience);
  }

  /** These for a child that gives up sooner or later. */
  public ProtocolSettings withPatience(Duration time) {
    return with(lease, beat, silence, mostBackoff, time.toNanos());
  }

  /** These with another stock at gateways. */
  public ProtocolSettings withStock(Duration time, boolean grows) {
    return new ProtocolSettings(
        lease,
        beat,
        silence,
        leastBackoff,
        mostBackoff,
        patience,
        eager,
        eagerBytes,
        chunk,
        room,
        mostResult,
        mostCredits,
        checkpoint,
        tailCopies,
        time.toNanos(),
        grows,
        idle);
  }

  /** These for a parent that lets workers go that have had nothing to do for so long. */
  public ProtocolSettings withIdle(Duration time) {
    return new ProtocolSettings(
        lease,
        beat,
        silence,
        leastBackoff,
        mostBackoff,
        patience,
        eager,
        eagerBytes,
        chunk,
        room,
        mostResult,
        mostCredits,
        checkpoint,
        tailCopies,
        stock,
        stockGrows,
        time.toNanos());
  }

  private ProtocolSettings with(
      long newLease, long newBeat, long newSilence, long newBackoff, long newPatience) {
    return new ProtocolSettings(
        newLease,
        newBeat,
        newSilence,
        leastBackoff,
        newBackoff,
        newPatience,
        eager,
        eagerBytes,
        chunk,
        room,
        mostResult,
        mostCredits,
        checkpoint,
        tailCopies,
        stock,
        stockGrows,
        idle);
  }

  /**
   * How long a parent keeps the tasks of a child whose connection the system says is closed: such a
   * child is more likely dead than slow.
   */
  long closedLease() {
    return lease / 6;
  }

  /**
   * Bytes of results after which the master sums them up, on a disk with so much room: on a small
   * one sooner, while the sum still fits.
   */
  long checkpoint(long room) {
    return room == 0 ? checkpoint : Math.min(checkpoint, room / 2);
  }

  int leaseMillis() {
    return (int) Math.min(Integer.MAX_VALUE, lease / 1_000_000L);
  }
}
