package io.strait.farm.message;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** An immutable set of task numbers, kept as ranges. */
public final class IdSet {
  /** No tasks. */
  public static final IdSet EMPTY = new IdSet(new int[0], 0);

  /** How much of a set is told: numbers of ranges. */
  private static final int MOST_SHOWN = 16;

  /** Pairs: first of a range, last of it; ascending, not touching. */
  private final int[] ranges;

  private final int size;

  private IdSet(int[] ranges, int size) {
    this.ranges = ranges;
    this.size = size;
  }

  /** A set of one. */
  public static IdSet of(int id) {
    return new IdSet(new int[] {id, id}, 1);
  }

  /** The set of the first {@code count} numbers of an array, in any order; the array is sorted. */
  public static IdSet of(int[] ids, int count) {
    if (count == 0) {
      return EMPTY;
    }
    if (count > 1) {
      Arrays.sort(ids, 0, count);
    }
    var ranges = new int[2 * count];
    int used = 0;
    int size = 0;
    for (int i = 0; i < count; i++) {
      int id = ids[i];
      if (used > 0 && ranges[used - 1] == id) {
        continue;
      }
      if (used > 0 && ranges[used - 1] == id - 1) {
        ranges[used - 1] = id;
      } else {
        ranges[used++] = id;
        ranges[used++] = id;
      }
      size++;
    }
    return new IdSet(used == ranges.length ? ranges : Arrays.copyOf(ranges, used), size);
  }

  /**
   * A set from its ranges.
   *
   * @throws IllegalArgumentException unless they are ascending, apart, and from 0 on
   */
  public static IdSet ofRanges(int[] ranges) {
    long size = 0;
    int before = -2;
    for (int i = 0; i + 1 < ranges.length; i += 2) {
      int first = ranges[i];
      int last = ranges[i + 1];
      if (first < 0 || first <= before + 1 || last < first) {
        throw new IllegalArgumentException(
            "tasks %d to %d after %d, expected ascending ranges".formatted(first, last, before));
      }
      size += last - (long) first + 1;
      before = last;
    }
    if (ranges.length % 2 != 0 || size > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("%d tasks, expected fewer".formatted(size));
    }
    return new IdSet(ranges.clone(), (int) size);
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** The smallest. There must be one. */
  public int first() {
    return ranges[0];
  }

  /** The largest. There must be one. */
  public int last() {
    return ranges[ranges.length - 1];
  }

  public int rangeCount() {
    return ranges.length / 2;
  }

  public int rangeFirst(int range) {
    return ranges[2 * range];
  }

  public int rangeLast(int range) {
    return ranges[2 * range + 1];
  }

  public boolean contains(int id) {
    int low = 0;
    int high = ranges.length / 2 - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (id < ranges[2 * middle]) {
        high = middle - 1;
      } else if (id > ranges[2 * middle + 1]) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }

  /** Visits all, ascending. */
  public void forEach(IntConsumer visitor) {
    for (int i = 0; i < ranges.length; i += 2) {
      for (long id = ranges[i]; id <= ranges[i + 1]; id++) {
        visitor.accept((int) id);
      }
    }
  }

  /** Those of the set that have a property. */
  public IdSet filter(IntPredicate property) {
    int[] kept = new int[Math.min(size, 64)]; // grows, for a few bytes may stand for billions
    int count = 0;
    for (int i = 0; i < ranges.length; i += 2) {
      for (long id = ranges[i]; id <= ranges[i + 1]; id++) {
        if (property.test((int) id)) {
          if (count == kept.length) {
            kept = Arrays.copyOf(kept, (int) Math.min(size, 2L * count));
          }
          kept[count++] = (int) id;
        }
      }
    }
    return count == size ? this : of(kept, count);
  }

  /** Whether all have a property. */
  public boolean all(IntPredicate property) {
    for (int i = 0; i < ranges.length; i += 2) {
      for (long id = ranges[i]; id <= ranges[i + 1]; id++) {
        if (!property.test((int) id)) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdSet set && Arrays.equals(ranges, set.ranges);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ranges);
  }

  /** As {@code 0-4,7}; of a long one only the beginning. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int i = 0; i < ranges.length; i += 2) {
      if (i == MOST_SHOWN) {
        return text.append(",… (%d in all)".formatted(size)).toString();
      }
      text.append(i == 0 ? "" : ",").append(ranges[i]);
      if (ranges[i + 1] > ranges[i]) {
        text.append('-').append(ranges[i + 1]);
      }
    }
    return text.toString();
  }
}
