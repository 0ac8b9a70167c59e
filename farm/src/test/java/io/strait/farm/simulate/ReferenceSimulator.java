package io.strait.farm.simulate;

import io.strait.simulate.Timeline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * A second simulator of farms, written from the text of the package alone and as plainly as
 * possible: servers with queues of messages, hosts with queues of tasks, and an event for whatever
 * begins or ends. It is the oracle for {@link FarmSimulation}, which computes all ends ahead. One
 * file, so that it can be read against that text from top to bottom.
 */
final class ReferenceSimulator {

  /** Something that took time, or was lost ({@code end} is {@code start} then). */
  record Entry(double start, double end, String kind, int who, int core, int what) {
    static final Comparator<Entry> ORDER =
        Comparator.comparingDouble(Entry::start)
            .thenComparing(Entry::kind)
            .thenComparingInt(Entry::who)
            .thenComparingInt(Entry::core)
            .thenComparingInt(Entry::what)
            .thenComparingDouble(Entry::end);
  }

  /** Keeps what a simulation tells, in the order of the entries. */
  static final class Log implements Timings {
    final List<Entry> entries = new ArrayList<>();

    @Override
    public void computed(int worker, int core, int task, double start, double end) {
      entries.add(new Entry(start, end, "computed", worker, core, task));
    }

    @Override
    public void transferred(int server, double start, double end, boolean result) {
      entries.add(new Entry(start, end, "transferred", server, 0, result ? 1 : 0));
    }

    @Override
    public void processed(int count, double start, double end) {
      entries.add(new Entry(start, end, "processed", 0, 0, count));
    }

    @Override
    public void lost(int worker, int task, double at) {
      entries.add(new Entry(at, at, "lost", worker, 0, task));
    }

    List<Entry> sorted() {
      return entries.stream().sorted(Entry.ORDER).toList();
    }
  }

  /** Something that happens at a time; in the order of decision among what happens then. */
  private record Event(double time, long decision, long insertion, Runnable action) {}

