package io.strait.measure.link;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The sizes of messages to measure, in ascending order.
 *
 * @param streams sizes sent as streams
 * @param roundTrips sizes sent there and back, some of {@code streams}
 */
public record Ladder(List<Integer> streams, List<Integer> roundTrips) {
  private static final int SMALLEST = 64;
  private static final int LARGEST = 16 << 20;

  /** Blocks that networks and libraries use, besides the powers of two. */
  private static final int[] FRAMES = {1448, 1460, 8948, 8960};

  private static final int SMALLEST_BLOCK = 256;
  private static final int LARGEST_BLOCK = 1 << 16;

  public Ladder {
    streams = List.copyOf(streams);
    roundTrips = List.copyOf(roundTrips);
  }

  /**
   * Powers of two from 64 B to 16 MiB. Where a block may end, the size that just needs another one
   * stands beside: between both a drop of the throughput shows.
   */
  public static Ladder usual() {
    var coarse = new ArrayList<Integer>();
    for (int size = SMALLEST; size <= LARGEST; size *= 2) {
      coarse.add(size);
    }
    var all = new TreeSet<Integer>(coarse);
    for (int size = SMALLEST_BLOCK; size <= LARGEST_BLOCK; size *= 2) {
      all.add(size + 1);
    }
    for (int size : FRAMES) {
      all.add(size);
      all.add(size + 1);
    }
    return new Ladder(List.copyOf(all), coarse);
  }

  /**
   * Every second power of two, and a few round trips: for links on which every order takes long.
   */
  public static Ladder thin() {
    var streams = new ArrayList<Integer>();
    for (int size = SMALLEST; size <= LARGEST; size *= 4) {
      streams.add(size);
    }
    return new Ladder(streams, List.of(SMALLEST, SMALLEST << 4, SMALLEST << 8));
  }

  /** Sizes of one's own. */
  public static Ladder of(List<Integer> sizes) {
    var sorted = List.copyOf(new TreeSet<>(sizes));
    return new Ladder(sorted, sorted);
  }

  /** The largest message. */
  public int largest() {
    return streams.getLast();
  }

  /** How many things there are to measure. */
  int items() {
    return streams.size() + roundTrips.size();
  }
}
