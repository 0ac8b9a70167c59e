package io.strait.farm.trace;

import io.strait.farm.simulate.FarmOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which rows a Gantt picture has, and how high they are. Up to {@value #MOST_LINES} cores have a
 * line each under the title of their cluster, beyond that every cluster has a band; below them come
 * the busiest networks and the master. The picture is at most some {@value #HIGHEST} pixels high.
 */
final class GanttLayout {
  static final int HIGHEST = 1400;
  static final int MOST_LINES = 60;

  private static final int MOST_TITLES = 16;
  private static final int MOST_BANDS = 30;
  private static final int MOST_NETWORKS = 16;
  private static final int MOST_RECTANGLES = 15_000;

  private final TraceNames names;
  private final TraceLanes lanes;
  private final double plotWidth;
  private final List<GanttRow> rows = new ArrayList<>();
  private final @Nullable GanttRow[] rowOf;

  /**
   * @param busy seconds that every lane is busy
   * @param others pixels above and below the rows
   */
  GanttLayout(TraceNames names, TraceLanes lanes, double[] busy, double plotWidth, double others) {
    this.names = names;
    this.lanes = lanes;
    this.plotWidth = plotWidth;
    rowOf = new GanttRow[lanes.count()];
    var networks = networks(busy);
    int shown = Math.min(networks.length, MOST_NETWORKS);
    double pitch = shown > 8 ? 14 : 18;
    boolean master = lanes.has(lanes.master(), TraceRecorder.Kind.PROCESS);
    double below = shown * pitch + (shown > 0 ? 24 : 0) + (master ? 24 + pitch : 0);
    clusters(HIGHEST - others - below);
    networks(networks, shown, pitch);
    if (master) {
      rows.add(new GanttTitle("master", ""));
      add(new GanttLine(names.master(), pitch, 1), lanes.master());
    }
  }

  List<GanttRow> rows() {
    return rows;
  }

  /** The row of a lane, if it has one. */
  @Nullable GanttRow rowOf(int lane) {
    return rowOf[lane];
  }

  double height() {
    return rows.stream().mapToDouble(GanttRow::pitch).sum();
  }

  private void add(GanttRow row, int... ofLanes) {
    rows.add(row);
    for (int lane : ofLanes) {
      rowOf[lane] = row;
    }
  }

  private void clusters(double room) {
    int count = names.clusters().size();
    var coresOf = new int[count];
    var workersOf = new int[count];
    for (int w = 0; w < names.workers().size(); w++) {
      coresOf[names.clusterOf()[w]] += names.cores()[w];
      workersOf[names.clusterOf()[w]]++;
    }
    var used = IntStream.range(0, count).filter(c -> workersOf[c] > 0).toArray();
    if (lanes.cores() > MOST_LINES || used.length > MOST_TITLES) {
      bands(used, coresOf, workersOf, room);
      return;
    }
    double pitch = Math.clamp((room - 24.0 * used.length) / Math.max(1, lanes.cores()), 10, 20);
    double cell = Math.max(1, Math.ceil(lanes.cores() * plotWidth / MOST_RECTANGLES));
    for (int c : used) {
      rows.add(new GanttTitle(names.clusters().get(c), workers(workersOf[c], coresOf[c])));
      for (int w = 0; w < names.workers().size(); w++) {
        for (int core = 0; core < names.cores()[w] && names.clusterOf()[w] == c; core++) {
          var label = core == 0 ? names.workers().get(w) : "";
          add(new GanttLine(label, pitch, cell), lanes.core(w, core));
        }
      }
    }
  }

  private static String workers(int workers, int cores) {
    var text = "%,d worker%s".formatted(workers, workers == 1 ? "" : "s");
    return cores == workers ? text : "%s, %,d cores".formatted(text, cores);
  }

  private void bands(int[] used, int[] coresOf, int[] workersOf, double room) {
    rows.add(new GanttTitle("busy workers", "share of each cluster's cores that compute"));
    int own = used.length <= MOST_BANDS ? used.length : MOST_BANDS - 1;
    double pitch = Math.clamp((room - 24) / Math.min(used.length, MOST_BANDS), 28, 96);
    var bySize =
        IntStream.of(used)
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer c) -> c == names.home() ? -1 : 0)
                    .thenComparingInt(c -> -coresOf[c]))
            .toList();
    var bandOf = new GanttRow[coresOf.length];
    for (int c : used) {
      if (bySize.indexOf(c) < own) {
        var text = workers(workersOf[c], coresOf[c]);
        bandOf[c] = new GanttBand(names.clusters().get(c), text, coresOf[c], pitch);
        rows.add(bandOf[c]);
      }
    }
    var rest = bySize.subList(own, bySize.size());
    if (!rest.isEmpty()) {
      int cores = rest.stream().mapToInt(c -> coresOf[c]).sum();
      int workers = rest.stream().mapToInt(c -> workersOf[c]).sum();
      var band =
          new GanttBand(
              "%,d more clusters".formatted(rest.size()), workers(workers, cores), cores, pitch);
      rows.add(band);
      rest.forEach(c -> bandOf[c] = band);
    }
    for (int w = 0; w < names.workers().size(); w++) {
      int first = lanes.core(w, 0);
      Arrays.fill(rowOf, first, first + names.cores()[w], bandOf[names.clusterOf()[w]]);
    }
  }

  /** The first servers of the networks that carry something, the busiest first. */
  private int[] networks(double[] busy) {
    return IntStream.range(0, lanes.servers() / 2)
        .map(n -> 2 * n)
        .filter(s -> busy[lanes.server(s)] + busy[lanes.server(s + 1)] > 0)
        .boxed()
        .sorted(
            Comparator.comparingDouble(
                s -> -Math.max(busy[lanes.server(s)], busy[lanes.server(s + 1)])))
        .mapToInt(s -> s)
        .toArray();
  }

  /** One line per network, the gaps first. */
  private void networks(int[] servers, int shown, double pitch) {
    if (shown == 0) {
      return;
    }
    int hidden = servers.length - shown;
    rows.add(
        new GanttTitle(
            "networks",
            hidden == 0 ? "" : "the %d busiest of %d".formatted(shown, shown + hidden)));
    var chosen = Arrays.copyOf(servers, shown);
    int gaps = FarmOutcome.gap(names.clusters().size(), 0, 0);
    IntStream.of(chosen)
        .boxed()
        .sorted(Comparator.comparingInt(s -> s >= gaps ? s - gaps : s + lanes.servers()))
        .forEach(
            s ->
                add(
                    new GanttLine(lanes.network(s), pitch, 2),
                    lanes.server(s),
                    lanes.server(s + 1)));
  }
}
