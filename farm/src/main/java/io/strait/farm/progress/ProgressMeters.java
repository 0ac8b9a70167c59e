package io.strait.farm.progress;

import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.message.Message;
import io.strait.farm.protocol.ChildState;
import io.strait.farm.run.FarmStatus;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes views of a run from what its master says now and then: what came since it last said so,
 * cluster by cluster. Workers that are children of the master itself are its own cluster; every
 * gateway is one.
 */
public final class ProgressMeters {
  /** Seconds over which the present rate is taken. */
  private static final double NOW = 4;

  /** Seconds over which the pace is taken that predicts the end. */
  private static final double PACE = 30;

  /** Seconds of real time after which it is worth telling that nothing is heard of a cluster. */
  private static final double LONG = 10;

  /** Counts of a child that only grow. */
  private record Counts(long finished, long failures, long received, long sent) {
    static final Counts NONE = new Counts(0, 0, 0, 0);

    static Counts of(ChildState child) {
      int done = child.finished() - child.failures();
      return new Counts(done, child.failures(), child.received(), child.sent());
    }

    Counts plus(Counts other) {
      return new Counts(
          finished + other.finished,
          failures + other.failures,
          received + other.received,
          sent + other.sent);
    }

    /** What came since; all of it if a new child has taken the name. */
    Counts since(Counts before) {
      return finished < before.finished || received < before.received
          ? this
          : new Counts(
              finished - before.finished,
              Math.max(0, failures - before.failures),
              received - before.received,
              Math.max(0, sent - before.sent));
    }
  }

  private static final class ClusterMeter {
    final int planned;
    final double estimated;
    final RateMeter tasks = new RateMeter(NOW);
    final RateMeter in = new RateMeter(NOW);
    final RateMeter out = new RateMeter(NOW);
    long finished;
    long failures;
    boolean known;
    boolean gateway;
    int connected;
    long lastHeard = Long.MIN_VALUE;

    /** Workers below the gateway; -1 if it has not told. */
    int below = -1;

    ClusterMeter(int planned, double estimated) {
      this.planned = planned;
      this.estimated = estimated;
    }

    void add(Counts news, double seconds) {
      finished += news.finished;
      failures += news.failures;
      tasks.add((double) news.finished, seconds);
      in.add((double) news.received, seconds);
      out.add((double) news.sent, seconds);
    }

    ProgressView.State state() {
      return connected > 0
          ? ProgressView.State.HERE
          : known ? ProgressView.State.CUT_OFF : ProgressView.State.AWAITED;
    }

    ProgressView.ClusterView view(String name, double scale, long time) {
      double silent = Math.max(0, time - lastHeard) * 1e-9;
      boolean isTold = state() == ProgressView.State.CUT_OFF || (connected > 0 && silent > LONG);
      return new ProgressView.ClusterView(
          name,
          gateway ? (connected > 0 ? below : -1) : connected,
          planned,
          state(),
          (int) finished,
          tasks.perSecond() / scale,
          estimated,
          in.perSecond() / scale,
          out.perSecond() / scale,
          (int) failures,
          isTold ? silent * scale : 0);
    }
  }

  /** A child of the master; it stays this child when it is started again. */
  private record Who(ClusterMeter cluster, String name) {}

  private final String home;
  private final double promised;
  private final double plannedSeconds;
  private final double scale;
  private final long began;
  private final Map<String, ClusterMeter> clusters = new LinkedHashMap<>();
  private final Map<Who, Counts> children = new HashMap<>();
  private final RateMeter now = new RateMeter(NOW);
  private final RateMeter pace = new RateMeter(PACE);
  private long last;
  private int finished = -1;

  /**
   * @param estimated whether the plan knew how fast hosts are, so that it promises something
   * @param scale seconds of the run's clock per real second
   * @param began when the master began, in nanoseconds
   */
  public ProgressMeters(
      FarmPlan plan, PhasePlan phase, boolean estimated, double scale, long began) {
    this.home = plan.masterCluster();
    this.scale = scale;
    this.began = began;
    this.last = began;
    var total = phase.total();
    this.promised = estimated ? total.estimatedRate() : Double.NaN;
    this.plannedSeconds = estimated ? total.promisedSeconds() : Double.NaN;
    for (var cluster : phase.clusters()) {
      if (!cluster.workers().isEmpty()) {
        var meter =
            new ClusterMeter(
                cluster.workers().size(), estimated ? cluster.estimatedRate() : Double.NaN);
        meter.gateway = !cluster.name().equals(home);
        clusters.put(cluster.name(), meter);
      }
    }
  }

  ProgressView look(FarmStatus status, long time) {
    double seconds = Math.max(1e-9, (time - last) * 1e-9);
    last = time;
    int before = finished < 0 ? status.before() : finished;
    finished = status.finished();
    now.add(finished - before, seconds);
    pace.add(finished - before, seconds);
    count(status.children(), seconds);
    clusters.forEach((name, cluster) -> cluster.below = status.below().getOrDefault(name, -1));
    double todo = status.tasks() - finished;
    double stalled = todo == 0 ? 0 : now.stalled();
    double left = todo == 0 ? 0 : stalled > 0 ? Double.POSITIVE_INFINITY : todo / pace.perSecond();
    double elapsed = (time - began) * 1e-9;
    double share = (double) (status.tasks() - status.before()) / Math.max(1, status.tasks());
    return new ProgressView(
        status.tasks(),
        finished,
        status.failed().size(),
        now.perSecond() / scale,
        promised,
        left * scale,
        (elapsed + left) * scale,
        plannedSeconds * share,
        scale == 1 ? Double.NaN : left,
        stalled * scale,
        clusters.entrySet().stream().map(c -> c.getValue().view(c.getKey(), scale, time)).toList());
  }

  private void count(List<ChildState> states, double seconds) {
    clusters.values().forEach(cluster -> cluster.connected = 0);
    var fresh = new HashMap<Who, Counts>();
    for (var child : states) {
      boolean gateway = child.role() == Message.Role.GATEWAY;
      var cluster =
          clusters.computeIfAbsent(
              gateway ? child.name() : home, name -> new ClusterMeter(0, Double.NaN));
      cluster.gateway = gateway;
      cluster.known = true;
      cluster.connected += child.connected() ? 1 : 0;
      cluster.lastHeard = Math.max(cluster.lastHeard, child.lastHeard());
      fresh.merge(new Who(cluster, child.name()), Counts.of(child), Counts::plus);
    }
    var news = new HashMap<ClusterMeter, Counts>();
    fresh.forEach(
        (who, counts) -> {
          var before = children.getOrDefault(who, Counts.NONE);
          news.merge(who.cluster, counts.since(before), Counts::plus);
        });
    children.putAll(fresh);
    clusters.values().forEach(c -> c.add(news.getOrDefault(c, Counts.NONE), seconds));
  }
}
