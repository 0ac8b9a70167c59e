package io.strait.simulate;

import java.util.Arrays;

/**
 * Events in the order of their times. Events of the same time keep the order in which they were
 * added, so the order is total and a simulation always runs the same way. No event may be added
 * before the time of the last one taken.
 *
 * <p>That makes a radix heap possible, here with eight buckets a level. A time whose bits first
 * differ from a base in some group of three lies on that group's level, in the bucket that the
 * group's own value names, where events keep the order in which they were added. The lowest bucket
 * that is not empty has the earliest events. When it is opened, the base moves there. If it has few
 * events, they are sorted and become the front, which all later events that share its range join
 * where they belong; if it has many, they move to lower levels first. So an event moves a few
 * times, always between memory that is read or written in order, and a queue of a hundred thousand
 * events is not much slower than one of ten. Nothing is allocated per event.
 */
public final class EventQueue {
  /** Bits that a level looks at. */
  private static final int DIGIT = 3;

  private static final int DIGITS = 1 << DIGIT;
  private static final int LEVELS = (Long.SIZE + DIGIT - 1) / DIGIT;

  /** Up to so many events of a bucket are sorted. */
  private static final int FEW = 24;

  /** With more events than so many, the front is put back into buckets. */
  private static final int MANY = 64;

  /** Pairs of time and payload, by level and digit. */
  private final long[][] buckets = new long[LEVELS * DIGITS][];

  /** How much of each bucket is filled. */
  private final int[] filled = new int[LEVELS * DIGITS];

  /** For every level a bit for each bucket that is not empty. */
  private final int[] occupied = new int[LEVELS];

  /** A bit for every level with such a bucket. */
  private int levels;

  /** Pairs of time and payload, sorted: what is taken next. */
  private long[] front = new long[2 * MANY];

  private int taken;
  private int end;

  /** Times that agree with the base but for so many bits belong to the front. */
  private int range;

  /** What times of events in buckets are compared with. */
  private long base;

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
    int bits = Long.SIZE - Long.numberOfLeadingZeros(time ^ base);
    if (bits > range) {
      append(time, payload, (bits - 1) / DIGIT);
      return;
    }
    insert(time, payload);
    if (end - taken > 2 * MANY && range > 0) {
      narrow();
    }
  }

  private void append(long time, long payload, int level) {
    int digit = (int) (time >>> (level * DIGIT)) & (DIGITS - 1);
    int bucket = level * DIGITS + digit;
    int at = filled[bucket];
    var events = buckets[bucket];
    if (at == events.length) {
      events = Arrays.copyOf(events, Math.max(16, 2 * at));
      buckets[bucket] = events;
    }
    events[at] = time;
    events[at + 1] = payload;
    filled[bucket] = at + 2;
    occupied[level] |= 1 << digit;
    levels |= 1 << level;
  }

  /** Puts an event into the front, behind all that are not later. */
  private void insert(long time, long payload) {
    if (end == front.length) {
      makeRoom();
    }
    var events = front;
    int at = end;
    while (at > taken && events[at - 2] > time) {
      events[at] = events[at - 2];
      events[at + 1] = events[at - 1];
      at -= 2;
    }
    events[at] = time;
    events[at + 1] = payload;
    end += 2;
  }

  private void makeRoom() {
    int kept = end - taken;
    var larger = 2 * kept > front.length ? new long[2 * front.length] : front;
    System.arraycopy(front, taken, larger, 0, kept);
    front = larger;
    taken = 0;
    end = kept;
  }

  /** Leaves only events of the present time in the front. */
  private void narrow() {
    base = last;
    range = 0;
    int from = taken;
    int to = end;
    while (from < to && front[from] == base) {
      from += 2;
    }
    end = from;
    for (int i = from; i < to; i += 2) {
      long time = front[i];
      int bits = Long.SIZE - Long.numberOfLeadingZeros(time ^ base);
      append(time, front[i + 1], (bits - 1) / DIGIT);
    }
  }

  /** Takes the earliest event and returns its payload. {@link #time} is then its time. */
  public long take() {
    if (size == 0) {
      throw new IllegalStateException("no event is left");
    }
    size--;
    while (taken == end) {
      taken = 0;
      end = 0;
      open();
    }
    last = front[taken];
    long payload = front[taken + 1];
    taken += 2;
    return payload;
  }

  /** Makes the front of the lowest bucket, or spreads its events over lower levels. */
  private void open() {
    int level = Integer.numberOfTrailingZeros(levels);
    int digit = Integer.numberOfTrailingZeros(occupied[level]);
    occupied[level] &= occupied[level] - 1;
    if (occupied[level] == 0) {
      levels &= levels - 1;
    }
    int bucket = level * DIGITS + digit;
    var events = buckets[bucket];
    int count = filled[bucket];
    filled[bucket] = 0;
    if (count <= 2 * FEW) {
      base = events[0];
      range = level * DIGIT;
      for (int i = 0; i < count; i += 2) {
        insert(events[i], events[i + 1]);
      }
      return;
    }
    long earliest = events[0];
    for (int i = 2; i < count; i += 2) {
      earliest = Math.min(earliest, events[i]);
    }
    base = earliest;
    range = 0;
    for (int i = 0; i < count; i += 2) {
      put(events[i], events[i + 1]);
    }
  }
}
