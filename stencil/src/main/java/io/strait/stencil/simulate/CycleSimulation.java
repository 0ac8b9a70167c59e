package io.strait.stencil.simulate;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Paper <em>lhrp</em>'s rule in time. In a cycle, every unit of a rank advances by at most one
 * version, by what was known at the cycle's beginning; a cycle ends when the rank has computed and
 * a message, with news or without, has come from every neighbour in its cluster. Borders from
 * beyond a gap are looked at when a cycle begins.
 *
 * <p>Clusters have cycles of their own: the one that is behind in time goes on. While nothing can
 * advance in a cluster, its cycles are counted in one go.
 */
public final class CycleSimulation {
  private final CycleModel model;
  private final TileModel tiles;
  private final SplittableRandom random;
  private final int limit;
  private final int[] before;
  private final int[] now;
  private final double[] begin;
  private final double[] next;
  private final double[] spent;
  private final double[] first;
  private final int ring;
  private final double[] arrival;
  // By line: when it is free, when the last message has come, and what the next one takes.
  private final double[] free;
  private final double[] last;
  private final double[] load;
  private final boolean[] open;
  private final int[] packed;
  private int packedCount;
  private final int[] sent;
  private final boolean[] stuck;
  private final int[] known;
  private final int[][] piecesOf;
  private final int[][] gapsTo;
  private final double[] computing;
  private final double[] waitingLan;
  private final double[] waitingGap;

  private CycleSimulation(CycleModel model, int limit, long seed) {
    this.model = model;
    this.tiles = model.tiles();
    this.limit = limit;
    this.random = new SplittableRandom(seed);
    int pieces = tiles.pieces();
    this.before = new int[model.units()];
    this.now = new int[model.units()];
    this.begin = new double[model.ranks()];
    this.next = new double[model.ranks()];
    this.spent = new double[model.ranks()];
    this.first = new double[model.ranks()];
    this.ring = Integer.highestOneBit(tiles.period() + 2) * 8;
    this.arrival = new double[Math.multiplyExact(pieces, ring)];
    this.free = new double[tiles.lines()];
    this.last = new double[tiles.lines()];
    this.load = new double[tiles.lines()];
    this.open = new boolean[tiles.lines()];
    this.packed = new int[pieces];
    this.sent = new int[pieces];
    this.known = new int[pieces];
    this.stuck = new boolean[model.clusters()];
    this.piecesOf = TileSimulation.inverse(tiles.firstUnder(), tiles.under(), tiles.tiles(), false);
    this.gapsTo = gapsTo(tiles);
    this.computing = new double[model.ranks()];
    this.waitingLan = new double[model.ranks()];
    this.waitingGap = new double[model.ranks()];
  }

  /** By rank, the pieces that come to it over gaps. */
  private static int[][] gapsTo(TileModel tiles) {
    var found = new int[tiles.ranks()][];
    for (int r = 0; r < found.length; r++) {
      int rank = r;
      found[r] =
          IntStream.range(0, tiles.pieces())
              .filter(piece -> tiles.far()[piece] && tiles.to()[piece] == rank)
              .toArray();
    }
    return found;
  }

  /** As {@link StencilSimulation#run}. */
  public static StencilResult run(CycleModel model, int iterations, int most, long seed) {
    int period = model.tiles().period();
    int settle = (int) Math.min(Integer.MAX_VALUE / 4, 4L * period + 64);
    int versions = Math.max(settle, Math.min(iterations, most));
    int window = Math.max(1, versions / 2 / period) * period;
    int asked = Math.min(iterations, versions);
    return new CycleSimulation(model, versions, seed)
        .run(iterations, asked, versions - window, window);
  }

