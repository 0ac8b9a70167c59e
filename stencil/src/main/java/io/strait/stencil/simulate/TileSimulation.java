package io.strait.stencil.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Follows every tile of every rank, as the engine moves them: of all tiles that can advance, a rank
 * computes those that are due first, in order. It sends what others need of them before it begins
 * with what nobody waits for, and looks at what has come when it has computed for a while. It waits
 * when no tile can advance.
 */
public final class TileSimulation {
  private record Arrival(double at, int[] pieces) implements Comparable<Arrival> {
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
  private final int[][] outgoing;
  private final int[] packed;
  private final int[][] linesOf;
  // By rank and due version, the tiles that can advance.
  private final TreeMap<Integer, BitSet>[] ready;
  private final PriorityQueue<Arrival>[] coming;
  private final PriorityQueue<Turn> turns = new PriorityQueue<>();
  private final int[] number;
  private final double[] clock;
  // By rank and version: how many tiles are not as far yet, and when all were.
  private final int[][] missing;
  private final double[][] reached;
  private int unfinished;
  private final double[] computing;
  private final double[] waitingLan;
  private final double[] waitingGap;

  @SuppressWarnings({"unchecked", "rawtypes"})
  private TileSimulation(TileModel model, int versions, int limit, long seed) {
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
    this.outgoing = new int[model.lines()][4];
    this.packed = new int[model.lines()];
    this.ready = new TreeMap[ranks];
    this.coming = new PriorityQueue[ranks];
    this.number = new int[ranks];
    this.clock = new double[ranks];
    this.missing = new int[ranks][versions + 1];
    this.reached = new double[ranks][versions + 1];
    this.unfinished = ranks;
    this.computing = new double[ranks];
    this.waitingLan = new double[ranks];
    this.waitingGap = new double[ranks];
    for (int r = 0; r < ranks; r++) {
      ready[r] = new TreeMap<>();
      coming[r] = new PriorityQueue<>();
      Arrays.fill(missing[r], model.firstTile()[r + 1] - model.firstTile()[r]);
      Arrays.fill(rankOf, model.firstTile()[r], model.firstTile()[r + 1], r);
    }
    this.linesOf = linesOf(model, rankOf);
    this.neededBy = inverse(model.firstNeed(), model.need(), model.tiles(), false);
    this.awaitedBy = inverse(model.firstNeed(), model.need(), model.pieces(), true);
    this.piecesOf = inverse(model.firstUnder(), model.under(), model.tiles(), false);
  }

  /** By rank, the lines on which it sends. */
  private static int[][] linesOf(TileModel model, int[] rankOf) {
    var found = new ArrayList<TreeSet<Integer>>();
    for (int r = 0; r < model.ranks(); r++) {
      found.add(new TreeSet<>());
    }
    for (int piece = 0; piece < model.pieces(); piece++) {
      found.get(rankOf[model.under()[model.firstUnder()[piece]]]).add(model.line()[piece]);
    }
    return found.stream()
        .map(lines -> lines.stream().mapToInt(Integer::intValue).toArray())
        .toArray(int[][]::new);
  }

  /** By what is listed, who lists it. */
  static int[][] inverse(int[] first, int[] listed, int count, boolean pieces) {
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
    return new TileSimulation(model, versions, versions + 2 * period, seed)
        .run(iterations, versions);
  }

  private StencilResult run(int iterations, int versions) {
    int asked = Math.min(iterations, versions);
    for (int r = 0; r < model.ranks(); r++) {
      for (int t = model.firstTile()[r]; t < model.firstTile()[r + 1]; t++) {
        look(t);
      }
      turn(r, 0);
    }
    while (unfinished > 0) {
      var turn = turns.remove();
      if (turn.number != number[turn.rank]) {
        continue; // something has come since
      }
      act(turn.rank, turn.at);
    }
    double each = 0;
    double followed = 0;
    double all = 0;
    for (var times : reached) {
      each = Math.max(each, pace(times));
      followed = Math.max(followed, times[asked]);
      all = Math.max(all, times[versions]);
    }
    var parts = new double[][] {computing, waitingLan, waitingGap};
    return StencilResult.of(followed, Math.max(0, iterations - asked), each, parts, all);
  }

  /**
   * A rank's seconds of a version, from the mean time of those in the second quarter to the mean of
   * those in the third: versions come in bursts, and neither the beginning nor the end, where some
   * have nothing left to do, says anything. Quarters are of whole periods.
   */
  private double pace(double[] times) {
    int quarter = (times.length - 1) / 4;
    int part = quarter >= model.period() ? quarter / model.period() * model.period() : quarter;
    int from = (times.length - 2 * part) / 2;
    double sum = 0;
    for (int i = from; i < from + part; i++) {
      sum += times[i + part] - times[i];
    }
    return sum / part / part;
  }

