package io.strait.farm.plan;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.law.Tuning;
import io.strait.farm.pace.AskingAhead;
import io.strait.farm.simulate.FarmModel;
import io.strait.farm.simulate.FarmOutcome;
import io.strait.farm.simulate.FarmSimulation;
import io.strait.farm.simulate.Timings;
import io.strait.model.Grid;
import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import io.strait.simulate.Intervals;
import io.strait.simulate.ServiceDistribution;
import io.strait.simulate.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/**
 * One phase of a plan, ready to be simulated: the plan's hosts, networks and settings as a {@link
 * FarmModel}, with the names that its numbers stand for. Traffic between a cluster and the master
 * takes the way with the fewest gaps.
 */
public final class Rehearsal {
  /** What fetching a task may cost, as a part of the time that one takes. */
  private static final double NOTICEABLE = 0.005;

  /** By what share a task of a run may take longer than planned, or less long. */
  private static final double UNSURE = 0.01;

  private static final int MOST_FAILURES = 100_000;

  private final FarmNetwork net;
  private final PhasePlan phase;
  private final RehearsalSettings settings;
  private final FarmModel model;
  private final List<String> workers = new ArrayList<>();
  private final List<String> clusters = new ArrayList<>();
  private final int[] clusterOf;
  private final double localRate;

  public Rehearsal(
      Grid grid, FarmApp app, FarmPlan plan, PhasePlan phase, RehearsalSettings settings) {
    this.net = new FarmNetwork(grid, app);
    this.phase = phase;
    this.settings = settings;
    int master = hostsByName(List.of(plan.master())).getOrDefault(plan.master(), 0);
    int home = net.clusterOf[master];
    var names = phase.clusters().stream().flatMap(c -> c.workers().stream()).toList();
    var hosts = hostsByName(names);
    clusterOf = new int[names.size()];
    var seconds = new double[names.size()];
    var cores = new int[names.size()];
    int count = 0;
    for (var name : names) {
      int host = hosts.getOrDefault(name, 0);
      workers.add(name);
      clusterOf[count] = net.clusterOf[host];
      cores[count] = net.cores(host);
      seconds[count] = cores[count] / net.workRate[host];
      count++;
    }
    if (net.tasks >= 1 << 30) {
      throw new PlanException.Usage(
          "%d tasks are too many to simulate, expected fewer than %d"
              .formatted(net.tasks, 1 << 30));
    }
    model =
        new FarmModel(net.clusters, home, (int) net.tasks, clusterOf, seconds)
            .volumes(net.input, net.output)
            .holdBack(settings.holdBack() ? phase.total().estimatedRate() : 0)
            .tailCopies(settings.tailCopies())
            .stock(Durations.seconds(plan.stockTime()))
            .topology(settings.gateways(), Double.isFinite(net.lanBandwidth[home]))
            .stagger(Durations.seconds(settings.stagger()))
            .work(settings.work(), settings.seed());
    for (int w = 0; w < count; w++) {
      model.cores(w, cores[w]);
    }
    double masterRate = net.masterRate[master];
    model.masterSeconds(Double.isFinite(masterRate) ? 1 / masterRate : 0);
    addNetworks(home);
    addDemand();
    addGatewayDemand(home);
    addTroubles();
    localRate = phase.localRate();
  }

  private Map<String, Integer> hostsByName(List<String> names) {
    var wanted = new HashMap<String, Integer>();
    names.forEach(name -> wanted.put(name, -1));
    for (int h = 0; h < net.hosts; h++) {
      int host = h;
      wanted.computeIfPresent(net.hostName(h), (name, old) -> host);
    }
    wanted.forEach(
        (name, host) -> {
          if (host < 0) {
            throw new PlanException.Usage(
                "the plan's host '%s' is not in its grid, expected a plan of this grid"
                    .formatted(name));
          }
        });
    return wanted;
  }

