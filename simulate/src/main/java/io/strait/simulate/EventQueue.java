package io.strait.simulate;

import java.util.Arrays;

/**
 * Events in the order of their times. Events of the same time keep the order in which they were
 * added, so the order is total and a simulation always runs the same way. No event may be added
 * before the time of the last one taken.
 *
 * <p>A ladder queue (Tang, Goh and Thng, 2005). Its front is sorted and has the next few events. A
 * {@link Rung} behind it has the events of a longer stretch of time in equal buckets, unsorted; all
 * that is later yet lies in one list. When the front is used up, the next bucket becomes the front
 * if it has few events; if it has many, a finer rung takes them first. When no rung is left, a new
 * one takes all of the list. How long its buckets are follows from how fast events were taken. So
 * an event moves two to four times however many there are, between places in memory that are read
 * in order or small. Nothing is allocated per event.
 *
 * <p>Where an event lies depends on its time by nothing but a function that never falls, so events
 * of the same time meet wherever they are and stay in order.
 */
public final class EventQueue {
  /** Up to so many events of a bucket are sorted. */
  private static final int FEW = 32;

  /** With more events than so many, the front is put into a rung. */
  private static final int MANY = 64;

  /** How many events a bucket should have whose events are to be sorted. */
  private static final int EACH = 8;

  /** With more buckets than so many in the first rung, buckets get more events instead. */
  private static final int BUCKETS = 1024;

  /** But no more than so many, which stay in the cache while a finer rung takes them. */
  private static final int MOST_EACH = 1024;

  /** Where the front begins in its memory, so that there is room for events before its first. */
  private static final int BEGIN = 16;

  private static final long NEVER = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

  /** Pairs of time and payload, sorted: what is taken next. */
  private long[] front = new long[BEGIN + 4 * MANY];

  private int taken = BEGIN;
  private int end = BEGIN;

  /** From the coarsest to the finest; each takes a bucket of the one before. */
  private Rung[] rungs = {Rung.endless(), new Rung()};

  /** The number of the finest; 0 where there is none but the endless one. */
  private int depth;

  private Rung rung = rungs[0];

  /** Pairs of time and payload that are later than all rungs, as they were added. */
  private long[] later = new long[2 * MANY];

  private int laterEnd;

  /** Pairs on their way from one place to another. */
  private long[] moved = new long[4 * MANY];

  /** The time of the last event taken. */
  private double last;

  private int size;
  private long added;

  /** How many were taken, and when, before there was the present first rung. */
  private long takenBefore;

