package io.strait.farm.report;

import io.strait.view.page.Bins;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the workers of a run lost, and why: their cores multiplied by the time from the first task
 * to the last result, minus what they computed.
 *
 * <p>The time is divided into bins. Of what a line of workers did not compute in a bin, every cause
 * takes as much as it can explain, in the order of {@link LossCause}, and the rest is {@link
 * LossCause#REST}. So the shares add up to 1, and nothing counts twice. A host that computes longer
 * for a task than the plan says loses what it computes too long.
 *
 * @param capacity core-milliseconds
 * @param byCluster core-milliseconds that each cause lost, by number of the cluster
 */
record Losses(double capacity, Map<LossCause, double[]> byCluster) {
  /** A network counts as full from this share of its bandwidth on. */
  static final double FULL = 0.85;

  /** Times of tasks differ, so few of them say little: by so much a mean may be off. */
  private static final double UNSURE = 0.1;

  private static final int NETWORK_BINS = EventBins.BINS / 6;

  /** One cause. */
  record Loss(LossCause cause, double amount) {}

  /**
   * Of a run.
   *
   * @param taskMillis what a core of each worker takes for a task by the plan; NaN if unknown
   */
  static Losses of(EventBins bins, double[] taskMillis) {
    return new Computation(bins).losses(taskMillis);
  }

  double amount(LossCause cause) {
    return Arrays.stream(byCluster.getOrDefault(cause, new double[0])).sum();
  }

  /** All that was lost. */
  double total() {
    return Stream.of(LossCause.values()).mapToDouble(this::amount).sum();
  }

  /** What a cause took of all that was lost. */
  double share(LossCause cause) {
    double total = total();
    return total > 0 ? amount(cause) / total : 0;
  }

  /** What a cause took of what the workers could have computed. */
  double shareOfCapacity(LossCause cause) {
    return capacity > 0 ? amount(cause) / capacity : 0;
  }

  /** How much of what they could have computed the workers computed. */
  double busy() {
    return capacity > 0 ? 1 - total() / capacity : Double.NaN;
  }

  /** The causes that took something, the greatest first. */
  List<Loss> causes() {
    return Stream.of(LossCause.values())
        .map(cause -> new Loss(cause, amount(cause)))
        .filter(loss -> loss.amount > 0)
        .sorted(Comparator.comparingDouble(Loss::amount).reversed())
        .toList();
  }

  /** The number of the cluster that lost most by a cause; -1 if none did. */
  int worst(LossCause cause) {
    var amounts = byCluster.getOrDefault(cause, new double[0]);
    int worst = -1;
    for (int g = 0; g < amounts.length; g++) {
      if (amounts[g] > (worst < 0 ? 0 : amounts[worst])) {
        worst = g;
      }
    }
    return worst;
  }

  private static final class Computation {
    private final EventBins bins;
    private final EventIndex index;
    private final Crew crew;
    private final Idleness idleness;
    private final double width;
    private final long from;
    private final long to;
    private final Map<LossCause, double[]> lost = new EnumMap<>(LossCause.class);
    private double capacity;

    Computation(EventBins bins) {
      this.bins = bins;
      index = bins.index;
      crew = bins.crew;
      idleness = bins.idleness;
      width = Math.max(1, index.end) / (double) EventBins.BINS;
      from = index.beganAt;
      to = index.isComplete() ? index.finishedAt : index.end;
      for (var cause : LossCause.values()) {
        lost.put(cause, new double[crew.groups().size()]);
      }
    }

    Losses losses(double[] taskMillis) {
      var start = bins(crew.rows());
      var end = bins(crew.rows());
      for (var group : crew.groups()) {
        for (var worker : group.workers()) {
          edges(worker, start[crew.rowOf(worker)], end[crew.rowOf(worker)]);
        }
      }
      for (int g = 0; g < crew.groups().size(); g++) {
        var group = crew.groups().get(g);
        var full = full(group.name());
        var waits = waits(g);
        for (int r = group.firstRow(); r < group.firstRow() + group.rows(); r++) {
          for (int b = 0; b < EventBins.BINS; b++) {
            split(g, r, b, full[b], waits[b], start[r].amount(b), end[r].amount(b));
          }
        }
      }
      for (var group : crew.groups()) {
        group.workers().forEach(worker -> slow(worker, taskMillis[worker.number()]));
      }
      return new Losses(capacity, lost);
    }

    private Bins[] bins(int count) {
      var made = new Bins[count];
      Arrays.setAll(made, i -> new Bins(index.end, EventBins.BINS));
      return made;
    }

    /** Before its first task a worker waits for the run to begin, after its last for the others. */
    private void edges(EventIndex.Node worker, Bins start, Bins end) {
      double cores = crew.coresOf(worker);
      long first = idleness.firstBegin[worker.number()];
      if (first < 0) {
        return;
      }
      if (first > from) {
        start.add(from, first, (first - from) * cores);
      }
      long last = Math.min(idleness.lastEnd[worker.number()], idleness.lastBegin);
      if (last < to) {
        end.add(last, to, (to - last) * cores);
      }
    }

    /** Milliseconds of a bin that belong to the run. */
    private double inside(int bin) {
      double end = Math.min((double) to, (bin + 1) * width);
      return Math.max(0, end - Math.max((double) from, bin * width));
    }

    private void split(
        int group, int row, int bin, boolean isFull, boolean waits, double start, double end) {
      double could = inside(bin) * crew.coresOfRow(row);
      double frozen = Math.min(could, idleness.frozen[row].amount(bin));
      double left = could - Math.min(could - frozen, bins.busy[row].amount(bin));
      capacity += could;
      for (var cause : LossCause.values()) {
        double most =
            switch (cause) {
              case FROZEN -> frozen + idleness.stalled[row].amount(bin);
              case CUT -> idleness.cut[row].amount(bin);
              case DEATH -> idleness.gone[row].amount(bin);
              case LINK -> isFull ? left : 0;
              case LEASE -> waits ? left : 0;
              case SLOW -> 0;
              case START -> start;
              case END -> end;
              case REST -> left;
            };
        double taken = Math.min(left, most);
        left -= taken;
        add(cause, group, taken);
      }
    }

    private void add(LossCause cause, int group, double amount) {
      lost.getOrDefault(cause, new double[group + 1])[group] += amount;
    }

    /** In which bins a network was full that a cluster used. */
    private boolean[] full(String cluster) {
      var full = new boolean[EventBins.BINS];
      for (var use : bins.networks.uses()) {
        if (use.clusters().contains(cluster) && Double.isFinite(use.capacity())) {
          var rates = use.perSecond(NETWORK_BINS);
          for (int b = 0; b < full.length; b++) {
            full[b] |= rates[b * rates.length / full.length] >= FULL * use.capacity();
          }
        }
      }
      return full;
    }

    /**
     * In which bins a cluster had nothing to do because all tasks that were still to be begun were
     * with those who were away.
     */
    private boolean[] waits(int group) {
      var waits = new boolean[EventBins.BINS];
      var later = new double[crew.groups().size()];
      double all = 0;
      for (int b = EventBins.BINS - 1; b >= 0; b--) {
        double time = (b + 0.5) * width;
        double held = 0;
        for (var lease : idleness.leases) {
          held += lease.from() <= time && time < lease.to() ? lease.tasks() : 0;
        }
        waits[b] = held > 0 && all <= held + 0.5;
        for (int g = 0; g < later.length; g++) {
          boolean isAway = g != group && idleness.away[g].amount(b) > width / 2;
          waits[b] |= isAway && all - later[g] < 0.5;
        }
        for (int g = 0; g < later.length; g++) {
          later[g] += idleness.begun[g].amount(b);
          all += idleness.begun[g].amount(b);
        }
      }
      return waits;
    }

    private void slow(EventIndex.Node worker, double planned) {
      double tasks = (double) idleness.done[worker.number()];
      double excess = idleness.busy[worker.number()] / (tasks * planned) - 1;
      boolean stood = index.outages.stream().anyMatch(o -> o.span().isFreezeOf(worker.name()));
      if (tasks > 0 && !stood && excess > UNSURE + 1 / Math.sqrt(tasks)) {
        add(LossCause.SLOW, crew.groupOf(worker), tasks * planned * excess);
      }
    }
  }
}