  private final FarmModel model;
  final Log log = new Log();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingDouble(Event::time)
              .thenComparingLong(Event::decision)
              .thenComparingLong(Event::insertion));
  private double now;
  private long decisions;
  private long insertions;

  private final Server[] servers;
  final Server master = new Server(-1, null);
  private final Host[] hosts;
  private final Gateway[] gateways;
  private final List<List<Hop>> ways = new ArrayList<>();

  // the master
  private int fresh;
  private final Deque<Integer> again = new ArrayDeque<>();
  private final Deque<Child> waiting = new ArrayDeque<>();
  private int done;

  double makespan = Double.NaN;
  long lost;

  ReferenceSimulator(FarmModel model) {
    this.model = model;
    servers = new Server[2 * model.clusters + 2 * model.gapDown.length];
    for (int s = 0; s < servers.length; s++) {
      int gap = s / 2 - model.clusters;
      servers[s] = new Server(s, gap < 0 ? null : model.gapSpeed[gap]);
    }
    hosts = new Host[model.workers];
    for (int w = 0; w < model.workers; w++) {
      hosts[w] = new Host(w);
    }
    gateways = new Gateway[model.clusters];
    for (int c = 0; c < model.clusters; c++) {
      if (model.gateways && c != model.home) {
        gateways[c] = new Gateway(c);
      }
      ways.add(way(c));
    }
  }

  /** A network on a way: its servers in both directions, and what it does to messages on it. */
  private record Hop(
      Server down, Server up, double downBandwidth, double upBandwidth, double latency) {}

  private Server lan(int cluster, int direction) {
    return servers[FarmOutcome.lan(cluster, model.lanFull[cluster] ? direction : 0)];
  }

  private Hop lanHop(int cluster) {
    double bandwidth = model.lanBandwidth[cluster];
    return new Hop(
        lan(cluster, 0), lan(cluster, 1), bandwidth, bandwidth, model.lanLatency[cluster]);
  }

  private List<Hop> way(int cluster) {
    var way = new ArrayList<Hop>();
    if (cluster == model.home || model.crossHomeLan) {
      way.add(lanHop(model.home));
    }
    for (int gap : model.route[cluster]) {
      int number = FarmOutcome.gap(model.clusters, gap, 0);
      way.add(
          new Hop(
              servers[number],
              servers[model.gapFull[gap] ? number + 1 : number],
              model.gapDown[gap],
              model.gapUp[gap],
              model.gapLatency[gap]));
    }
    if (!model.gateways && cluster != model.home) {
      var gap = way.removeLast();
      var lan = lanHop(cluster);
      way.add(
          new Hop(
              gap.down,
              gap.up,
              Math.min(gap.downBandwidth, lan.downBandwidth),
              Math.min(gap.upBandwidth, lan.upBandwidth),
              gap.latency + lan.latency));
    }
    return way;
  }

  private long decide() {
    return decisions++;
  }

  private void at(double time, long decision, Runnable action) {
    events.add(new Event(time, decision, insertions++, action));
  }

  /** Runs; says whether all tasks got done, rather than nothing happening any more. */
  boolean run() {
    for (var host : hosts) {
      host.scheduleFailures();
    }
    int most = 0;
    for (var host : hosts) {
      most = Math.max(most, host.places());
    }
    for (int place = 0; place < most; place++) {
      for (var host : hosts) {
        if (place < host.places()) {
          if (model.stagger > 0) {
            at(host.number * model.stagger, decide(), host::hasRoom);
          } else {
            host.hasRoom();
          }
        }
      }
    }
    for (var gateway : gateways) {
      if (gateway != null) {
        int places = 0;
        for (var host : hosts) {
          places += model.clusterOf[host.number] == gateway.cluster ? host.places() : 0;
        }
        if (places > 0) {
          gateway.askFor(places + model.window[gateway.cluster]);
        }
      }
    }
    while (Double.isNaN(makespan)) {
      var event = events.poll();
      if (event == null || event.time == Double.POSITIVE_INFINITY) {
        return false;
      }
      now = event.time;
      event.action.run();
    }
    return true;
  }

  int[] tasksOf() {
    return Arrays.stream(hosts).mapToInt(h -> h.finished).toArray();
  }

  double[] busyOf() {
    return Arrays.stream(hosts).mapToDouble(h -> h.busy).toArray();
  }

  List<Server> servers() {
    return List.of(servers);
  }

  // ---- networks and the master's processor ----

  private record Message(
      double ready, double seconds, int what, long decision, Runnable onArrival) {}

  /** A FIFO single server: a network in one direction or both, or the master. */
  final class Server {
    private final int number;
    private final Timeline share;
    private final Deque<Message> queue = new ArrayDeque<>();
    private boolean serving;
    private double endOfService;
    double busy;
    double waited;
    long messages;

    Server(int number, Timeline share) {
      this.number = number;
      this.share = share;
    }

    void send(double bytes, Hop hop, boolean result, Runnable onArrival) {
      double seconds = bytes == 0 ? 0 : bytes / (result ? hop.upBandwidth : hop.downBandwidth);
      join(hop.latency, seconds, result ? 1 : 0, decide(), onArrival);
    }

    void join(double latency, double seconds, int what, long decision, Runnable onArrival) {
      queue.add(new Message(now + latency, seconds, what, decision, onArrival));
      at(now + latency, decision, this::begin);
    }

    /** When it is done with all that has come. */
    double busyUntil() {
      double until = serving ? endOfService : now;
      boolean first = serving;
      for (var message : queue) {
        until += first ? 0 : message.seconds;
        first = false;
      }
      return until;
    }

    private void begin() {
      if (serving || queue.isEmpty() || queue.peek().ready > now) {
        return;
      }
      serving = true;
      var message = queue.peek();
      double start = now;
      waited += start - message.ready;
      double end = share == null ? start + message.seconds : share.finish(start, message.seconds);
      endOfService = end;
      at(
          end,
          message.decision,
          () -> {
            queue.remove();
            serving = false;
            busy += end - start;
            messages++;
            if (number < 0) {
              log.processed(message.what, start, end);
            } else {
              log.transferred(number, start, end, message.what == 1);
            }
            message.onArrival.run();
            begin();
          });
    }
  }

  // ---- the master ----

  /** Who gets tasks from the master. */
  private interface Child {
    void sendTask(int task);
  }

  private void childAsks(Child child) {
    if (!again.isEmpty()) {
      child.sendTask(again.remove());
    } else if (fresh < model.tasks) {
      child.sendTask(fresh++);
    } else {
      waiting.add(child);
    }
  }

  private void masterHandsOutAgain(int task) {
    if (waiting.isEmpty()) {
      again.add(task);
    } else {
      waiting.remove().sendTask(task);
    }
  }

  private void masterGetsResult(int count, Runnable whenDone) {
    masterGetsResult(count, whenDone, () -> {});
  }

  private void masterGetsResult(int count, Runnable whenDone, Runnable first) {
    Runnable finish =
        () -> {
          first.run();
          done += count;
          if (done == model.tasks) {
            makespan = now;
          } else {
            whenDone.run();
          }
        };
    if (model.masterSeconds == 0) {
      master.messages++;
      finish.run();
    } else {
      master.join(0, count * model.masterSeconds, count, decide(), finish);
    }
  }

  private void sendDown(int cluster, int from, Runnable onArrival) {
    var way = ways.get(cluster);
    if (from == way.size()) {
      onArrival.run();
    } else {
      var hop = way.get(from);
      hop.down.send(model.input, hop, false, () -> sendDown(cluster, from + 1, onArrival));
    }
  }

  /** When the master hears what a cluster says without any bytes. */
  private double heard(int cluster, double from) {
    double arrives = from;
    for (var hop : ways.get(cluster)) {
      arrives += hop.latency;
      if (hop.up.share != null) {
        arrives = hop.up.share.finish(arrives, 0);
      }
    }
    return arrives;
  }

  private void sendUp(int cluster, int left, Runnable onArrival) {
    if (left == 0) {
      onArrival.run();
    } else {
      var hop = ways.get(cluster).get(left - 1);
      hop.up.send(model.output, hop, true, () -> sendUp(cluster, left - 1, onArrival));
    }
  }

  // ---- gateways ----

  private final class Gateway implements Child {
    private final int cluster;
    private final Deque<Integer> back = new ArrayDeque<>();
    private final Deque<Integer> stored = new ArrayDeque<>();
    private final Deque<Host> hungry = new ArrayDeque<>();
    private final Set<Integer> inside = new HashSet<>();
    private int results;
    private int computed;
    private int delivered;
    private int owed;
    private int gaveBack;

    Gateway(int cluster) {
      this.cluster = cluster;
    }

    /** Asks for tasks, but for as many as results wait that leave too slowly. */
    private void askUnlessBehind(int count, double hears) {
      int asked = unlessBehind(count);
      if (asked > 0) {
        askFor(asked, hears);
      }
    }

    private int hands() {
      return Arrays.stream(hosts)
          .filter(h -> h.gateway() == this)
          .mapToInt(h -> h.idleFrom.length)
          .sum();
    }

    /** The master hears that a worker is about to need a task. */
    void soon() {
      for (int i = unlessBehind(1); i > 0; i--) {
        childAsks(this);
      }
    }

    private int unlessBehind(int count) {
      owed += count;
      double perSecond = delivered == 0 ? 0 : delivered / now;
      int usual = 2 * model.aggregate[cluster] + 1 + model.window[cluster];
      double allowed = Math.max(usual, perSecond);
      int results = computed - delivered;
      boolean isUnknown = delivered == 0 && results * model.output <= 4 * 1024 * 1024;
      int surplus = !isUnknown && results > allowed ? results - (int) allowed : 0;
      int asked = Math.max(0, owed - surplus);
      owed -= asked;
      return asked;
    }

    private double latency() {
      return ways.get(cluster).stream().mapToDouble(Hop::latency).sum();
    }

    void askFor(int count) {
      askFor(count, now);
    }

    private void askFor(int count, double from) {
      at(
          heard(cluster, from),
          decide(),
          () -> {
            for (int i = 0; i < count; i++) {
              childAsks(this);
            }
          });
    }

    @Override
    public void sendTask(int task) {
      sendDown(
          cluster,
          0,
          () -> {
            inside.add(task);
            if (hungry.isEmpty()) {
              stored.add(task);
            } else {
              sendOn(hungry.remove(), task);
            }
          });
    }

    void workerAsks(Host host) {
      if (!back.isEmpty()) {
        sendOn(host, back.remove());
      } else if (!stored.isEmpty()) {
        sendOn(host, stored.remove());
      } else {
        hungry.add(host);
        if (gaveBack > 0) {
          askFor(gaveBack);
          gaveBack = 0;
        }
      }
    }

    void handOutAgain(int task) {
      if (hungry.isEmpty()) {
        back.add(task);
      } else {
        sendOn(hungry.remove(), task);
      }
      if (isDeserted()) {
        at(now + model.lease, decide(), this::giveBack);
      }
    }

    private boolean isDeserted() {
      return Arrays.stream(hosts).noneMatch(h -> h.gateway() == this && !h.isDown());
    }

    private void giveBack() {
      if (isDeserted()) {
        int asked = waiting.size();
        waiting.removeIf(child -> child == this);
        gaveBack += asked - waiting.size();
      }
      while (isDeserted() && !(back.isEmpty() && stored.isEmpty())) {
        int task = back.isEmpty() ? stored.remove() : back.remove();
        gaveBack++;
        inside.remove(task);
        if (inside.isEmpty()) {
          sendResults();
        }
        masterHandsOutAgain(task);
      }
    }

    private void sendResults() {
      int count = results;
      results = 0;
      if (count > 0) {
        sendUp(
            cluster,
            ways.get(cluster).size(),
            () -> masterGetsResult(count, () -> {}, () -> deliver(count)));
      }
    }

    private void deliver(int count) {
      delivered += count;
      askUnlessBehind(0, now + latency());
    }

    private void sendOn(Host host, int task) {
      var hop = lanHop(cluster);
      long decision = decisions; // the one that sending makes
      hop.down.send(model.input, hop, false, () -> host.gets(task, decision));
    }

    void getsResult(Host from, int task) {
      inside.remove(task);
      results++;
      computed++;
      boolean leave = results >= model.aggregate[cluster] || inside.isEmpty();
      from.delivered();
      boolean isJustInTime = model.gatewayLead[cluster] > 0 && computed >= hands();
      askUnlessBehind(isJustInTime ? 0 : 1, now);
      if (leave) {
        sendResults();
      }
    }
  }

  // ---- hosts ----

  /** A task at a host, with the decision that sent it there. */
  private record Held(int task, long decision) {}

  private static final class Computation {
    final Held held;
    final int core;
    final double start;
    final double end;
    boolean lost;

    Computation(Held held, int core, double start, double end) {
      this.held = held;
      this.core = core;
      this.start = start;
      this.end = end;
    }
  }

  private final class Host implements Child {
    private final int number;
    private final double[] idleFrom;
    private final Deque<Held> queue = new ArrayDeque<>();
    private final List<Computation> running = new ArrayList<>();
    private int finished;
    private int begun;
    private int watched;
    private int delivered;
    private double busy;

    Host(int number) {
      this.number = number;
      idleFrom = new double[model.cores[number]];
    }

    int places() {
      return idleFrom.length + model.prefetch[number];
    }

    private int cluster() {
      return model.clusterOf[number];
    }

    private Gateway gateway() {
      return gateways[cluster()];
    }

    private boolean isDown() {
      var down = model.hostDown[number];
      return down != null && down.contains(now);
    }

    void hasRoom() {
      if (gateway() != null) {
        gateway().workerAsks(this);
      } else {
        childAsks(this);
      }
    }

    /** From the master. */
    @Override
    public void sendTask(int task) {
      sendOverHop(task, 0);
    }

    private void sendOverHop(int task, int number) {
      var way = ways.get(cluster());
      var hop = way.get(number);
      long decision = decisions; // the one that sending makes
      hop.down.send(
          model.input,
          hop,
          false,
          number + 1 == way.size()
              ? () -> gets(task, decision)
              : () -> sendOverHop(task, number + 1));
    }

    void gets(int task, long decision) {
      var held = new Held(task, decision);
      var down = model.hostDown[number];
      for (int i = 0; down != null && i < down.count(); i++) {
        if (down.start(i) <= now && now < down.end(i)) {
          loses(held, down.end(i));
          return;
        }
      }
      queue.add(held);
      begin();
    }

    /** Begins what it can: on the first core that is idle, as long as there is one. */
    private void begin() {
      int core = 0;
      while (core < idleFrom.length && !queue.isEmpty()) {
        if (idleFrom[core] > now) {
          core++;
          continue;
        }
        var held = queue.remove();
        double factor =
            model.workOf != null
                ? model.workOf.applyAsDouble(held.task)
                : model.work.draw(new TaskRandom(model.seed).at(held.task));
        double seconds = model.taskSeconds[number] * factor;
        var share = model.hostSpeed[number];
        double end = share == null ? now + seconds : share.finish(now, seconds);
        var computation = new Computation(held, core, now, end);
        idleFrom[core] = end;
        running.add(computation);
        at(end, held.decision, () -> ends(computation));
        if (model.lead[number] > 0 && !failsBefore(end) && begun++ >= idleFrom.length) {
          double asks = Math.max(now, end - model.lead[number]);
          double heard =
              gateway() == null ? heard(cluster(), asks) : asks + lanHop(cluster()).latency;
          at(heard, held.decision, this::asks);
        }
        double ahead = model.gatewayLead[cluster()];
        if (gateway() != null && ahead > 0 && !failsBefore(end) && watched++ >= idleFrom.length) {
          double asks = Math.max(now, end - ahead);
          at(heard(cluster(), asks), held.decision, gateway()::soon);
        }
      }
    }

    private boolean failsBefore(double end) {
      var down = model.hostDown[number];
      for (int i = 0; down != null && i < down.count(); i++) {
        if (now < down.end(i) && down.start(i) < end) {
          return true;
        }
      }
      return false;
    }

    /** A result has reached its parent, who is done with it. */
    private void delivered() {
      if (model.lead[number] == 0 || delivered++ < idleFrom.length) {
        hasRoom();
      }
    }

    /** Asks for the next task; the master has other things to do first. */
    private void asks() {
      if (gateway() == null && master.busyUntil() > now) {
        at(master.busyUntil(), decide(), this::hasRoom);
      } else {
        hasRoom();
      }
    }

    private void ends(Computation computation) {
      if (computation.lost) {
        return;
      }
      running.remove(computation);
      finished++;
      record(computation);
      if (gateway() != null) {
        var hop = lanHop(cluster());
        int task = computation.held.task;
        hop.up.send(model.output, hop, true, () -> gateway().getsResult(this, task));
      } else {
        sendUp(cluster(), ways.get(cluster()).size(), () -> masterGetsResult(1, this::delivered));
      }
      begin();
    }

    private void record(Computation computation) {
      busy += now - computation.start;
      log.computed(number, computation.core, computation.held.task, computation.start, now);
    }

    void scheduleFailures() {
      var down = model.hostDown[number];
      for (int i = 0; down != null && i < down.count(); i++) {
        double back = down.end(i);
        at(down.start(i), -1, () -> fails(back));
      }
    }

    /** Fails before anything else happens at this time; what ends now is safe all the same. */
    private void fails(double back) {
      begin();
      for (var computation : List.copyOf(running)) {
        if (computation.end > now) {
          running.remove(computation);
          computation.lost = true;
          idleFrom[computation.core] = back;
          if (computation.start < now) {
            record(computation);
          }
          loses(computation.held, back);
        }
      }
      while (!queue.isEmpty()) {
        loses(queue.remove(), back);
      }
    }

    private void loses(Held held, double back) {
      lost++;
      log.lost(number, held.task, now);
      double known = now + model.lease;
      at(
          known,
          held.decision,
          () -> {
            if (gateway() != null) {
              gateway().handOutAgain(held.task);
            } else {
              masterHandsOutAgain(held.task);
            }
          });
      at(Math.max(known, back), held.decision, this::hasRoom);
    }
  }
}
