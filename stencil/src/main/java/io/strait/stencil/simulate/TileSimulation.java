package io.strait.stencil.simulate;

import java.util.Arrays;
import java.util.BitSet;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Follows every tile of every rank: a rank goes through its tiles again and again, computes those
 * that can advance, sends what others need of it at once, and waits when there is none. For where
 * bands cross, so that tiles of one rank are behind each other in more than one direction;
 * elsewhere {@link StencilSimulation} comes to the same result with much less to do.
 */
public final class TileSimulation {
  private record Arrival(double at, int piece) implements Comparable<Arrival> {
    @Override
    public int compareTo(Arrival other) {
      return Double.compare(at, other.at);
    }
  }

  private record Turn(double at, int rank, int number) implements Comparable<Turn> {
    @Override
    public int compareTo(Turn other) {
      int order = Double.compare(at, other.at);
      return order != 0 ? order : Integer.compare(rank, other.rank);
    }
  }

  private final TileModel model;
  private final SplittableRandom random;
  private final int limit;
  private final int[] version;
  private final int[] rankOf;
  private final int[][] neededBy;
  private final int[][] awaitedBy;
  private final int[][] piecesOf;
  private final int[] sent;
  private final int[] known;
  private final double[] free;
  private final double[] last;
  private final BitSet[] ready;
  private final PriorityQueue<Arrival>[] coming;
  private final PriorityQueue<Turn> turns = new PriorityQueue<>();
  private final int[] number;
  private final int[] next;
  private final double[] clock;
  private final double[] computing;
  private final double[] waitingLan;
  private final double[] waitingGap;

  @SuppressWarnings({"unchecked", "rawtypes"})
  private TileSimulation(TileModel model, int limit, long seed) {
    this.model = model;
    this.limit = limit;
    this.random = new SplittableRandom(seed);
    int ranks = model.ranks();
    this.version = new int[model.tiles()];
    this.rankOf = new int[model.tiles()];
    this.sent = new int[model.pieces()];
    this.known = new int[model.pieces()];
    this.free = new double[model.lines()];
    this.last = new double[model.lines()];
    this.ready = new BitSet[ranks];
    this.coming = new PriorityQueue[ranks];
    this.number = new int[ranks];
    this.next = new int[ranks];
    this.clock = new double[ranks];
    this.computing = new double[ranks];
    this.waitingLan = new double[ranks];
    this.waitingGap = new double[ranks];
    for (int r = 0; r < ranks; r++) {
      ready[r] = new BitSet();
      coming[r] = new PriorityQueue<>();
      Arrays.fill(rankOf, model.firstTile()[r], model.firstTile()[r + 1], r);
    }
    this.neededBy = inverse(model.firstNeed(), model.need(), model.tiles(), false);
    this.awaitedBy = inverse(model.firstNeed(), model.need(), model.pieces(), true);
    this.piecesOf = inverse(model.firstUnder(), model.under(), model.tiles(), false);
  }

  /** By what is listed, who lists it. */
  private static int[][] inverse(int[] first, int[] listed, int count, boolean pieces) {
    var counts = new int[count];
    for (int each : listed) {
      if (each < 0 == pieces) {
        counts[pieces ? -1 - each : each]++;
      }
    }
    var found = new int[count][];
    for (int i = 0; i < count; i++) {
      found[i] = new int[counts[i]];
    }
    for (int lister = 0; lister + 1 < first.length; lister++) {
      for (int i = first[lister]; i < first[lister + 1]; i++) {
        if (listed[i] < 0 == pieces) {
          int each = pieces ? -1 - listed[i] : listed[i];
          counts[each]--;
          found[each][counts[each]] = lister;
        }
      }
    }
    return found;
  }

  /** As {@link StencilSimulation#run}. */
  public static StencilResult run(TileModel model, int iterations, int most, long seed) {
    int period = model.period();
    int settle = (int) Math.min(Integer.MAX_VALUE / 4, 8L * period + 32);
    int versions = Math.max(settle, Math.min(iterations, most));
    // Some more, so that nobody has less to do towards the end.
    return new TileSimulation(model, versions + 2 * period, seed).run(iterations, versions);
  }

