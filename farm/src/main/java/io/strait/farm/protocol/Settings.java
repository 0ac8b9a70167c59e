package io.strait.farm.protocol;

/**
 * Times and bounds of a node. Times are in nanoseconds.
 *
 * @param lease how long a parent keeps the tasks of a silent child for it
 * @param beat how often a side that has nothing else to say gives a sign of life
 * @param silence after which a connection is taken for dead
 * @param leastBackoff first pause before dialling again; it doubles up to the most
 * @param patience how long a child tries to reach its parent before it gives up
 * @param eager parts up to so many bytes travel without being fetched
 * @param eagerBytes how many of those may be unacknowledged
 * @param chunk size of the pieces of a large part
 * @param room bytes of large parts that a parent takes in at a time; a single one may be larger
 * @param mostResult bytes of a result
 * @param mostCredits tasks that one child may ask for at a time
 * @param checkpoint bytes of results after which the master sums them up in its journal
 */
public record Settings(
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
    boolean speculate) {
  private static final long MILLI = 1_000_000L;

  /** What a busy machine may take until it attends to a message. */
  static final long ATTENTION = 10 * MILLI;

  /** What suits clusters on the Internet. */
  public static final Settings DEFAULT =
      new Settings(
          60_000 * MILLI,
          5_000 * MILLI,
          20_000 * MILLI,
          10 * MILLI,
          10_000 * MILLI,
          24 * 3_600_000L * MILLI,
          64 << 10,
          4 << 20,
          256 << 10,
          64L << 20,
          256 << 20,
          1 << 16,
          256L << 20,
          true);

  /** The same with another lease; signs of life and patience follow from it. */
  public Settings withLease(long nanos) {
    long beats = Math.clamp(nanos / 8, 10 * MILLI, beat);
    return new Settings(
        nanos,
        beats,
        Math.clamp(nanos / 2, 4 * beats, silence),
        leastBackoff,
        Math.clamp(nanos / 4, leastBackoff, mostBackoff),
        patience,
        eager,
        eagerBytes,
        chunk,
        room,
        mostResult,
        mostCredits,
        checkpoint,
        speculate);
  }

  /** The same for a child that gives up sooner or later. */
  public Settings withPatience(long nanos) {
    return new Settings(
        lease,
        beat,
        silence,
        leastBackoff,
        mostBackoff,
        nanos,
        eager,
        eagerBytes,
        chunk,
        room,
        mostResult,
        mostCredits,
        checkpoint,
        speculate);
  }

  int leaseMillis() {
    return (int) Math.min(Integer.MAX_VALUE, lease / MILLI);
  }
}
