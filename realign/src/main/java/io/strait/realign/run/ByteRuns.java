package io.strait.realign.run;

import io.strait.realign.file.Axis;
import java.util.Arrays;

/**
 * Where the elements that two processors have in common lie along one dimension: in groups of runs
 * of equal length, which follow each other at equal distances on either side. Groups come in
 * batches, in an order that depends on the two axes alone, so that both ends go through them alike.
 * The groups are computed as they are needed; nothing is kept that grows with the array or with the
 * number of processors.
 *
 * <p>Both distributions repeat together after the least common multiple of their cycles. Where a
 * few runs make up such a period, each of them becomes a group that goes through several periods.
 * Elsewhere the blocks of the side with the larger ones are gone through; those that have nothing
 * in common with the other side are passed over in one leap.
 */
final class ByteRuns {
  /** Groups in a batch, at most. */
  static final int MOST = 512;

  private static final int MOST_IN_PERIOD = 256;

  /** Elements that the periods of a group span, so that its runs are near each other. */
  private static final long SPAN = 4096;

  private static final long NONE = -1;

  private Axis source = new Axis(1, 1, 1);
  private Axis target = source;
  private long extent;

  // The group at each place: elements on either side, where runs begin, and how far apart.
  private int size;
  private long[] from = new long[16];
  private long[] to = new long[16];
  private long[] length = new long[16];
  private long[] times = new long[16];
  private long[] fromStep = new long[16];
  private long[] toStep = new long[16];
  private long elements;

  // Either: runs of a period.
  private boolean periodic;
  private int runs;
  private final long[] start = new long[MOST_IN_PERIOD];
  private final long[] span = new long[MOST_IN_PERIOD];
  private long period;
  private long at;
  private int run;

  // Or: blocks of the side with the larger ones.
  private boolean sourceLeads;
  private long block;
  private long cycle;
  private long otherBlock;
  private long otherCycle;
  private long otherFirst;
  private long low;

  /** Sets the two processors, by their coordinates. */
  void begin(Axis newSource, int sourceAt, Axis newTarget, int targetAt) {
    source = newSource;
    target = newTarget;
    extent = source.extent();
    sourceLeads = source.block() >= target.block();
    var large = sourceLeads ? source : target;
    var small = sourceLeads ? target : source;
    block = large.block();
    cycle = large.cycle();
    otherBlock = small.block();
    otherCycle = small.cycle();
    otherFirst = (sourceLeads ? targetAt : sourceAt) * otherBlock;
    low = (sourceLeads ? sourceAt : targetAt) * block;
    if (!meets(low)) {
      low = next(low);
    }
    periodic = false;
    findPeriod();
  }

  /** Whether a block of the leading side has something in common with the other. */
  private boolean meets(long blockAt) {
    return Math.floorMod(blockAt - otherFirst + block - 1, otherCycle) <= block + otherBlock - 2;
  }

  /** The next block of the leading side that {@link #meets}; the extent if there is none. */
  private long next(long blockAt) {
    if (extent - blockAt <= cycle) {
      return extent;
    }
    long begin = blockAt + cycle;
    long width = block + otherBlock - 2;
    long offset = Math.floorMod(begin - otherFirst + block - 1, otherCycle);
    if (width >= otherCycle - 1 || offset <= width) {
      return begin;
    }
    long leap =
        first(cycle % otherCycle, otherCycle, otherCycle - offset, otherCycle - offset + width);
    return leap == NONE || leap > (extent - begin) / cycle ? extent : begin + leap * cycle;
  }

  /**
   * The least k for which k * step mod modulus lies between two numbers, which 0 does not; by
   * Euclid's algorithm. What would overflow is beyond every array.
   */
  static long first(long step, long modulus, long least, long most) {
    try {
      return leap(step, modulus, least, most);
    } catch (ArithmeticException e) {
      return NONE;
    }
  }

  private static long leap(long step, long modulus, long least, long most) {
    if (least == 0) {
      return 0;
    }
    if (step == 0) {
      return NONE;
    }
    if (step > modulus - step) {
      return leap(modulus - step, modulus, modulus - most, modulus - least);
    }
    long k = -Math.floorDiv(-least, step);
    if (Math.multiplyExact(k, step) <= most) {
      return k;
    }
    long rounds =
        leap(modulus % step, step, Math.floorMod(-most, step), Math.floorMod(-least, step));
    return rounds == NONE
        ? NONE
        : -Math.floorDiv(-Math.addExact(least, Math.multiplyExact(modulus, rounds)), step);
  }

