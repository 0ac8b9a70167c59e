package io.strait.farm.report;

import io.strait.farm.event.EventLines;
import io.strait.farm.run.EventsFile;
import io.strait.kind.run.Incidents;
import io.strait.launch.Site.Incident;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What must be known of the events before they can be put into bins: who is there and how long it
 * took. Memory grows with the nodes, not with the lines.
 */
final class EventIndex {
  private static final int MOST_NODES = 4_000_000;
  static final int MOST_MARKS = 100;

  /** A part of the time that is worth leaving out while nothing is computed. */
  private static final double LONG_START = 0.05;

  /** What a node is. */
  enum Role {
    MASTER,
    GATEWAY,
    WORKER
  }

  /**
   * A node of the run.
   *
   * @param parent its number; -1 for the master
   */
  record Node(int number, int parent, Role role, String name) {}

  /** A time in which a network or host of a lab was not as the grid says. */
  record Outage(Incidents.Span span, long from, long to) {}

  /** Something worth a mark. */
  record Mark(long time, String text) {}

  final Path file;
  long tasks;
  double scale = 1;
  String began = "";

  /** The time in the file from which times count. */
  long zero;

  /** The last time that any line tells. */
  long end;

  /** Tasks whose results the master had, and when it got the last of them. */
  long finished;

  long finishedAt;

  /** When the first task began; before that, nodes connected. */
  long beganAt;

  /** Whether a master was started again before all was done: times then tell of both. */
  boolean isResumed;

  private boolean hasBegun;
  long taskLines;
  long lines;
  long bytes;
  final List<Mark> marks = new ArrayList<>();
  final List<Outage> outages = new ArrayList<>();
  long marksLeftOut;
  private @Nullable Node[] nodes = new @Nullable Node[64];

  private EventIndex(Path file) {
    this.file = file;
  }

  /** Reads a file once. */
  static EventIndex read(Path file) throws IOException {
    var index = new EventIndex(file);
    try (var lines = new EventLines(file, Long.MAX_VALUE, 0)) {
      index.head(lines);
      index.read(lines);
    }
    index.beginWithWork();
    return index;
  }

  /** Time counts from the first task if the nodes took long to connect. */
  private void beginWithWork() {
    if (beganAt > LONG_START * end) {
      zero = beganAt;
      beganAt = 0;
      end -= zero;
      finishedAt = Math.max(0, finishedAt - zero);
      marks.replaceAll(mark -> new Mark(Math.max(0, mark.time - zero), mark.text));
    }
  }

  /** Adds what happened to hosts and networks. */
  void add(List<Incident> incidents) {
    if (incidents.isEmpty()) {
      return;
    }
    for (var incident : incidents) {
      long time = timeOf(incident.at());
      if (time >= 0 && time <= end) {
        mark(new Mark(time, incident.what()));
      }
    }
    for (var span : Incidents.spans(incidents)) {
      long from = Math.max(0, timeOf(span.begun().at()));
      long to = Math.min(end, span.to() == null ? end : timeOf(span.to()));
      if (to > from) {
        outages.add(new Outage(span, from, to));
      }
    }
  }

  /** A time of day by the clock of the run. */
  private long timeOf(Instant at) {
    return Math.round(Duration.between(Instant.parse(began), at).toMillis() * scale - zero);
  }

  /** Reads to the end, or until the master of a complete run was started again: it did nothing. */
  private void read(EventLines from) throws IOException {
    do {
      lines = from.line();
      bytes = from.position();
      if (!from.next() || (isComplete() && isAgain(from))) {
        return;
      }
      take(from);
    } while (true);
  }

  /** Whether a line says that the master was started again, however it had ended before. */
  static boolean isAgain(EventLines line) {
    return line.kind() == 'm' && line.rest(2).equals(EventsFile.AGAIN);
  }

  private void head(EventLines lines) throws IOException {
    var shape = "strait-events 1 TASKS SCALE TIME";
    if (!lines.next()) {
      throw lines.error("the file has no whole line, expected " + shape);
    }
    if (!lines.is(0, "strait-events")) {
      throw lines.error("begins with '%s', expected %s".formatted(lines.shown(0), shape));
    }
    lines.need(5, shape);
    if (!lines.is(1, "1")) {
      throw lines.error("version '%s', expected 1 (or a newer strait)".formatted(lines.shown(1)));
    }
    tasks = lines.whole(2, "TASKS", Long.MAX_VALUE);
    try {
      scale = Double.parseDouble(lines.text(3));
    } catch (NumberFormatException e) {
      scale = Double.NaN;
    }
    if (!(scale > 0 && scale < 1e12)) {
      throw lines.error("SCALE is '%s', expected a number above 0".formatted(lines.shown(3)));
    }
    began = lines.text(4);
  }