  private StencilResult run(int iterations, int asked, int from, int window) {
    int clusters = model.clusters();
    double reachedFrom = 0;
    double reachedAsked = 0;
    double reachedAll = 0;
    var lowest = new int[clusters];
    int unfinished = clusters;
    while (unfinished > 0) {
      int cluster = behind(lowest);
      cycle(cluster);
      int was = lowest[cluster];
      int is = lowest(cluster);
      double time = latest(cluster);
      if (was < from && is >= from) {
        reachedFrom = Math.max(reachedFrom, time);
      }
      if (was < asked && is >= asked) {
        reachedAsked = Math.max(reachedAsked, time);
      }
      if (was < limit && is >= limit) {
        reachedAll = Math.max(reachedAll, time);
        unfinished--;
      }
      lowest[cluster] = is;
    }
    double each = (reachedAll - reachedFrom) / window;
    var parts = new double[][] {computing, waitingLan, waitingGap};
    return StencilResult.of(reachedAsked, Math.max(0, iterations - asked), each, parts, reachedAll);
  }

  /** The cluster that is behind in time among those that can go on. */
  private int behind(int[] lowest) {
    int found = -1;
    double earliest = Double.POSITIVE_INFINITY;
    for (int c = 0; c < lowest.length; c++) {
      if (lowest[c] >= limit) {
        continue;
      }
      double time = Double.POSITIVE_INFINITY;
      for (int r = model.firstRank()[c]; r < model.firstRank()[c + 1]; r++) {
        time = Math.min(time, begin[r]);
      }
      if (stuck[c]) {
        time = Math.max(time, nextArrival(c));
      }
      if (time < earliest) {
        earliest = time;
        found = c;
      }
    }
    if (found < 0) {
      throw new IllegalStateException("all clusters wait for each other");
    }
    return found;
  }

  /** When the next border comes that is still on its way; infinite if there is none. */
  private double nextArrival(int cluster) {
    double earliest = Double.POSITIVE_INFINITY;
    for (int r = model.firstRank()[cluster]; r < model.firstRank()[cluster + 1]; r++) {
      for (int g : gapsTo[r]) {
        if (known[g] < sent[g]) {
          earliest = Math.min(earliest, arrival[g * ring + ((known[g] + 1) & (ring - 1))]);
        }
      }
    }
    return earliest;
  }

  private boolean isReady(int unit) {
    int version = before[unit];
    int[] need = model.need();
    for (int i = model.firstNeed()[unit]; i < model.firstNeed()[unit + 1]; i++) {
      int other = need[i];
      if ((other >= 0 ? before[other] : known[-1 - other]) < version) {
        return false;
      }
    }
    return true;
  }

  private int lowest(int cluster) {
    int found = Integer.MAX_VALUE;
    int from = tiles.firstTile()[model.firstRank()[cluster]];
    int to = tiles.firstTile()[model.firstRank()[cluster + 1]];
    for (int u = from; u < to; u++) {
      found = Math.min(found, before[u]);
    }
    return found;
  }

  private double latest(int cluster) {
    double found = 0;
    for (int r = model.firstRank()[cluster]; r < model.firstRank()[cluster + 1]; r++) {
      found = Math.max(found, begin[r]);
    }
    return found;
  }

  private void cycle(int cluster) {
    int from = model.firstRank()[cluster];
    int to = model.firstRank()[cluster + 1];
    boolean moved = false;
    for (int e = model.firstLan()[from]; e < model.firstLan()[to]; e++) {
      load[model.lanLine()[e]] = 0;
      open[model.lanLine()[e]] = false;
    }
    for (int r = from; r < to; r++) {
      moved |= advance(r);
    }
    stuck[cluster] = !moved;
    double longest = 0;
    for (int r = from; r < to; r++) {
      next[r] = begin[r] + spent[r];
      for (int e = model.firstLan()[r]; e < model.firstLan()[r + 1]; e++) {
        int other = model.lanFrom()[e];
        double message = Math.max(model.lanHead()[e], load[model.lanLine()[e]]);
        double left = begin[other] + first[other] + message;
        next[r] = Math.max(next[r], left + model.lanLatency()[e]);
      }
      longest = Math.max(longest, next[r] - begin[r]);
    }
    double skip = moved ? 0 : idle(cluster, longest);
    for (int r = from; r < to; r++) {
      double end = moved ? next[r] : begin[r] + skip;
      computing[r] += spent[r];
      double wait = end - begin[r] - spent[r];
      if (spent[r] == 0) {
        waitingGap[r] += wait;
      } else {
        waitingLan[r] += wait;
      }
      begin[r] = end;
    }
    int units = tiles.firstTile()[to] - tiles.firstTile()[from];
    System.arraycopy(now, tiles.firstTile()[from], before, tiles.firstTile()[from], units);
  }