  /** Workers ask for tasks as those of a run do. */
  private void addDemand() {
    var load = new double[net.clusters];
    for (int w = 0; w < workers.size(); w++) {
      load[clusterOf[w]] += model.cores(w) / model.taskSeconds(w) * model.transferSeconds(w);
    }
    for (int w = 0; w < workers.size(); w++) {
      if (settings.prefetch().isPresent()) {
        model.asks(w, settings.prefetch().getAsInt(), 0);
        continue;
      }
      double full = load[clusterOf[w]];
      double task = model.taskSeconds(w);
      double rate = model.cores(w) / (task * Math.max(1, full));
      // What is asked waits behind what is being carried.
      double roundTrip = 2 * model.latency(w) + Math.min(1, full) * model.transferSeconds(w);
      int count = AskingAhead.tasks(rate, model.cores(w), roundTrip);
      boolean isNoticed = model.fetchSeconds(w) > NOTICEABLE * task;
      model.asks(w, count, count == 0 && isNoticed ? AskingAhead.lead(task, roundTrip, 0) : 0);
    }
  }

  /** Gateways that the plan gives no window ask for tasks just before their workers need them. */
  private void addGatewayDemand(int home) {
    var hands = new int[net.clusters];
    var rate = new double[net.clusters];
    var holdsMore = new boolean[net.clusters];
    for (int w = 0; w < workers.size(); w++) {
      int c = clusterOf[w];
      hands[c] += model.cores(w);
      rate[c] += model.cores(w) / model.taskSeconds(w);
      holdsMore[c] |= model.ahead(w) > 0;
    }
    for (var cluster : phase.clusters()) {
      int c = net.findCluster(cluster.name());
      double roundTrip = model.roundTrip(c);
      if (settings.gateways()
          && c != home
          && !holdsMore[c]
          && cluster.prefetch() <= 1
          && AskingAhead.isJustInTime(rate[c], hands[c], roundTrip)) {
        model.asksJustInTime(c, roundTrip + 2 * model.carriesSeconds(c));
      }
    }
  }

  private void addNetworks(int home) {
    for (int c = 0; c < net.clusters; c++) {
      clusters.add(net.clusterName(c));
      model.lan(c, net.lanBandwidth[c], net.lanLatency[c], net.lanFull[c]);
    }
    var routes = new FarmRoutes(net, home);
    var isThere = new boolean[net.gaps];
    for (int c = 0; c < net.clusters; c++) {
      if (routes.firstGap(c) >= 0) {
        isThere[routes.firstGap(c)] = routes.isThere(c);
      }
    }
    for (int g = 0; g < net.gaps; g++) {
      int gap = model.addGap(net.leastBandwidth(g), net.gapLatency[g], net.gapFull[g]);
      model.directions(
          gap, net.resultBandwidth(g, !isThere[g]), net.resultBandwidth(g, isThere[g]));
    }
    for (var cluster : phase.clusters()) {
      int c = net.findCluster(cluster.name());
      var gaps = new ArrayList<Integer>();
      for (int at = c; at != home; at = routes.next(at)) {
        gaps.addFirst(routes.firstGap(at));
      }
      model.route(c, gaps.stream().mapToInt(g -> g).toArray());
      model.gateway(c, cluster.aggregate(), cluster.prefetch());
      model.clusterRate(c, cluster.estimatedRate());
      model.begins(c, cluster.dataSeconds());
    }
  }

  private void addTroubles() {
    double lease = Durations.seconds(settings.lease());
    model.lease(lease).cutLease(lease);
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(settings.seed());
    if (tooOften(settings.hostOutages()) || tooOften(settings.gapOutages())) {
      throw new PlanException.Usage(
          "a host or gap would fail more than %d times, expected a longer time between failures"
              .formatted(MOST_FAILURES));
    }
    for (int w = 0; w < workers.size(); w++) {
      var speed = settings.hostSpeed().get(workers.get(w));
      if (speed != null) {
        model.hostSpeed(w, speed);
      }
      @Nullable Intervals down = settings.hostDown().get(workers.get(w));
      if (down == null && settings.hostOutages() != null) {
        down = drawn(settings.hostOutages(), random);
      }
      if (down != null) {
        model.hostDown(w, down);
      }
    }
    for (int g = 0; g < net.gaps; g++) {
      @Nullable Timeline speed = settings.gapSpeed().get(net.gapName(g));
      if (settings.gapOutages() != null) {
        speed =
            (speed == null ? Timeline.constant(1) : speed)
                .without(drawn(settings.gapOutages(), random));
      }
      if (speed != null) {
        model.gapSpeed(g, speed);
      }
    }
  }

