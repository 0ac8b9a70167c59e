package io.strait.realign.plan;

import io.strait.realign.file.Axis;

/**
 * How many elements of one dimension a processor of one distribution shares with the processors of
 * another, a processor at a time.
 *
 * <p>Both distributions repeat after the least common multiple of their cycles. Of the whole
 * periods, two processors share the pairs of places in their cycles that are equal modulo the
 * greatest common divisor g of the cycles (Chinese remainder theorem). That is a closed form, and
 * where blocks are shorter than g it names the processors that share anything, so a row takes as
 * long as it has entries. What is left after the whole periods is gone through block by block, of
 * the side that has fewer of them; a block over several cycles of the other side counts them
 * without going through.
 *
 * <p>An object holds one row and is not for several threads.
 */
final class AxisRows {
  /** Practically infinite, and far below the largest long. */
  private static final long ENDLESS = Long.MAX_VALUE / 4;

  private final long extent;
  private final long block;
  private final long cycle;
  private final int others;
  private final long otherBlock;
  private final long otherCycle;

  private final long periods;
  private final long rest;
  private final long divisor;

  /** Blocks of the other side begin at multiples of this, modulo the divisor; and there are … */
  private final long step;

  /** … so many such places, … */
  private final long places;

  /** … at which the processor number times this is the place's. */
  private final long inverse;

  private int row = -1;
  private int size;
  private final int[] to;
  private final long[] shared;

  AxisRows(Axis axis, Axis other) {
    if (axis.extent() != other.extent()) {
      throw new IllegalArgumentException(
          "%d elements and %d elements".formatted(axis.extent(), other.extent()));
    }
    extent = axis.extent();
    block = Math.min(axis.block(), extent);
    cycle = cycle(block, axis.processors());
    others = other.processors();
    otherBlock = Math.min(other.block(), extent);
    otherCycle = cycle(otherBlock, others);
    divisor = gcd(cycle, otherCycle);
    periods = cycle / divisor > extent / otherCycle ? 0 : extent / (cycle / divisor * otherCycle);
    rest = periods == 0 ? extent : extent % (cycle / divisor * otherCycle);
    step = gcd(otherBlock, divisor);
    places = divisor / step;
    inverse = periods == 0 ? 0 : inverse(otherBlock / step % places, places);
    to = new int[others];
    shared = new long[others];
  }

  private static long cycle(long block, int processors) {
    return block > ENDLESS / processors ? ENDLESS : block * processors;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** By Euclid's algorithm; of coprime numbers. */
  private static long inverse(long number, long modulus) {
    long a = modulus;
    long b = number;
    long ofA = 0;
    long ofB = 1;
    while (b != 0) {
      long quotient = a / b;
      long next = a - quotient * b;
      a = b;
      b = next;
      long ofNext = ofA - quotient * ofB;
      ofA = ofB;
      ofB = ofNext;
    }
    return Math.floorMod(ofA, modulus);
  }

  /** Turns to a processor of the first distribution. */
  void row(int processor) {
    if (processor == row) {
      return;
    }
    for (int i = 0; i < size; i++) {
      shared[to[i]] = 0;
    }
    row = processor;
    size = 0;
    if (processor > extent / block) {
      return; // it has nothing
    }
    if (periods > 0) {
      wholePeriods(processor * block);
    }
    if (rest > 0) {
      if (otherBlock >= cycle) {
        byOtherBlocks(processor * block);
      } else {
        byBlocks(processor * block);
      }
    }
  }

  /** How many processors of the other distribution have something of the row. */
  int size() {
    return size;
  }

  /** The processor of an entry; entries are in no order. */
  int to(int entry) {
    return to[entry];
  }

  /** The elements of an entry, at least one. */
  long elements(int entry) {
    return shared[to[entry]];
  }

  private void add(int other, long elements) {
    if (elements > 0) {
      if (shared[other] == 0) {
        to[size++] = other;
      }
      shared[other] += elements;
    }
  }

  /** Pairs of places equal modulo the divisor: rounds of it in both blocks, and what is left. */
  private void wholePeriods(long begin) {
    long rounds = block / divisor;
    long left = block % divisor;
    long otherRounds = otherBlock / divisor;
    long otherLeft = otherBlock % divisor;
    long place = begin % divisor;
    if (rounds > 0 || otherRounds > 0) {
      long common = rounds * otherRounds * divisor + rounds * otherLeft + otherRounds * left;
      for (int other = 0; other < others; other++) {
        long distance = Math.floorMod(other * otherBlock - place, divisor);
        add(other, periods * (common + meeting(left, distance, otherLeft)));
      }
      return;
    }
    // The places at which a block of the other side may begin and still meet this one.
    long from = Math.floorDiv(place - otherBlock, step) * step + step;
    long end = Math.min(place + block, from + divisor);
    long distance = Math.floorMod(from - place, divisor);
    long first = Math.floorMod(from, divisor) / step * inverse % places;
    for (long at = from; at < end; at += step) {
      long elements = periods * meeting(block, distance, otherBlock);
      for (long other = first; other < others; other += places) {
        add((int) other, elements);
      }
      distance += step;
      distance -= distance >= divisor ? divisor : 0;
      first += inverse;
      first -= first >= places ? places : 0;
    }
  }

  /** How much of an arc at 0 meets another at a distance, on a circle as long as the divisor. */
  private long meeting(long length, long distance, long otherLength) {
    long end = distance + otherLength;
    return Math.max(0, Math.min(length, end) - distance)
        + Math.max(0, Math.min(length, end - divisor));
  }

  /** A block of the other side covers cycles of this one: a difference of closed forms. */
  private void byOtherBlocks(long begin) {
    long before = 0;
    int other = 0;
    for (long from = 0; from < rest; from += otherBlock) {
      long end = Math.min(from + otherBlock, rest);
      long upTo = end / cycle * block + Math.clamp(end % cycle - begin, 0, block);
      add(other, upTo - before);
      before = upTo;
      other = other + 1 == others ? 0 : other + 1;
    }
  }

  private void byBlocks(long begin) {
    long everywhere = 0;
    for (long at = begin; at < rest; at += cycle) {
      long end = Math.min(at + block, rest);
      long cycles = (end - at) / otherCycle;
      everywhere += cycles;
      long from = at + cycles * otherCycle;
      long number = from / otherBlock;
      int other = (int) (number % others);
      for (long edge = (number + 1) * otherBlock; from < end; edge += otherBlock) {
        long upTo = Math.min(edge, end);
        add(other, upTo - from);
        from = upTo;
        other = other + 1 == others ? 0 : other + 1;
      }
    }
    for (int other = 0; other < others && everywhere > 0; other++) {
      add(other, everywhere * otherBlock);
    }
  }
}
