package io.strait.measure.grid;

import io.strait.measure.grid.probe.FlowCurve;
import io.strait.measure.grid.probe.LinkFigures;
import io.strait.measure.grid.probe.Note;
import io.strait.measure.grid.probe.ProbeException;
import io.strait.measure.grid.probe.RemoteProbe;
import io.strait.measure.grid.topology.Cliques;
import io.strait.measure.grid.topology.Experiments;
import io.strait.measure.grid.topology.Flow;
import io.strait.measure.grid.topology.Pair;
import io.strait.measure.grid.topology.Together;
import io.strait.measure.grid.topology.Way;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Experiments between probes. Those that may share a network or a machine never overlap. */
final class ProbeExperiments implements Experiments {
  private static final double ANSWER_SECONDS = 30;
  private static final double FLOW_SECONDS = 0.4;
  private static final int FEWEST_FLOW_PACKETS = 24;
  private static final double PACKET = 1500;
  private static final double MOST_FLOW_SECONDS = 60;
  private static final int FEW_TRIPS = 4;
  private static final int TRIPS = 12;

  /** Flows that share connections with others begin slowly: so many round trips. */
  private static final double HOME_FLOW_TRIPS = 25;

  /** A link whose figures are wider than this is measured again, at most so often in all. */
  private static final double WIDE = 0.15;

  private static final int MOST_ATTEMPTS = 3;
  private static final String NETWORK = "network";

  private final List<RemoteProbe> probes;
  private final int mostAttempts;
  private final Tally tally;
  private final ProbeSessions sessions;
  private final Map<Pair, LinkFigures> figures = new ConcurrentHashMap<>();
  private final Map<Integer, Control> control = new ConcurrentHashMap<>();
  private final AtomicLong flowBytes = new AtomicLong();
  private final Map<Integer, String> lans = new ConcurrentHashMap<>();

  /**
   * @param isOnce whether nothing is measured again because its figures are wide
   * @param way how probes at sites reach home; null if all dial each other
   * @param tally is told what begins, ends and fails
   */
  ProbeExperiments(List<RemoteProbe> probes, boolean isOnce, @Nullable HomeWay way, Tally tally) {
    this.probes = probes;
    this.mostAttempts = isOnce ? 1 : MOST_ATTEMPTS;
    this.sessions = new ProbeSessions(probes, way);
    this.tally = tally;
  }

  /** Is told how the measurement goes on. */
  interface Tally {
    void begins(String what);

    void fails(String why);

    /** Whether the measurement is to end early. */
    boolean isStopped();
  }

  /** What was measured between two hosts, seen from the first; null if nothing was. */
  @Nullable LinkFigures figures(Pair pair) {
    @Nullable LinkFigures seen = figures.get(pair);
    if (seen != null) {
      return seen;
    }
    @Nullable LinkFigures back = figures.get(new Pair(pair.to(), pair.from()));
    return back == null ? null : back.turned();
  }

  /** The pairs of hosts that were measured. */
  Set<Pair> measured() {
    return Set.copyOf(figures.keySet());
  }

  /** All figures so far. */
  Collection<LinkFigures> all() {
    return List.copyOf(figures.values());
  }

  /** Which LAN a host is on, as far as that is known. */
  void isOn(int host, String lan) {
    lans.put(host, lan);
  }

  String name(int host) {
    return probes.get(host).name();
  }

  /** Whether two hosts reach each other by the ways home that runs take. */
  boolean isThroughHome(Pair pair) {
    return sessions.isThroughHome(pair);
  }