  private boolean tooOften(RehearsalSettings.@Nullable Outages outages) {
    return outages != null
        && horizon() / Durations.seconds(outages.between().plus(outages.length())) > MOST_FAILURES;
  }

  private Intervals drawn(RehearsalSettings.Outages outages, RandomGenerator random) {
    return Intervals.random(
        random,
        Durations.seconds(outages.between()),
        Durations.seconds(outages.length()),
        horizon());
  }

  /** How long random failures are drawn for, in seconds. */
  private double horizon() {
    return 20 * phase.total().timeSeconds() + 1000;
  }

  /** Simulates the phase; {@code timings}, where given, get to know every detail. */
  public Result run(@Nullable Timings timings) {
    try {
      var outcome = FarmSimulation.run(model, timings);
      if (settings.hostOutages() != null && outcome.makespan() > horizon()) {
        throw new PlanException(
            "hosts fail so often that the run is not done in twenty times the promised time");
      }
      return new Result(outcome);
    } catch (IllegalStateException e) {
      throw new PlanException("the simulated run does not end: " + e.getMessage());
    }
  }

  /**
   * Simulates the phase as chance may have it: workers and gateways ask for their first tasks in
   * another order, and no task takes exactly what it should.
   */
  Result byChance(long seed) {
    model.startWithin(2 * model.farthest() + 1e-6, seed);
    boolean isConstant = settings.work() instanceof ServiceDistribution.Constant;
    if (isConstant) {
      model.work(new ServiceDistribution.Uniform(UNSURE), seed);
    }
    try {
      return run(null);
    } finally {
      model.startWithin(0, 0);
      model.work(settings.work(), settings.seed());
    }
  }

  /** What is simulated; also what an emulation goes by. */
  public FarmModel model() {
    return model;
  }

  public List<String> workers() {
    return workers;
  }

  public List<String> clusters() {
    return clusters;
  }

  public int clusterOf(int worker) {
    return clusterOf[worker];
  }

  public int cores(int worker) {
    return model.cores(worker);
  }

  public int gapCount() {
    return net.gaps;
  }

  public String gapName(int gap) {
    return net.gapName(gap);
  }

  public PhasePlan phase() {
    return phase;
  }

  /** What came of it, beside the plan's estimates. */
  public final class Result {
    private final FarmOutcome outcome;

    private Result(FarmOutcome outcome) {
      this.outcome = outcome;
    }

    public FarmOutcome outcome() {
      return outcome;
    }

    public double makespan() {
      return outcome.makespan();
    }

    /** Tasks per second over the whole run. */
    public double rate() {
      return net.tasks / outcome.makespan();
    }

    /** The rate of one cluster of the phase. */
    public double rate(String cluster) {
      long tasks = 0;
      for (int w = 0; w < workers.size(); w++) {
        if (clusters.get(clusterOf[w]).equals(cluster)) {
          tasks += outcome.tasksOf()[w];
        }
      }
      return tasks / outcome.makespan();
    }

    /** A rate as a speedup: over the estimated rate of the home cluster alone, as the papers do. */
    public double speedup(double rate) {
      return Tuning.estimatedSpeedup(rate, localRate);
    }

    /** Share of the time that a worker's cores do nothing. */
    public double idle(int worker) {
      return 1 - outcome.busyOf()[worker] / (outcome.makespan() * model.cores(worker));
    }
  }
}
