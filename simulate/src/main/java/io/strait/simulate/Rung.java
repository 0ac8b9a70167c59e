package io.strait.simulate;

import java.util.Arrays;

/**
 * A stretch of time cut into equal buckets, in which events keep the order in which they were
 * added. Buckets are taken one after the other. Their memory is used again and again.
 */
final class Rung {
  private static final long[] NOTHING = {};

  /** Numbers in a bucket's first memory; with so many per event expected, it gives memory back. */
  private static final int LEAST = 32;

  /** The first time that lies in it. */
  private double from;

  private double bucketsPerSecond;

  /** The last event that there was at the beginning; what is not before it lies elsewhere. */
  private double until;

  /** Buckets that were opened. */
  private int opened;

  private int buckets;
  private int expected;

  /** Pairs of time and payload, by bucket, and how much of each bucket is filled. */
  private long[][] events = {};

  private int[] filled = {};

  /**
   * Begins again, without events.
   *
   * @param from the first event
   * @param until the last event
   * @param bucketsPerSecond so that there are at least two
   * @param expected events in a bucket
   */
  void begin(double from, double until, double bucketsPerSecond, int expected) {
    this.from = from;
    this.until = until;
    this.bucketsPerSecond = bucketsPerSecond;
    this.expected = expected;
    buckets = (int) place(until) + 1;
    opened = 0;
    int room = filled.length;
    if (room < buckets) {
      filled = new int[buckets + buckets / 2];
      events = Arrays.copyOf(events, filled.length);
      Arrays.fill(events, room, filled.length, NOTHING);
    }
  }

  /** A rung of one bucket that was opened and that all finite times lie in. */
  static Rung endless() {
    var rung = new Rung();
    rung.until = Double.POSITIVE_INFINITY;
    rung.buckets = 1;
    rung.opened = 1;
    return rung;
  }

  /** Whether a time lies before the last event that there was at the beginning. */
  boolean covers(double time) {
    return time < until;
  }

  /** Where a time lies that is covered, in buckets; later ones lie nowhere before it. */
  double place(double time) {
    return (time - from) * bucketsPerSecond;
  }

  /** Whether the bucket of a place was opened. */
  boolean isOpened(double place) {
    return place < opened;
  }

  boolean isExhausted() {
    return opened >= buckets;
  }

  /** Adds an event to the bucket of its place, or to the last if that lies behind it. */
  void add(double place, long time, long payload) {
    int bucket = Math.min((int) place, buckets - 1);
    int at = filled[bucket];
    var list = events[bucket];
    if (at == list.length) {
      list = Arrays.copyOf(list, Math.max(LEAST, 2 * at));
      events[bucket] = list;
    }
    list[at] = time;
    list[at + 1] = payload;
    filled[bucket] = at + 2;
  }

  /** Opens the next bucket that has events and gives its number; -1 if there is none. */
  int open() {
    int bucket = opened;
    while (bucket < buckets && filled[bucket] == 0) {
      bucket++;
    }
    opened = Math.min(bucket + 1, buckets);
    return bucket == buckets ? -1 : bucket;
  }

  long[] events(int bucket) {
    return events[bucket];
  }

  /** Empties a bucket; gives how many numbers it had. */
  int clear(int bucket) {
    int count = filled[bucket];
    filled[bucket] = 0;
    if (count > LEAST * expected) {
      events[bucket] = NOTHING; // others may be as full another time
    }
    return count;
  }
}