  private void take(EventLines line) {
    switch (line.kind()) {
      case 'n' -> node(line);
      case '+' -> {
        line.need(3, "+ T NODE");
        time(line);
        node(line, 2);
      }
      case '-' -> {
        line.need(3, "- T NODE WHY");
        time(line);
        node(line, 2);
      }
      case 't' -> {
        line.need(6, "t T NODE TASK TOOK ok|failed");
        began(time(line) - line.whole(4, "TOOK", EventLines.LATEST));
        node(line, 2);
        taskLines++;
      }
      case 'b' -> {
        line.need(6, "b T NODE COUNT SPAN BUSY");
        began(time(line) - line.whole(4, "SPAN", EventLines.LATEST));
        node(line, 2);
      }
      case 's' -> {
        line.need(4, "s T NODE SILENT");
        time(line);
        node(line, 2);
      }
      case 'r' -> {
        line.need(4, "r T NODE COUNT");
        time(line);
        node(line, 2);
      }
      case 'l' -> {
        line.need(5, "l T NODE UP DOWN");
        time(line);
        node(line, 2);
      }
      case 'f' -> {
        line.need(3, "f T FINISHED");
        long time = time(line);
        long count = line.whole(2, "FINISHED", Long.MAX_VALUE);
        if (count > finished) {
          finished = count;
          finishedAt = time;
        }
      }
      case 'x' -> {
        line.need(4, "x T TASK OUTPUT");
        time(line);
      }
      case 'm' -> {
        line.need(3, "m T TEXT");
        isResumed |= isAgain(line);
        mark(new Mark(time(line), line.rest(2)));
      }
      default ->
          throw line.error(
              "begins with '%s', expected one of: n + - s r t b l f x m".formatted(line.shown(0)));
    }
  }

  private void mark(Mark mark) {
    if (marks.size() < MOST_MARKS) {
      marks.add(mark);
    } else {
      marksLeftOut++;
    }
  }

  private void began(long time) {
    beganAt = Math.max(0, hasBegun ? Math.min(beganAt, time) : time);
    hasBegun = true;
  }

  private long time(EventLines line) {
    long time = line.time(1);
    end = Math.max(end, time);
    return time;
  }

  private void node(EventLines line) {
    line.need(5, "n NODE PARENT master|gateway|worker NAME");
    int number = (int) line.whole(1, "NODE", MOST_NODES);
    int parent = line.is(2, "-1") ? -1 : (int) line.whole(2, "PARENT", MOST_NODES);
    var role =
        line.is(3, "master")
            ? Role.MASTER
            : line.is(3, "gateway") ? Role.GATEWAY : line.is(3, "worker") ? Role.WORKER : null;
    if (role == null) {
      throw line.error("role is '%s', expected master, gateway or worker".formatted(line.shown(3)));
    }
    if (number >= nodes.length) {
      nodes = Arrays.copyOf(nodes, Math.max(number + 1, 2 * nodes.length));
    }
    nodes[number] = new Node(number, parent, role, line.rest(4));
  }

  /** The node that a field of the line tells of. */
  Node node(EventLines line, int field) {
    long number = line.whole(field, "NODE", MOST_NODES);
    @Nullable Node node = node(number);
    if (node == null) {
      throw line.error("node %d is not known, expected a line n before".formatted(number));
    }
    return node;
  }

  @Nullable Node node(long number) {
    return number >= 0 && number < nodes.length ? nodes[(int) number] : null;
  }

  /** One more than the largest number of a node. */
  int nodeLimit() {
    return nodes.length;
  }

  List<Node> nodes(Role role) {
    var found = new ArrayList<Node>();
    for (var node : nodes) {
      if (node != null && node.role == role) {
        found.add(node);
      }
    }
    return found;
  }

  /** Marks that charts show; the begin of the run needs none. */
  List<Mark> shownMarks() {
    return marks.stream().filter(m -> m.time > end / 500).toList();
  }

  boolean isComplete() {
    return tasks > 0 && finished >= tasks;
  }

  /** Seconds from the first task until the last result was there, or as far as it came. */
  double seconds() {
    return Math.max(0, (isComplete() ? finishedAt : end) - beganAt) / 1e3;
  }
}