  /** Runs something for each of some things, as many at the same time as may be. */
  <T> void forEach(Map<T, ? extends Collection<String>> uses, Work<T> work) throws IOException {
    var cliques = new Cliques<T>();
    uses.forEach(cliques::add);
    var ended = new LinkedBlockingQueue<T>();
    while (!cliques.isEmpty()) {
      for (var each : cliques.next()) {
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    if (!tally.isStopped()) {
                      work.run(each);
                    }
                  } catch (IOException | RuntimeException e) {
                    tally.fails(String.valueOf(e.getMessage()));
                  } finally {
                    ended.add(each);
                  }
                });
      }
      try {
        cliques.done(ended.take());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ProbeException("interrupted");
      }
    }
    if (tally.isStopped()) {
      throw new ProbeException(GridMeasurement.STOPPED);
    }
  }

  /** Work that may fail. */
  interface Work<T> {
    void run(T each) throws IOException;
  }

  /** What an experiment on one host needs for itself. */
  Set<String> uses(int host) {
    return Set.of("machine " + probes.get(host).facts().machine(), "host " + name(host));
  }

  private Set<String> uses(Pair pair) {
    var uses = new LinkedHashSet<String>();
    for (int host : new int[] {pair.from(), pair.to()}) {
      uses.addAll(uses(host));
      uses.add("lan " + lans.getOrDefault(host, NETWORK));
    }
    var one = lans.get(pair.from());
    if (one == null || !one.equals(lans.get(pair.to()))) {
      uses.add(NETWORK);
    }
    return uses;
  }

  private Map<Pair, Set<String>> uses(List<Pair> pairs) {
    var uses = new LinkedHashMap<Pair, Set<String>>();
    pairs.forEach(pair -> uses.put(pair, uses(pair)));
    return uses;
  }

  /**
   * What orders to a probe and answers take.
   *
   * @param seconds there and back
   * @param ahead how many nanoseconds its clock is ahead of ours, to within half of that
   */
  private record Control(double seconds, long ahead) {}

  /** How long a probe takes to answer, in seconds. */
  double control(int host) throws IOException {
    return reached(host).seconds();
  }

  private Control reached(int host) throws IOException {
    @Nullable Control known = control.get(host);
    if (known != null) {
      return known;
    }
    var best = new Control(Double.POSITIVE_INFINITY, 0);
    for (int i = 0; i < FEW_TRIPS; i++) {
      long start = System.nanoTime();
      var answer = probes.get(host).ask(Note.of("echo"), ANSWER_SECONDS);
      long trip = System.nanoTime() - start;
      if (trip * 1e-9 < best.seconds()) {
        long clock = answer.whole("clock", Long.MIN_VALUE, Long.MAX_VALUE);
        best = new Control(trip * 1e-9, clock - start - trip / 2);
      }
    }
    control.put(host, best);
    return best;
  }

  private Note order(ProbeSessions.Open open, String word) {
    double own =
        0.5 * (probes.get(open.from()).facts().own() + probes.get(open.to()).facts().own());
    return Note.of(word, "session", open.id(), "own", own);
  }

  // ---- experiments

  @Override
  public Map<Pair, Double> roundTrips(List<Pair> all, double near) throws IOException {
    var pairs = all.stream().filter(this::areJoined).toList();
    var found = new ConcurrentHashMap<Pair, Double>();
    forEach(
        uses(pairs),
        pair -> {
          tally.begins("round trips %s-%s".formatted(name(pair.from()), name(pair.to())));
          var open = sessions.between(pair);
          var order = order(open, "trips").with("count", TRIPS).with("near", near);
          var answer = sessions.ask(open, order);
          found.put(pair, answer.number("trip"));
        });
    var ordered = new LinkedHashMap<Pair, Double>();
    for (var pair : pairs) {
      @Nullable Double seconds = found.get(pair);
      if (seconds != null) {
        ordered.put(pair, seconds);
      }
    }
    return ordered;
  }

  @Override
  public Map<Pair, Way> lans(List<Pair> pairs) throws IOException {
    return links(pairs);
  }

  @Override
  public Map<Pair, Way> gaps(List<Pair> pairs) throws IOException {
    return links(pairs);
  }

  private Map<Pair, Way> links(List<Pair> pairs) throws IOException {
    forEach(uses(pairs), this::link);
    var ways = new LinkedHashMap<Pair, Way>();
    for (var pair : pairs) {
      @Nullable LinkFigures seen = figures(pair);
      if (seen != null) {
        ways.put(
            pair,
            new Way(
                seen.trips().seconds(),
                seen.there().median(),
                seen.back().median(),
                seen.together()));
      }
    }
    return ways;
  }

  private void link(Pair pair) throws IOException {
    tally.begins("link %s-%s".formatted(name(pair.from()), name(pair.to())));
    var open = sessions.between(pair);
    var order = order(open, "link").with("loss", 1).with("both", 1);
    @Nullable LinkFigures best = null;
    for (int i = 0; i < mostAttempts && (best == null || best.width() > WIDE); i++) {
      if (best != null) {
        tally.begins(
            "again %s-%s, which something disturbed".formatted(name(pair.from()), name(pair.to())));
      }
      try {
        var seen = LinkFigures.of(sessions.ask(open, order));
        best = best == null ? seen : best.better(seen);
      } catch (IOException e) {
        if (best == null) {
          throw e;
        }
        // What was seen before counts.
        tally.fails(String.valueOf(e.getMessage()));
        break;
      }
      if (tally.isStopped()) {
        break;
      }
    }
    if (best == null || !(best.there().median() > 0 && best.back().median() > 0)) {
      throw new ProbeException(
          "nothing of a transfer between %s and %s arrived"
              .formatted(name(pair.from()), name(pair.to())));
    }
    if (best.trips().count() == 0) {
      tally.begins(
          "no UDP gets through between %s and %s: measured by TCP, without loss"
              .formatted(name(pair.from()), name(pair.to())));
    }
    figures.merge(
        pair,
        open.from() == pair.from() ? best : best.turned(),
        (before, again) -> again.after(before));
  }

  @Override
  public boolean areJoined(Pair pair) {
    return sessions.areJoined(pair);
  }

  @Override
  public boolean isLost(int host) {
    return probes.get(host).lost() != null;
  }

  @Override
  public Together together(List<Flow> wanted) throws IOException {
    if (tally.isStopped()) {
      throw new ProbeException(GridMeasurement.STOPPED);
    }
    long begun = System.nanoTime();
    var flows = wanted.stream().map(sessions::joined).toList();
    var opened = new ArrayList<ProbeSessions.@Nullable Open>();
    double skew = 0;
    double least = Double.POSITIVE_INFINITY;
    for (var flow : flows) {
      try {
        opened.add(sessions.between(new Pair(flow.from(), flow.to())));
        skew = Math.max(skew, control(flow.from()) + control(flow.to()));
        least = Math.min(least, flow.offered());
      } catch (IOException e) {
        tally.fails(String.valueOf(e.getMessage()));
        opened.add(null);
      }
    }
    tally.begins("%d flows at once".formatted(flows.size()));
    boolean isHome = flows.stream().anyMatch(f -> isThroughHome(new Pair(f.from(), f.to())));
    double shortest = Math.max(FLOW_SECONDS, isHome ? HOME_FLOW_TRIPS * skew : 0);
    double seconds =
        Math.min(
            MOST_FLOW_SECONDS,
            Math.max(shortest, FEWEST_FLOW_PACKETS * PACKET / least) + 1.5 * skew);
    var started = new ArrayList<@Nullable CompletableFuture<Note>>();
    for (int i = 0; i < flows.size(); i++) {
      started.add(start(flows.get(i), opened.get(i), seconds));
    }
    var got = new ArrayList<Got>();
    for (int i = 0; i < flows.size(); i++) {
      got.add(got(flows.get(i), opened.get(i), started.get(i)));
    }
    long bytes = got.stream().mapToLong(Got::bytes).sum();
    flowBytes.addAndGet(bytes);
    return new Together(
        got.stream().map(Got::lowest).toList(),
        FlowCurve.sum(got.stream().map(Got::curve).toList()),
        bytes,
        (System.nanoTime() - begun) * 1e-9);
  }

  /** The bytes of all flows at once. */
  long flowBytes() {
    return flowBytes.get();
  }

  /**
   * What became of a flow.
   *
   * @param curve by our clock
   */
  private record Got(double lowest, FlowCurve curve, long bytes) {
    static final Got NOTHING = new Got(Double.NaN, FlowCurve.NONE, 0);
  }

  private @Nullable CompletableFuture<Note> start(
      Flow flow, ProbeSessions.@Nullable Open open, double seconds) {
    if (open == null) {
      return null;
    }
    try {
      return probes
          .get(open.from())
          .start(
              order(open, "flow")
                  .with("there", open.from() == flow.from() ? 1 : 0)
                  .with("rate", flow.alone())
                  .with("offered", flow.offered())
                  .with("seconds", seconds)
                  .with("tcp", isTcp(flow) ? 1 : 0));
    } catch (IOException e) {
      tally.fails(String.valueOf(e.getMessage()));
      return null;
    }
  }

  private Got got(
      Flow flow, ProbeSessions.@Nullable Open open, @Nullable CompletableFuture<Note> started) {
    if (open == null || started == null) {
      return Got.NOTHING;
    }
    try {
      var answer =
          probes
              .get(open.from())
              .answer(started, probes.get(open.to()), ProbeSessions.LINK_SECONDS);
      // TCP counts what programs got, the others whole packets.
      double whole = isTcp(flow) ? Goodput.PACKETS_PER_BYTE : 1;
      var arrived = FlowCurve.parse(answer.text("arrived")).times(whole);
      return new Got(
          answer.number("rate"),
          arrived.ahead(-reached(flow.to()).ahead()),
          answer.whole("bytes", 0, Long.MAX_VALUE));
    } catch (IOException e) {
      sessions.forget(open);
      tally.fails(String.valueOf(e.getMessage()));
      return Got.NOTHING;
    }
  }

  /** Whether the way between the LANs of a flow was measured by TCP. */
  private boolean isTcp(Flow flow) {
    var from = String.valueOf(lans.get(flow.from()));
    var to = String.valueOf(lans.get(flow.to()));
    return figures.entrySet().stream()
        .anyMatch(
            each -> {
              var one = String.valueOf(lans.get(each.getKey().from()));
              var other = String.valueOf(lans.get(each.getKey().to()));
              return each.getValue().isTcp()
                  && ((one.equals(from) && other.equals(to))
                      || (one.equals(to) && other.equals(from)));
            });
  }
}
