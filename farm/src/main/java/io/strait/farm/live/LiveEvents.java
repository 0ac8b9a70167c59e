package io.strait.farm.live;

import io.strait.farm.event.CrewOrder;
import io.strait.farm.event.EventLines;
import io.strait.farm.event.FailureText;
import io.strait.farm.run.EventsFile;
import io.strait.farm.traffic.Carrier;
import io.strait.farm.traffic.Ways;
import io.strait.kind.live.Pace;
import io.strait.model.text.InputException;
import io.strait.view.page.GrowingBins;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Follows the events of a run as they are written: only what is new is read. Times are milliseconds
 * of the run's clock.
 */
final class LiveEvents implements Closeable {
  private static final int BINS = 240;

  /** Seconds of real time over which the pace is taken that tells the end. */
  private static final double PACE = 15;

  private static final double IN_A_BIN = 8;
  private static final int MOST_NEWS = 60;
  private static final int MOST_FAILURES = 10;
  private static final int MOST_NODES = 4_000_000;

  /** Something that people want to hear of. */
  record News(long time, String kind, String what) {}

  /** A task that failed, and what it said. */
  record Failure(long time, String task, String output) {}

  /** What a LAN or gap carried. */
  static final class Traffic {
    final Carrier carrier;
    private final LiveRate up = new LiveRate();
    private final LiveRate down = new LiveRate();

    Traffic(Carrier carrier) {
      this.carrier = carrier;
    }

    /** Bytes per second that count against its capacity, lately. */
    double perSecond(double time, double memory) {
      return carrier.counted(up.perSecond(time, memory), down.perSecond(time, memory));
    }
  }

  private final EventLines lines;
  private final LiveNodes nodes;
  private final Ways ways;
  final Map<Carrier, Traffic> traffic = new LinkedHashMap<>();
  final Deque<News> news = new ArrayDeque<>();
  final Deque<Failure> failures = new ArrayDeque<>();
  final double scale;
  final String began;
  final long tasks;
  final GrowingBins finishedOverTime;
  final Pace pace;
  long finished;
  private double finishedAt;
  private long newsLeftOut;
  double end;

  /** When work began; NaN before. */
  double workBegan = Double.NaN;

  private LiveEvents(EventLines lines, Head head, LiveNodes nodes, Ways ways, double binWidth) {
    this.lines = lines;
    this.nodes = nodes;
    this.ways = ways;
    this.scale = head.scale;
    this.tasks = head.tasks;
    this.began = head.began;
    this.pace = new Pace(PACE * head.scale);
    this.finishedOverTime = new GrowingBins(BINS, binWidth);
  }

  /** What the first line says. */
  record Head(long tasks, double scale, String began) {}

  /** Makes the nodes of a run once its clock is known. */
  @FunctionalInterface
  interface NodesOf {
    LiveNodes nodes(Head head);
  }

  /**
   * Opens a file whose first line is there.
   *
   * @param expected tasks per second of the run's clock
   */
  static LiveEvents open(Path file, NodesOf nodes, Ways ways, ToDoubleFunction<Head> expected)
      throws IOException {
    var lines = new EventLines(file, Long.MAX_VALUE, 0);
    try {
      if (!lines.next() || !lines.is(0, EventsFile.VERSION)) {
        throw lines.error(
            "is not the beginning of events, expected %s".formatted(EventsFile.VERSION));
      }
      lines.need(5, "strait-events 1 TASKS SCALE TIME");
      var head = new Head(lines.whole(2, "TASKS", Long.MAX_VALUE), scale(lines), lines.text(4));
      // Some tasks in a bin make a curve rather than noise.
      double width =
          Math.max(
              250 * head.scale, 1e3 * IN_A_BIN / Math.max(1e-12, expected.applyAsDouble(head)));
      return new LiveEvents(lines, head, nodes.nodes(head), ways, width);
    } catch (IOException | RuntimeException e) {
      lines.close();
      throw e;
    }
  }