  private void turn(int rank, double at) {
    number[rank]++;
    turns.add(new Turn(at, rank, number[rank]));
  }

  /** Takes what has come, computes what is due first, and sends it. */
  private void act(int rank, double at) {
    double since = clock[rank];
    boolean far = false;
    clock[rank] = Math.max(since, at);
    for (var come = coming[rank].peek(); come != null && come.at <= clock[rank]; ) {
      coming[rank].remove();
      for (int piece : come.pieces) {
        known[piece]++;
        far |= model.far()[piece];
        for (int tile : awaitedBy[piece]) {
          look(tile);
        }
      }
      come = coming[rank].peek();
    }
    (far ? waitingGap : waitingLan)[rank] += clock[rank] - since;
    if (advance(rank)) {
      turn(rank, clock[rank]);
    } else {
      var come = coming[rank].peek();
      if (come != null) {
        turn(rank, come.at);
      }
    }
  }

  /** Advances the tiles that can and are due first, or as many as there is time for. */
  private boolean advance(int rank) {
    var first = ready[rank].firstEntry();
    if (first == null) {
      return false;
    }
    var can = first.getValue();
    double until = clock[rank] + model.linger()[rank];
    boolean early = true;
    int tile = can.nextSetBit(0);
    do {
      if (early && tile >= model.early()[rank]) {
        flush(rank);
        early = false;
      }
      can.clear(tile);
      compute(rank, model.firstTile()[rank] + tile);
      tile = can.nextSetBit(tile + 1);
    } while (tile >= 0 && clock[rank] < until);
    if (can.isEmpty()) {
      ready[rank].remove(first.getKey());
    }
    flush(rank);
    return true;
  }

  private void compute(int rank, int tile) {
    clock[rank] += model.cost()[tile];
    computing[rank] += model.cost()[tile];
    int now = ++version[tile];
    if (now < missing[rank].length && --missing[rank][now] == 0) {
      reached[rank][now] = clock[rank];
      unfinished -= now == missing[rank].length - 1 ? 1 : 0;
    }
    look(tile);
    for (int other : neededBy[tile]) {
      look(other);
    }
    for (int piece : piecesOf[tile]) {
      pack(piece);
    }
  }

  /** Notes whether a tile can advance. */
  private void look(int tile) {
    int now = version[tile];
    boolean can = now < limit;
    for (int i = model.firstNeed()[tile]; can && i < model.firstNeed()[tile + 1]; i++) {
      int other = model.need()[i];
      can = (other >= 0 ? version[other] : known[-1 - other]) >= now;
    }
    if (can) {
      ready[rankOf[tile]]
          .computeIfAbsent(now + model.behind()[tile], due -> new BitSet())
          .set(tile - model.firstTile()[rankOf[tile]]);
    }
  }

  /** Puts a piece into the message that leaves next, if all its tiles have come as far. */
  private void pack(int piece) {
    for (int i = model.firstUnder()[piece]; i < model.firstUnder()[piece + 1]; i++) {
      if (version[model.under()[i]] <= sent[piece]) {
        return;
      }
    }
    sent[piece]++;
    int line = model.line()[piece];
    if (packed[line] == outgoing[line].length) {
      outgoing[line] = Arrays.copyOf(outgoing[line], 2 * packed[line]);
    }
    outgoing[line][packed[line]++] = piece;
  }

  private void flush(int rank) {
    for (int line : linesOf[rank]) {
      if (packed[line] > 0) {
        send(line, Arrays.copyOf(outgoing[line], packed[line]), clock[rank]);
        packed[line] = 0;
      }
    }
  }

  private void send(int line, int[] pieces, double leaves) {
    double transfer = model.head()[pieces[0]];
    for (int piece : pieces) {
      transfer += model.transfer()[piece];
    }
    free[line] = Math.max(leaves, free[line]) + transfer;
    double mean = model.jitter()[pieces[0]];
    double extra = mean == 0 ? 0 : -mean * Math.log1p(-random.nextDouble());
    last[line] = Math.max(last[line], free[line] + model.latency()[pieces[0]] + extra);
    int to = model.to()[pieces[0]];
    coming[to].add(new Arrival(last[line], pieces));
    if (ready[to].isEmpty()) {
      turn(to, Math.max(clock[to], coming[to].element().at));
    }
  }
}
