package io.strait.realign.timing;

import io.strait.model.Grid;
import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import io.strait.realign.file.Permutation;
import io.strait.realign.plan.MessagePattern;
import io.strait.realign.plan.Ranks;
import io.strait.realign.simulate.StepModel;
import java.util.Arrays;

/** Makes what {@link io.strait.realign.simulate.StepSimulation} simulates. */
final class StepModels {
  private static final int MOST_MESSAGES = 1 << 24;

  /** With more chunks across gaps, they are made larger. */
  private static final int MOST_CHUNKS = 1 << 20;

  private StepModels() {}

  static StepModel of(
      Grid grid,
      Ranks ranks,
      Channels channels,
      MessagePattern pattern,
      Permutation source,
      Permutation target,
      int elementBytes) {
    if (pattern.messages() > MOST_MESSAGES) {
      throw new PlanException(
          "a step has %d messages to simulate, expected at most %d"
              .formatted(pattern.messages(), MOST_MESSAGES));
    }
    int size = ranks.size();
    var first = new int[size + 1];
    for (int block = 0; block < size; block++) {
      pattern.row(block);
      int from = source.of(block);
      for (int i = 0; i < pattern.size(); i++) {
        first[from + 1] += target.of(pattern.to(i)) == from ? 0 : 1;
      }
    }
    for (int r = 0; r < size; r++) {
      first[r + 1] += first[r];
    }
    // Receivers in the order in which they get their turn, with the message's size beside.
    var turns = new long[first[size]];
    var sizes = new long[first[size]];
    long external = 0;
    for (int block = 0; block < size; block++) {
      pattern.row(block);
      int from = source.of(block);
      int next = first[from];
      for (int i = 0; i < pattern.size(); i++) {
        int to = target.of(pattern.to(i));
        long bytes = pattern.elements(i) * elementBytes;
        external += ranks.clusterOf(from) == ranks.clusterOf(to) ? 0 : bytes;
        if (from != to) {
          turns[next] = turn(ranks, from, to);
          sizes[next++] = bytes;
        }
      }
    }
    var to = new int[turns.length];
    var bytes = new long[turns.length];
    var interior = new int[size];
    for (int r = 0; r < size; r++) {
      sort(turns, sizes, first[r], first[r + 1]);
      interior[r] = first[r];
      for (int i = first[r]; i < first[r + 1]; i++) {
        to[i] = receiver(ranks, r, turns[i]);
        bytes[i] = sizes[i];
        interior[r] += ranks.clusterOf(to[i]) == ranks.clusterOf(r) ? 0 : 1;
      }
    }
    return new StepModel(
        ranks.firsts(),
        grid.clusters().stream()
            .mapToDouble(c -> c.lan().ofConnections(1).bytesPerSecond())
            .toArray(),
        grid.clusters().stream().mapToDouble(c -> Durations.seconds(c.lan().latency())).toArray(),
        channels.bandwidths(),
        channels.latencies(),
        first,
        interior,
        to,
        bytes,
        Math.max(RealignTiming.CHUNK, external / MOST_CHUNKS));
  }

  /** The lower, the sooner: cluster by cluster after the own one, which comes last, in rounds. */
  private static long turn(Ranks ranks, int from, int to) {
    int clusters = ranks.clusters();
    int a = ranks.clusterOf(from);
    int b = ranks.clusterOf(to);
    int distance = Math.floorMod(b - a - 1, clusters); // the own one is the farthest
    int place = a == b ? Math.floorMod(to - from, ranks.size(a)) : to - ranks.first(b);
    return ((long) distance << 32) | place;
  }

  private static int receiver(Ranks ranks, int from, long turn) {
    int a = ranks.clusterOf(from);
    int b = (a + 1 + (int) (turn >>> 32)) % ranks.clusters();
    int place = (int) turn;
    return ranks.first(b) + (a == b ? (from - ranks.first(b) + place) % ranks.size(b) : place);
  }

  /** Sorts a few messages by their turns. They come nearly sorted, or in two runs. */
  private static void sort(long[] turns, long[] sizes, int from, int to) {
    int count = to - from;
    var order = new Integer[count];
    Arrays.setAll(order, i -> from + i);
    Arrays.sort(order, (a, b) -> Long.compare(turns[a], turns[b]));
    var sortedTurns = new long[count];
    var sortedSizes = new long[count];
    for (int i = 0; i < count; i++) {
      sortedTurns[i] = turns[order[i]];
      sortedSizes[i] = sizes[order[i]];
    }
    System.arraycopy(sortedTurns, 0, turns, from, count);
    System.arraycopy(sortedSizes, 0, sizes, from, count);
  }
}
