package io.strait.farm.trace;

import io.strait.farm.simulate.FarmOutcome;
import io.strait.model.quantity.Durations;
import io.strait.view.gantt.Gantt;
import io.strait.view.trace.LaneType;
import io.strait.view.trace.Lanes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What the lanes of a recorded farm are called in traces and in Gantt pictures. */
public final class FarmLanes {
  private static final LaneType GRID = new LaneType('G', "grid", null);
  private static final LaneType CLUSTER = new LaneType('C', "cluster", GRID);
  private static final LaneType HOST =
      new LaneType(
          'H',
          "host",
          CLUSTER,
          "failure",
          List.of(FarmTrace.COMPUTE, FarmTrace.ABORTED, FarmTrace.LOST));
  private static final LaneType CORE =
      new LaneType('K', "core", HOST, FarmTrace.COMPUTE, FarmTrace.ABORTED);
  private static final LaneType LAN =
      new LaneType('L', "LAN", CLUSTER, FarmTrace.TASK, FarmTrace.RESULT);
  private static final LaneType GAP =
      new LaneType('P', "gap", GRID, FarmTrace.TASK, FarmTrace.RESULT);
  private static final LaneType MASTER = new LaneType('M', "master", CLUSTER, FarmTrace.PROCESS);

  private final FarmTrace trace;
  private final TraceNames names;
  private final int clusters;

  public FarmLanes(FarmTrace trace) {
    this.trace = trace;
    this.names = trace.names();
    this.clusters = names.clusters().size();
  }

  /** For traces; networks without traffic are left out. */
  public Lanes lanes() {
    var lanes = new Lanes(List.of(GRID, CLUSTER, HOST, CORE, LAN, GAP, MASTER));
    var grid = lanes.group("grid", GRID, null, "grid");
    var clusterOf = new ArrayList<Lanes.Lane>();
    for (int c = 0; c < clusters; c++) {
      clusterOf.add(lanes.group("c" + c, CLUSTER, grid, names.clusters().get(c)));
    }
    var home = clusterOf.get(names.home());
    lanes.lane(trace.master(), "m", MASTER, home, "master " + names.master(), trace.master());
    var tasks = trace.recording().lanesWith(FarmTrace.TASK);
    var results = trace.recording().lanesWith(FarmTrace.RESULT);
    for (int s = 0; trace.server(s) < trace.master(); s++) {
      int lane = trace.server(s);
      if (tasks.get(lane) || results.get(lane)) {
        var name =
            tasks.get(lane) == results.get(lane)
                ? network(s)
                : network(s) + (tasks.get(lane) ? ", tasks" : ", results");
        boolean gap = isGap(s);
        lanes.lane(lane, "l" + s, gap ? GAP : LAN, gap ? grid : clusterOf.get(s / 2), name, lane);
      }
    }
    for (int w = 0; w < names.workers().size(); w++) {
      worker(lanes, w, clusterOf.get(names.clusterOf()[w]));
    }
    return lanes;
  }

  /** In a cluster the master and the LAN stand above the workers. */
  private void worker(Lanes lanes, int worker, Lanes.Lane cluster) {
    var alias = "h" + worker;
    var name = names.workers().get(worker);
    var cores = trace.cores(worker);
    int below = trace.master() + 1;
    if (cores.length == 1) {
      lanes.lane(cores[0], alias, HOST, cluster, name, below + cores[0]);
      return;
    }
    var host = lanes.group(alias, HOST, cluster, name);
    for (int i = 0; i < cores.length; i++) {
      lanes.lane(
          cores[i], alias + "." + i, CORE, host, name + " core " + (i + 1), below + cores[i]);
    }
  }

  private boolean isGap(int server) {
    return server >= FarmOutcome.gap(clusters, 0, 0);
  }

  /** The network of a server: {@code LAN spain}, {@code gap argentina-spain}. */
  private String network(int server) {
    return isGap(server)
        ? "gap " + names.gaps().get(server / 2 - clusters)
        : "LAN " + names.clusters().get(server / 2);
  }

  /** For a Gantt picture: workers by cluster, then gaps and LANs, then the master. */
  public Gantt gantt(String title, double makespan) {
    var members = new ArrayList<List<Gantt.Row>>();
    names.clusters().forEach(c -> members.add(new ArrayList<>()));
    int workers = names.workers().size();
    for (int w = 0; w < workers; w++) {
      members.get(names.clusterOf()[w]).add(new Gantt.Row(names.workers().get(w), trace.cores(w)));
    }
    int tasks = trace.recording().count(FarmTrace.COMPUTE);
    return new Gantt(
        title,
        "%,d task%s on %,d worker%s, done after %s"
            .formatted(
                tasks,
                tasks == 1 ? "" : "s",
                workers,
                workers == 1 ? "" : "s",
                Durations.rounded(makespan)),
        new Gantt.Words("cluster", "worker", "core", "compute"),
        FarmTrace.COMPUTE,
        IntStream.range(0, clusters)
            .mapToObj(
                c -> new Gantt.Group(names.clusters().get(c), c == names.home(), members.get(c)))
            .toList(),
        List.of(
            new Gantt.Section("networks", networks()),
            new Gantt.Section("master", List.of(new Gantt.Row(names.master(), trace.master())))));
  }

  private List<Gantt.Row> networks() {
    var rows = new ArrayList<Gantt.Row>();
    IntStream.range(0, names.gaps().size())
        .forEach(g -> rows.add(row(FarmOutcome.gap(clusters, g, 0))));
    IntStream.range(0, clusters).forEach(c -> rows.add(row(FarmOutcome.lan(c, 0))));
    return rows;
  }

  private Gantt.Row row(int server) {
    return new Gantt.Row(network(server), trace.server(server), trace.server(server + 1));
  }
}