  private double begun;

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
    return last;
  }

  /** Adds an event. The caller defines what the payload means. */
  public void add(double at, long payload) {
    if (!(at >= last)) {
      throw new IllegalArgumentException(
          "an event at %s, expected none before %s".formatted(at, last));
    }
    size++;
    added++;
    double time = at + 0.0; // never -0.0, so that bits are ordered like times
    long bits = Double.doubleToRawLongBits(time);
    var finest = rung;
    if (!finest.covers(time)) {
      addLater(time, bits, payload);
      return;
    }
    double place = finest.place(time);
    if (finest.isOpened(place)) {
      insert(bits, payload);
    } else {
      finest.add(place, bits, payload);
    }
  }

  /** Adds an event that is later than those of the finest rung. */
  private void addLater(double time, long bits, long payload) {
    for (int above = depth - 1; above > 0; above--) {
      if (rungs[above].covers(time)) {
        double place = rungs[above].place(time);
        if (rungs[above].isOpened(place)) {
          addLast(above + 1, bits, payload);
        } else {
          rungs[above].add(place, bits, payload);
        }
        return;
      }
    }
    if (laterEnd == later.length) {
      later = Arrays.copyOf(later, 2 * laterEnd);
    }
    later[laterEnd] = bits;
    later[laterEnd + 1] = payload;
    laterEnd += 2;
  }

  /** Adds an event to the last bucket of a rung, or to what became of that. */
  private void addLast(int of, long bits, long payload) {
    int level = of;
    while (level < depth && rungs[level].isExhausted()) {
      level++;
    }
    if (rungs[level].isExhausted()) {
      insert(bits, payload);
    } else {
      rungs[level].add(Double.POSITIVE_INFINITY, bits, payload);
    }
  }

  /** Puts an event into the front, behind all that are not later. */
  private void insert(long time, long payload) {
    var events = front;
    int at = taken;
    if (at > 0 && at < end && time < events[at + (((end - at) >> 2) << 1)]) {
      // Many events are among the next.
      while (events[at] <= time) {
        events[at - 2] = events[at];
        events[at - 1] = events[at + 1];
        at += 2;
      }
      events[at - 2] = time;
      events[at - 1] = payload;
      taken -= 2;
      return;
    }
    append(time, payload);
    if (end - taken > 2 * MANY && front[taken] != front[end - 2]) {
      spread();
    }
  }

  /** The same from the end of the front. */
  private void append(long time, long payload) {
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

  /** Takes the earliest event and returns its payload. {@link #time} is then its time. */
  public long take() {
    if (size == 0) {
      throw new IllegalStateException("no event is left");
    }
    size--;
    if (taken == end) {
      fill();
    }
    int at = taken;
    last = Double.longBitsToDouble(front[at]);
    taken = at + 2;
    return front[at + 1];
  }

  /** Fills the front, which is empty. */
  private void fill() {
    while (taken == end) {
      taken = BEGIN;
      end = BEGIN;
      int bucket = rung.open();
      if (bucket >= 0) {
        var events = rung.events(bucket);
        move(events, rung.clear(bucket));
      } else if (depth > 0) {
        rung = rungs[--depth];
      } else {
        moveLater();
      }
    }
  }

  /** Moves what is later than all rungs; what never happens stays, unless there is nothing else. */
  private void moveLater() {
    int all = laterEnd;
    laterEnd = 0;
    int count = 0;
    for (int i = 0; i < all; i += 2) {
      count += later[i] < NEVER ? 2 : 0;
    }
    if (count == 0 || count == all) {
      move(later, all);
      return;
    }
    moved = withRoom(moved, count);
    count = 0;
    for (int i = 0; i < all; i += 2) {
      if (later[i] < NEVER) {
        moved[count++] = later[i];
        moved[count++] = later[i + 1];
      } else {
        later[laterEnd++] = NEVER;
        later[laterEnd++] = later[i + 1];
      }
    }
    move(moved, count);
  }

  private static long[] withRoom(long[] array, int length) {
    return array.length >= length ? array : new long[2 * length];
  }

  /** Puts the front into a rung. */
  private void spread() {
    int count = end - taken;
    moved = withRoom(moved, count);
    System.arraycopy(front, taken, moved, 0, count);
    taken = BEGIN;
    end = BEGIN;
    move(moved, count);
    if (taken == end) {
      fill();
    }
  }

  /** Moves events to the front, which is empty, or to a rung. */
  private void move(long[] events, int count) {
    if (count <= 2 * FEW) {
      for (int i = 0; i < count; i += 2) {
        append(events[i], events[i + 1]);
      }
      return;
    }
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < count; i += 2) {
      least = Math.min(least, events[i]);
      most = Math.max(most, events[i]);
    }
    double from = Double.longBitsToDouble(least);
    double until = Double.longBitsToDouble(most);
    double seconds = until - from;
    int each = Math.clamp(count / 2 / BUCKETS, EACH, MOST_EACH);
    double perSecond = bucketsPerSecond(count / 2.0 / each, seconds, each);
    if (!(perSecond * seconds >= 1 && perSecond < Double.POSITIVE_INFINITY)) {
      // All are at one time, or so nearly that there is nothing between.
      for (int i = 0; i < count; i += 2) {
        append(events[i], events[i + 1]);
      }
      return;
    }
    if (++depth == rungs.length) {
      rungs = Arrays.copyOf(rungs, depth + 1);
      rungs[depth] = new Rung();
    }
    rung = rungs[depth];
    rung.begin(from, until, perSecond, each);
    for (int i = 0; i < count; i += 2) {
      rung.add(rung.place(Double.longBitsToDouble(events[i])), events[i], events[i + 1]);
    }
  }

  /**
   * How fine buckets are. Where many events were taken since the last first rung, their pace says
   * it, for the last of those that are there may be far behind the others; a finer rung has them
   * closer together.
   */
  private double bucketsPerSecond(double buckets, double seconds, int each) {
    double even = buckets / seconds;
    if (depth > 0) {
      return even;
    }
    double took = added - size - takenBefore;
    double since = last - begun;
    takenBefore = added - size;
    begun = last;
    double paced = took / each / since;
    return took > each * buckets / 2 && paced * seconds >= 1
        ? Math.min(paced, 16 * even)
        : 2 * even;
  }
}