  /** Advances what can of one rank, and sends it; whether there was anything. */
  private boolean advance(int r) {
    look(r);
    spent[r] = 0;
    first[r] = 0;
    int from = tiles.firstTile()[r];
    int to = tiles.firstTile()[r + 1];
    int late = from + tiles.early()[r];
    boolean moved = false;
    for (int u = from; u < to; u++) {
      boolean ready = before[u] < limit && isReady(u);
      now[u] = before[u] + (ready ? 1 : 0);
      if (ready) {
        moved = true;
        spent[r] += tiles.cost()[u];
        if (u < late) {
          first[r] = spent[r];
        }
      }
    }
    for (int u = from; u < late; u++) {
      if (now[u] > before[u]) {
        for (int piece : piecesOf[u]) {
          pack(piece);
        }
      }
    }
    send(begin[r] + first[r]);
    return moved;
  }

  /** How long a cluster idles: whole cycles until the next border is there. */
  private double idle(int cluster, double cycle) {
    double wait = Double.POSITIVE_INFINITY;
    for (int r = model.firstRank()[cluster]; r < model.firstRank()[cluster + 1]; r++) {
      for (int g : gapsTo[r]) {
        if (known[g] < sent[g]) {
          double at = arrival[g * ring + ((known[g] + 1) & (ring - 1))];
          wait = Math.min(wait, Math.max(0, at - begin[r]));
        }
      }
    }
    if (Double.isInfinite(wait)) {
      return cycle; // what came just now was not what is needed next
    }
    return cycle <= 0 ? wait : Math.max(1, Math.ceil(wait / cycle * (1 - 1e-12))) * cycle;
  }

  /** Takes what has come over gaps until the rank's cycle began. */
  private void look(int rank) {
    for (int g : gapsTo[rank]) {
      while (known[g] < sent[g]
          && arrival[g * ring + ((known[g] + 1) & (ring - 1))] <= begin[rank] * (1 + 1e-12)) {
        known[g]++;
      }
    }
  }

  /** Puts a piece into the cycle's message if all its tiles have come as far. */
  private void pack(int piece) {
    for (int i = tiles.firstUnder()[piece]; i < tiles.firstUnder()[piece + 1]; i++) {
      if (now[tiles.under()[i]] <= sent[piece]) {
        return;
      }
    }
    sent[piece]++;
    int line = tiles.line()[piece];
    load[line] += tiles.transfer()[piece] + (open[line] ? 0 : tiles.head()[piece]);
    open[line] = true;
    packed[packedCount++] = piece;
  }

  /** Sends what crosses gaps; what stays in the cluster is there when the cycle ends. */
  private void send(double leaves) {
    for (int i = 0; i < packedCount; i++) {
      int piece = packed[i];
      int line = tiles.line()[piece];
      if (tiles.far()[piece]) {
        if (open[line]) { // the first piece of its message
          free[line] = Math.max(leaves, free[line]) + load[line];
          double mean = tiles.jitter()[piece];
          double extra = mean == 0 ? 0 : -mean * Math.log1p(-random.nextDouble());
          last[line] = Math.max(last[line], free[line] + tiles.latency()[piece] + extra);
          load[line] = 0;
          open[line] = false;
        }
        arrival[piece * ring + (sent[piece] & (ring - 1))] = last[line];
      }
    }
    packedCount = 0;
  }
}
