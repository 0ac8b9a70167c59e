package io.strait.farm.report;

import io.strait.farm.event.EventLines;
import io.strait.farm.report.EventIndex.Node;
import io.strait.farm.report.EventIndex.Role;
import io.strait.model.Grid;
import io.strait.view.page.Bins;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The events of a run in bins: lines of the timeline, throughput, networks, what broke. */
final class EventBins {
  /** Bins of every curve and line: about as many as a page has pixels for them. */
  static final int BINS = 720;

  /** Up to so many tasks are kept one by one. */
  static final int MOST_TASKS = 4_000;

  static final int MOST_CUTS = 200;
  private static final long NEVER = -1;

  /** A task that was computed. */
  record Task(int node, long number, long start, long end, boolean failed) {}

  /**
   * A node was away.
   *
   * @param to when it was back; -1 if it never was
   * @param silent whether nothing was heard from it for long, rather than that its connection was
   *     closed
   */
  record Cut(Node node, String cluster, long from, long to, boolean silent, String why) {}

  /** What the workers of a cluster did. */
  static final class Tally {
    long done;
    long failed;
    double busy;
    double connected;
  }

  final EventIndex index;
  final Crew crew;
  final NetworkLoad networks;
  final Bins[] busy;
  final Bins[] connected;
  final Bins[] failed;
  final Bins finished;
  final Bins computed;
  final List<Task> tasks = new ArrayList<>();
  final List<Cut> cuts = new ArrayList<>();
  final Tally[] tallies;
  final Idleness idleness;
  long cutsLeftOut;
  private boolean countsFinished;
  private final long[] since;
  private final long[] linkTime;
  private final int[] openCut;
  private final long[] silence;
  private long lastCount;
  private long lastTime;
  private long latest;

  private EventBins(EventIndex index, Crew crew, Grid grid) {
    this.index = index;
    this.crew = crew;
    networks = new NetworkLoad(grid, crew, index.end, BINS);
    busy = bins(crew.rows());
    connected = bins(crew.rows());
    failed = bins(crew.rows());
    finished = new Bins(index.end, BINS);
    computed = new Bins(index.end, BINS);
    tallies = new Tally[crew.groups().size()];
    Arrays.setAll(tallies, g -> new Tally());
    since = new long[index.nodeLimit()];
    Arrays.fill(since, NEVER);
    linkTime = new long[index.nodeLimit()];
    openCut = new int[index.nodeLimit()];
    Arrays.fill(openCut, -1);
    silence = new long[index.nodeLimit()];
    idleness = new Idleness(index, crew);
  }

  private Bins[] bins(int rows) {
    var bins = new Bins[rows];
    Arrays.setAll(bins, row -> new Bins(index.end, BINS));
    return bins;
  }

  /** Reads the file again, as far as it was read the first time. */
  static EventBins read(EventIndex index, Crew crew, Grid grid) throws IOException {
    var bins = new EventBins(index, crew, grid);
    try (var lines = new EventLines(index.file, index.bytes, index.zero)) {
      lines.next();
      while (lines.next()) {
        bins.take(lines);
      }
    }
    for (var worker : index.nodes(Role.WORKER)) {
      bins.disconnected(worker, index.end);
    }
    bins.idleness.end();
    return bins;
  }

  private void take(EventLines line) {
    if (EventIndex.isAgain(line)) {
      // The events end without saying that connected nodes have left.
      for (var worker : index.nodes(Role.WORKER)) {
        if (since[worker.number()] != NEVER) {
          disconnected(worker, latest);
          idleness.gone(worker, latest, false);
        }
      }
    }
    if (line.kind() != 'n') {
      latest = Math.max(latest, line.time(1));
    }
    switch (line.kind()) {
      case '+' -> connect(index.node(line, 2), line.time(1));
      case '-' -> cut(index.node(line, 2), line.time(1), line.rest(3));
      case 's' ->
          silence[index.node(line, 2).number()] = line.whole(3, "SILENT", EventLines.LATEST);
      case 'r' ->
          idleness.handedBack(
              index.node(line, 2), line.time(1), line.whole(3, "COUNT", Long.MAX_VALUE));
      case 't' -> task(line);
      case 'b' -> batch(line);
      case 'l' -> link(line);
      case 'f' -> finished(line.time(1), line.whole(2, "FINISHED", Long.MAX_VALUE));
      default -> {} // nodes and marks are in the index
    }
  }

  private void connect(Node node, long time) {
    int cut = openCut[node.number()];
    if (cut >= 0) {
      var open = cuts.get(cut);
      cuts.set(cut, new Cut(open.node, open.cluster, open.from, time, open.silent, open.why));
      openCut[node.number()] = -1;
    }
    idleness.there(node, time);
    if (since[node.number()] == NEVER) {
      since[node.number()] = time;
      linkTime[node.number()] = Math.max(time, linkTime[node.number()]);
    }
  }

