package io.strait.simulate;

import java.util.Arrays;

/**
 * Events in the order of their times. Events of the same time keep the order in which they were
 * added, so the order is total and a simulation always runs the same way. No event may be added
 * before the time of the last one taken.
 *
 * <p>That makes a radix heap possible. Events lie in buckets by the highest bit in which their time
 * differs from {@link #time}, in the order in which they were added. When the lowest bucket is
 * opened, the time moves on to its earliest event and its events move to lower buckets. So an event
 * moves only a few times, always between memory that is read or written in order, and a queue of a
 * hundred thousand events is not much slower than one of ten. Nothing is allocated per event.
 */
public final class EventQueue {
  /** Pairs of time and payload, by bucket. Bucket 0 holds the events of the current time. */
  private final long[][] buckets = new long[Long.SIZE][];

  /** How much of each bucket is filled. */
  private final int[] filled = new int[Long.SIZE];

  /** A bit for every bucket that is not empty, except bucket 0. */
  private long occupied;

  /** How much of bucket 0 is taken already. */
  private int taken;

  /** The time of the last event taken, as bits, which are ordered like the times. */
  private long last;

  private int size;
  private long added;

  public EventQueue() {
    Arrays.fill(buckets, new long[0]);
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  /** How many events were ever added. */
  public long added() {
    return added;
  }

  /** The time of the last event taken; 0 before the first. */
  public double time() {
    return Double.longBitsToDouble(last);
  }

  /** Adds an event. The caller defines what the payload means. */
  public void add(double at, long payload) {
    if (!(at >= time())) {
      throw new IllegalArgumentException(
          "an event at %s, expected none before %s".formatted(at, time()));
    }
    size++;
    added++;
    put(Double.doubleToRawLongBits(at + 0.0), payload); // never -0.0
  }

  private void put(long time, long payload) {
    int bucket = Long.SIZE - Long.numberOfLeadingZeros(time ^ last);
    int end = filled[bucket];
    var events = buckets[bucket];
    if (end == events.length) {
      events = Arrays.copyOf(events, Math.max(16, 2 * end));
      buckets[bucket] = events;
    }
    events[end] = time;
    events[end + 1] = payload;
    filled[bucket] = end + 2;
    occupied |= 1L << bucket;
  }

  /** Takes the earliest event and returns its payload. {@link #time} is then its time. */
  public long take() {
    if (size == 0) {
      throw new IllegalStateException("no event is left");
    }
    size--;
    if (taken == filled[0]) {
      taken = 0;
      filled[0] = 0;
      int bucket = Long.numberOfTrailingZeros(occupied & ~1L);
      occupied &= ~(1L << bucket);
      int end = filled[bucket];
      filled[bucket] = 0;
      if (end == 2) {
        last = buckets[bucket][0];
        return buckets[bucket][1];
      }
      spread(buckets[bucket], end);
    }
    long payload = buckets[0][taken + 1];
    taken += 2;
    return payload;
  }

  /** Moves on to the earliest of these events, and moves all of them to their new buckets. */
  private void spread(long[] events, int end) {
    long earliest = events[0];
    for (int i = 2; i < end; i += 2) {
      earliest = Math.min(earliest, events[i]);
    }
    last = earliest;
    for (int i = 0; i < end; i += 2) {
      put(events[i], events[i + 1]);
    }
  }
}
