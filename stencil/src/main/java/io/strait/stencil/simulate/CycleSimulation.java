package io.strait.stencil.simulate;

import java.util.SplittableRandom;

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
  private final SplittableRandom random;
  private final int limit;
  private final int[] before;
  private final int[] now;
  private final double[] begin;
  private final double[] next;
  private final double[] spent;
  private final double[] first;
  private final boolean[] news;
  private final int ring;
  private final double[] arrival;
  private final double[] free;
  private final int[] sent;
  private final boolean[] stuck;
  private final int[] known;
  private final int[][] gapsFrom;
  private final int[][] gapsTo;
  private final double[] computing;
  private final double[] waitingLan;
  private final double[] waitingGap;

  private CycleSimulation(CycleModel model, int limit, long seed) {
    this.model = model;
    this.limit = limit;
    this.random = new SplittableRandom(seed);
    int gaps = model.gapFrom().length;
    this.before = new int[model.units()];
    this.now = new int[model.units()];
    this.begin = new double[model.ranks()];
    this.next = new double[model.ranks()];
    this.spent = new double[model.ranks()];
    this.first = new double[model.ranks()];
    this.news = new boolean[model.ranks()];
    this.ring = Integer.highestOneBit(model.period() + 2) * 8;
    this.arrival = new double[Math.multiplyExact(gaps, ring)];
    this.free = new double[gaps];
    this.sent = new int[gaps];
    this.known = new int[gaps];
    this.stuck = new boolean[model.clusters()];
    this.gapsFrom = grouped(model.gapFrom(), model.units());
    this.gapsTo = grouped(model.gapTo(), model.ranks());
    this.computing = new double[model.ranks()];
    this.waitingLan = new double[model.ranks()];
    this.waitingGap = new double[model.ranks()];
  }

  private static int[][] grouped(int[] keys, int groups) {
    var counts = new int[groups];
    for (int key : keys) {
      counts[key]++;
    }
    var found = new int[groups][];
    for (int g = 0; g < groups; g++) {
      found[g] = new int[counts[g]];
      counts[g] = 0;
    }
    for (int i = 0; i < keys.length; i++) {
      found[keys[i]][counts[keys[i]]++] = i;
    }
    return found;
  }

  /** As {@link StencilSimulation#run}. */
  public static StencilResult run(CycleModel model, int iterations, int most, long seed) {
    int period = model.period();
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
    int from = model.firstUnit()[model.firstRank()[cluster]];
    int to = model.firstUnit()[model.firstRank()[cluster + 1]];
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
    for (int r = from; r < to; r++) {
      moved |= advance(r);
    }
    stuck[cluster] = !moved;
    double longest = 0;
    for (int r = from; r < to; r++) {
      next[r] = begin[r] + spent[r];
      for (int e = model.firstLan()[r]; e < model.firstLan()[r + 1]; e++) {
        int other = model.lanFrom()[e];
        double left = begin[other] + first[other] + (news[other] ? model.lanTransfer()[e] : 0);
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
    int units = model.firstUnit()[to] - model.firstUnit()[from];
    System.arraycopy(now, model.firstUnit()[from], before, model.firstUnit()[from], units);
  }

  /** Advances what can of one rank, and sends it; whether there was anything. */
  private boolean advance(int r) {
    look(r);
    spent[r] = 0;
    first[r] = 0;
    news[r] = false;
    int from = model.firstUnit()[r];
    int to = model.firstUnit()[r + 1];
    boolean moved = false;
    for (int u = from; u < to; u++) {
      boolean ready = before[u] < limit && isReady(u);
      now[u] = before[u] + (ready ? 1 : 0);
      if (ready) {
        moved = true;
        spent[r] += model.cost()[u];
        if (u - from < model.early()[r]) {
          news[r] = true;
          first[r] = spent[r];
        }
      }
    }
    for (int u = from; u < from + model.early()[r]; u++) {
      if (now[u] > before[u]) {
        send(u, begin[r] + first[r]);
      }
    }
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

  private void send(int unit, double leaves) {
    for (int g : gapsFrom[unit]) {
      double left = Math.max(leaves, free[g]) + model.gapTransfer()[g];
      free[g] = left;
      double mean = model.gapJitter()[g];
      double extra = mean == 0 ? 0 : -mean * Math.log1p(-random.nextDouble());
      double at = left + model.gapLatency()[g] + extra;
      int last = g * ring + (sent[g] & (ring - 1));
      sent[g]++;
      arrival[g * ring + (sent[g] & (ring - 1))] = Math.max(arrival[last], at);
    }
  }
}