  /** Finds the runs of a period, if there are several periods and it has few. */
  private void findPeriod() {
    long divisor = gcd(cycle, otherCycle);
    if (block >= 4 * otherCycle || otherCycle / divisor > extent / 2 / cycle) {
      return;
    }
    if ((block + otherBlock) / divisor >= MOST_IN_PERIOD - 2) {
      return;
    }
    period = otherCycle / divisor * cycle;
    runs = 0;
    for (long each = low; each < period; each = next(each)) {
      long end = each + block;
      for (long x = otherAt(each); x < end; x += otherCycle) {
        long begin = Math.max(x, each);
        start[runs] = begin;
        span[runs++] = Math.min(x + otherBlock, end) - begin;
      }
    }
    periodic = true;
    at = runs == 0 ? extent : 0;
    run = 0;
  }

  /** Where the first block of the other side begins that ends after a place. */
  private long otherAt(long place) {
    long begin = Math.floorDiv(place - otherFirst, otherCycle) * otherCycle + otherFirst;
    return place - begin < otherBlock ? begin : begin + otherCycle;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** Finds the next batch, or says that there is none. */
  boolean next() {
    size = 0;
    elements = 0;
    if (periodic) {
      fillPeriods();
    } else {
      fillBlocks();
    }
    return size > 0;
  }

  private void fillPeriods() {
    while (at < extent && size < MOST) {
      if (run == runs) {
        run = 0;
        at += period * periods();
        continue;
      }
      long begin = at + start[run];
      long count = periods();
      long fits = Math.min(span[run], extent - begin); // less than the run in the last period
      if (fits > 0) {
        add(
            begin,
            fits,
            count,
            period / source.cycle() * source.block(),
            period / target.cycle() * target.block());
      }
      run++;
    }
  }

  /** How many periods the groups go through that begin here. */
  private long periods() {
    long whole = (extent - at) / period;
    return whole == 0 ? 1 : Math.min(whole, Math.max(1, SPAN / period));
  }

  /** A block gives up to three groups: one run that is cut, whole ones, and another cut one. */
  private void fillBlocks() {
    while (low < extent && size + 3 <= MOST) {
      long end = Math.min(low + block, extent);
      long x = otherAt(low);
      if (x < low) {
        add(low, Math.min(x + otherBlock, end) - low, 1, 0, 0);
        x += otherCycle;
      }
      if (x <= end - otherBlock) {
        long count = (end - otherBlock - x) / otherCycle + 1;
        add(
            x,
            otherBlock,
            count,
            sourceLeads ? otherCycle : otherBlock,
            sourceLeads ? otherBlock : otherCycle);
        x += count * otherCycle;
      }
      if (x < end) {
        add(x, end - x, 1, 0, 0);
      }
      low = next(low);
    }
  }

  private void add(long x, long elementsOfRun, long count, long sourceStep, long targetStep) {
    if (size == from.length) {
      grow();
    }
    long begin = source.local(x);
    long there = target.local(x);
    long each = elementsOfRun;
    long many = count;
    elements += each * many;
    if (many > 1 && sourceStep == each && targetStep == each) {
      each *= many; // they lie side by side
      many = 1;
    }
    int before = size - 1;
    if (many == 1
        && before >= 0
        && times[before] == 1
        && from[before] + length[before] == begin
        && to[before] + length[before] == there) {
      length[before] += each;
      return;
    }
    from[size] = begin;
    to[size] = there;
    length[size] = each;
    times[size] = many;
    fromStep[size] = sourceStep;
    toStep[size] = targetStep;
    size++;
  }

  private void grow() {
    int more = 2 * size;
    from = Arrays.copyOf(from, more);
    to = Arrays.copyOf(to, more);
    length = Arrays.copyOf(length, more);
    times = Arrays.copyOf(times, more);
    fromStep = Arrays.copyOf(fromStep, more);
    toStep = Arrays.copyOf(toStep, more);
  }

  /** Groups of this batch. */
  int size() {
    return size;
  }

  /** Elements of this batch. */
  long elements() {
    return elements;
  }

  /** Where the first run of a group begins among the source's elements. */
  long from(int group) {
    return from[group];
  }

  /** Where it begins among the target's. */
  long to(int group) {
    return to[group];
  }

  long length(int group) {
    return length[group];
  }

  long times(int group) {
    return times[group];
  }

  long fromStep(int group) {
    return fromStep[group];
  }

  long toStep(int group) {
    return toStep[group];
  }

  /** How many elements two processors have in common. Afterwards the runs are used up. */
  long count(Axis of, int sourceAt, Axis other, int targetAt) {
    begin(of, sourceAt, other, targetAt);
    long sum = 0;
    while (next()) {
      sum += elements;
    }
    return sum;
  }
}