  private StencilResult run(int iterations, int versions) {
    int asked = Math.min(iterations, versions);
    for (int r = 0; r < model.ranks(); r++) {
      for (int t = model.firstTile()[r]; t < model.firstTile()[r + 1]; t++) {
        ready[r].set(t);
      }
      turn(r, 0);
    }
    // By version: how many tiles are not as far yet, and when all were.
    var behind = new int[versions + 1];
    Arrays.fill(behind, model.tiles());
    var reached = new double[versions + 1];
    while (behind[versions] > 0) {
      var turn = turns.remove();
      if (turn.number != number[turn.rank]) {
        continue; // something has come since
      }
      int tile = act(turn.rank, turn.at);
      if (tile >= 0 && version[tile] <= versions) {
        int now = version[tile];
        behind[now]--;
        reached[now] = Math.max(reached[now], clock[turn.rank]);
      }
    }
    double each = pace(reached);
    var parts = new double[][] {computing, waitingLan, waitingGap};
    return StencilResult.of(
        reached[asked], Math.max(0, iterations - asked), each, parts, reached[versions]);
  }

  /**
   * Seconds of a version, from the mean time of those in the last third to the mean of those before
   * them: versions come in bursts, and nobody knows how long these are.
   */
  private static double pace(double[] reached) {
    int third = reached.length / 3;
    double sum = 0;
    for (int i = 1; i <= third; i++) {
      sum += reached[reached.length - i] - reached[reached.length - third - i];
    }
    return sum / third / third;
  }

  private void turn(int rank, double at) {
    number[rank]++;
    turns.add(new Turn(at, rank, number[rank]));
  }

  /** Takes what has come, and computes one tile; returns it, or −1 if there was none. */
  private int act(int rank, double at) {
    double since = clock[rank];
    boolean far = false;
    clock[rank] = Math.max(since, at);
    for (var come = coming[rank].peek(); come != null && come.at <= clock[rank]; ) {
      coming[rank].remove();
      known[come.piece]++;
      far |= model.far()[come.piece];
      for (int tile : awaitedBy[come.piece]) {
        look(tile);
      }
      come = coming[rank].peek();
    }
    (far ? waitingGap : waitingLan)[rank] += clock[rank] - since;
    int tile = ready[rank].nextSetBit(next[rank]);
    if (tile < 0) {
      tile = ready[rank].nextSetBit(model.firstTile()[rank]);
    }
    if (tile >= 0) {
      next[rank] = tile + 1;
      clock[rank] += model.cost()[tile];
      computing[rank] += model.cost()[tile];
      version[tile]++;
      look(tile);
      for (int other : neededBy[tile]) {
        look(other);
      }
      for (int piece : piecesOf[tile]) {
        send(piece, clock[rank]);
      }
      turn(rank, clock[rank]);
    } else {
      var come = coming[rank].peek();
      if (come != null) {
        turn(rank, come.at);
      }
    }
    return tile;
  }

  /** Notes whether a tile can advance. */
  private void look(int tile) {
    int now = version[tile];
    boolean can = now < limit;
    for (int i = model.firstNeed()[tile]; can && i < model.firstNeed()[tile + 1]; i++) {
      int other = model.need()[i];
      can = (other >= 0 ? version[other] : known[-1 - other]) >= now;
    }
    ready[rankOf[tile]].set(tile, can);
  }

  private void send(int piece, double leaves) {
    for (int i = model.firstUnder()[piece]; i < model.firstUnder()[piece + 1]; i++) {
      if (version[model.under()[i]] <= sent[piece]) {
        return;
      }
    }
    sent[piece]++;
    int line = model.line()[piece];
    free[line] = Math.max(leaves, free[line]) + model.transfer()[piece];
    double mean = model.jitter()[piece];
    double extra = mean == 0 ? 0 : -mean * Math.log1p(-random.nextDouble());
    last[line] = Math.max(last[line], free[line] + model.latency()[piece] + extra);
    int to = model.to()[piece];
    coming[to].add(new Arrival(last[line], piece));
    if (ready[to].isEmpty()) {
      turn(to, Math.max(clock[to], coming[to].element().at));
    }
  }
}