  private void cut(Node node, long noticed, String why) {
    long time = lastHeard(node, noticed);
    silence[node.number()] = 0;
    disconnected(node, time);
    long over = index.isComplete() ? index.finishedAt : index.end;
    if (time >= over - index.end / 500) {
      return; // all nodes leave at the end
    }
    idleness.gone(node, time, time < noticed);
    if (cuts.size() < MOST_CUTS) {
      openCut[node.number()] = cuts.size();
      cuts.add(new Cut(node, crew.clusterOf(node), time, NEVER, time < noticed, why));
    } else {
      cutsLeftOut++;
    }
  }

  /** Since when a node was away: since a lab cut it off, or since its last word. */
  private long lastHeard(Node node, long noticed) {
    long heard = Math.max(0, noticed - silence[node.number()]);
    if (heard < noticed) {
      for (var outage : index.outages) {
        if (outage.from() < noticed && crew.isCutOff(crew.clusterOf(node), outage.span())) {
          heard = Math.max(heard, outage.from());
        }
      }
    }
    return heard;
  }

  private void disconnected(Node node, long time) {
    long from = since[node.number()];
    if (from != NEVER && node.role() == Role.WORKER && time > from) {
      connected[crew.rowOf(node)].add(from, time, (double) (time - from));
      // A worker that waits for the run to begin is not idle.
      double there = Math.max(0, time - Math.max(from, index.beganAt));
      tallies[crew.groupOf(node)].connected += there * crew.coresOf(node);
    }
    since[node.number()] = NEVER;
  }

  private Node worker(EventLines line) {
    var node = index.node(line, 2);
    if (node.role() != Role.WORKER) {
      throw line.error("node %d is not a worker, expected one".formatted(node.number()));
    }
    return node;
  }

  private void task(EventLines line) {
    long time = line.time(1);
    var node = worker(line);
    long number = line.whole(3, "TASK", Long.MAX_VALUE);
    long took = line.whole(4, "TOOK", EventLines.LATEST);
    boolean bad = line.is(5, "failed");
    if (!bad && !line.is(5, "ok")) {
      throw line.error("ends with '%s', expected ok or failed".formatted(line.shown(5)));
    }
    long start = Math.max(0, time - took);
    int row = crew.rowOf(node);
    var tally = tallies[crew.groupOf(node)];
    busy[row].add(start, time, (double) (time - start));
    tally.busy += (double) (time - start);
    idleness.computed(node, start, time, 1, (double) (time - start));
    if (bad) {
      failed[row].add(time, time, 1);
      tally.failed++;
    } else {
      computed.add(time, time, 1);
      tally.done++;
    }
    if (index.taskLines <= MOST_TASKS) {
      tasks.add(new Task(node.number(), number, start, time, bad));
    }
  }

  private void batch(EventLines line) {
    long time = line.time(1);
    var node = worker(line);
    long count = line.whole(3, "COUNT", Long.MAX_VALUE);
    long span = line.whole(4, "SPAN", EventLines.LATEST);
    long worked = line.whole(5, "BUSY", EventLines.LATEST);
    long start = Math.max(0, time - span);
    busy[crew.rowOf(node)].add(start, time, (double) worked);
    computed.add(start, time, (double) count);
    var tally = tallies[crew.groupOf(node)];
    tally.busy += worked;
    idleness.computed(node, start, time, count, (double) worked);
    tally.done += count;
  }

  private void link(EventLines line) {
    long time = line.time(1);
    var node = index.node(line, 2);
    long up = line.whole(3, "UP", Long.MAX_VALUE);
    long down = line.whole(4, "DOWN", Long.MAX_VALUE);
    networks.carried(
        node, Math.min(linkTime[node.number()], time), time, (double) up, (double) down);
    linkTime[node.number()] = Math.max(time, linkTime[node.number()]);
    idleness.heard(node, time);
  }

  private void finished(long time, long count) {
    countsFinished = true;
    if (count > lastCount) {
      long from = Math.max(lastTime, index.beganAt);
      finished.add(Math.min(from, time), time, (double) (count - lastCount));
      lastCount = count;
    }
    lastTime = Math.max(time, lastTime);
  }

  /** Tasks per second over time: results at the master, or else tasks that workers ended. */
  Bins throughput() {
    return countsFinished ? finished : computed;
  }

  /** Tasks that are shown one by one. */
  boolean hasSingleTasks() {
    return !tasks.isEmpty() && crew.groups().stream().allMatch(g -> g.perRow() == 1);
  }
}