  private static double scale(EventLines lines) {
    try {
      double scale = Double.parseDouble(lines.text(3));
      if (scale > 0 && scale < 1e12) {
        return scale;
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw lines.error("SCALE is '%s', expected a number above 0".formatted(lines.shown(3)));
  }

  /** Reads all that is new. */
  void read() throws IOException {
    while (lines.next()) {
      take();
    }
  }

  /** The tasks that are not done. */
  long todo() {
    return Math.max(0, tasks - finished);
  }

  long newsLeftOut() {
    return newsLeftOut;
  }

  LiveNodes nodes() {
    return nodes;
  }

  private void take() {
    switch (lines.kind()) {
      case 'n' -> node();
      case '+' -> joined(number());
      case '-' -> gone(number());
      case 't' -> {
        lines.need(6, "t T NODE TASK TOOK ok|failed");
        worked(number(), 1, lines.whole(4, "TOOK", EventLines.LATEST), lines.is(5, "failed"));
      }
      case 'b' -> {
        lines.need(6, "b T NODE COUNT SPAN BUSY");
        int count = (int) lines.whole(3, "COUNT", Integer.MAX_VALUE);
        worked(number(), count, lines.whole(5, "BUSY", EventLines.LATEST), false);
      }
      case 'l' -> carried(number());
      case 'f' -> finished(time(), lines.whole(2, "FINISHED", Long.MAX_VALUE));
      case 'x' -> {
        lines.need(4, "x T TASK OUTPUT");
        failures.addFirst(new Failure(time(), lines.shown(2), FailureText.text(lines.rest(3))));
        if (failures.size() > MOST_FAILURES) {
          failures.removeLast();
        }
      }
      case 'm' -> {
        lines.need(3, "m T TEXT");
        var text = lines.rest(2);
        if (text.equals(EventsFile.AGAIN)) {
          nodes.allGone();
        }
        @Nullable CrewOrder order = CrewOrder.of(text);
        if (order != null) {
          nodes.ordered(order);
        }
        tell("mark", text);
      }
      default -> {} // silence and what was handed back: reports make something of it
    }
  }

  private void node() {
    lines.need(5, "n NODE PARENT master|gateway|worker NAME");
    int above = lines.is(2, "-1") ? -1 : (int) lines.whole(2, "PARENT", MOST_NODES);
    byte role =
        lines.is(3, "master")
            ? LiveNodes.MASTER
            : lines.is(3, "gateway") ? LiveNodes.GATEWAY : LiveNodes.WORKER;
    nodes.add((int) lines.whole(1, "NODE", MOST_NODES), above, role, lines.rest(4));
  }

  private int number() {
    lines.need(3, "a line with T NODE");
    time();
    int number = (int) lines.whole(2, "NODE", MOST_NODES);
    if (!nodes.isKnown(number)) {
      throw lines.error("node %d is not known, expected a line n before".formatted(number));
    }
    return number;
  }

  private long time() {
    long time = lines.time(1);
    end = Math.max(end, (double) time);
    return time;
  }

  private void joined(int number) {
    if (!nodes.isConnected(number) && nodes.isGateway(number)) {
      tell("up", "gateway %s joined".formatted(nodes.name(number)));
    }
    nodes.connected(number, true);
  }

  private void gone(int number) {
    nodes.connected(number, false);
    if (todo() > 0) {
      var role = nodes.isGateway(number) ? "gateway" : "worker";
      var why = lines.rest(3);
      tell(
          "cut",
          "%s %s is gone%s".formatted(role, nodes.name(number), why.isEmpty() ? "" : ": " + why));
    }
  }

  private void worked(int number, int count, long busy, boolean isFailure) {
    double time = lines.time(1);
    double start = Math.max(0, time - busy);
    workBegan = Double.isNaN(workBegan) ? start : Math.min(workBegan, start);
    nodes.worked(number, time, count, (double) busy, isFailure);
    if (isFailure) {
      tell(
          "bad",
          "task %s failed on %s after %s ms".formatted(lines.shown(3), nodes.name(number), busy));
    }
  }

  private void carried(int number) {
    lines.need(5, "l T NODE UP DOWN");
    int above = nodes.parent(number);
    if (!nodes.isKnown(above)) {
      return;
    }
    double time = lines.time(1);
    double up = lines.whole(3, "UP", Long.MAX_VALUE);
    double down = lines.whole(4, "DOWN", Long.MAX_VALUE);
    var way = ways.of(nodes.isWorker(number), nodes.clusterOf(number), nodes.clusterOf(above));
    for (var carrier : way) {
      var use = traffic.computeIfAbsent(carrier, Traffic::new);
      use.up.add(time, up);
      use.down.add(time, down);
    }
  }

  private void finished(long time, long count) {
    if (count > finished) {
      finishedOverTime.add(finishedAt, (double) time, (double) (count - finished));
      finished = count;
    }
    finishedAt = (double) time;
    if (!Double.isNaN(workBegan)) {
      pace.note((time - workBegan) / 1e3, (double) count);
    }
  }

  private void tell(String kind, String what) {
    news.addFirst(new News(lines.time(1), kind, what));
    if (news.size() > MOST_NEWS) {
      news.removeLast();
      newsLeftOut++;
    }
  }

  /** Whether this may be because the file was cut by a master that began anew. */
  static boolean isTorn(InputException e) {
    return String.valueOf(e.getMessage()).contains(EventsFile.NAME);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
