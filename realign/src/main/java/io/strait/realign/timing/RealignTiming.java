package io.strait.realign.timing;

import io.strait.kind.file.Span;
import io.strait.model.Grid;
import io.strait.model.PlanException;
import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.ClusterTraffic;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.plan.MessagePattern;
import io.strait.realign.plan.Ranks;
import io.strait.realign.plan.RealignPlanner;
import io.strait.realign.simulate.StepResult;
import io.strait.realign.simulate.StepSimulation;
import java.util.ArrayList;
import java.util.List;

/**
 * What one repetition of a realignment takes with given numberings: predicted, and as a simulation.
 * All ranks begin a step together when all have ended the one before.
 */
public final class RealignTiming {
  /** The most bytes that go in one piece. */
  public static final int CHUNK = 64 << 10;

  /** With so many messages and chunks at most, a plan asks the simulation. */
  private static final long FEW = 50_000;

  /** What bounds a realignment on a grid that says nothing about its networks. */
  public static final String NOTHING = "nothing";

  private final Grid grid;
  private final RealignApp app;
  private final Ranks ranks;
  private final List<Permutation> numberings;
  private final List<ArrayDistribution> distributions;
  private final ClusterTraffic traffic;
  private final Channels channels;
  private final RealNetworks real;
  private double seconds;
  private String boundBy = NOTHING;

  private RealignTiming(Grid grid, RealignApp app, List<Permutation> numberings) {
    this.grid = grid;
    this.app = app;
    this.ranks = Ranks.of(grid);
    this.numberings = List.copyOf(numberings);
    this.distributions = app.distributions(ranks.size());
    this.traffic = new ClusterTraffic(ranks.clusters());
    var steps = new ArrayList<StepLoads>();
    for (int step = 0; step + 1 < distributions.size(); step++) {
      var loads =
          new StepLoads(
              ranks,
              distributions.get(step),
              distributions.get(step + 1),
              numberings.get(step),
              numberings.get(step + 1),
              app.elementBytes(),
              CHUNK);
      add(loads.traffic);
      steps.add(loads);
    }
    this.channels = Channels.of(grid, steps.stream().map(loads -> loads.traffic).toList());
    this.real = new RealNetworks(grid, ranks, steps);
    double longest = 0;
    for (var loads : steps) {
      var law = new StepLaw(grid, ranks, loads, channels);
      seconds += law.seconds();
      if (law.seconds() > longest) {
        longest = law.seconds();
        boundBy = law.boundBy();
      }
    }
  }

  private void add(ClusterTraffic step) {
    for (int a = 0; a < ranks.clusters(); a++) {
      for (int b = 0; b < ranks.clusters(); b++) {
        traffic.add(a, b, step.messages(a, b), step.bytes(a, b));
      }
    }
  }

  /**
   * @param numberings of each phase: which processor holds the block of a logical number
   * @throws PlanException if there is no route between two clusters
   */
  public static RealignTiming of(Grid grid, RealignApp app, List<Permutation> numberings) {
    return new RealignTiming(grid, app, numberings);
  }

  /** Everything where its number says. */
  public static List<Permutation> natural(Grid grid, RealignApp app) {
    var numberings = new ArrayList<Permutation>();
    for (int i = 0; i < app.phases().size(); i++) {
      numberings.add(Permutation.identity(Ranks.of(grid).size()));
    }
    return numberings;
  }

  /** Predicted for one repetition: a lower bound of what {@link #simulate} finds. */
  public double seconds() {
    return seconds;
  }

  /**
   * Promised for one repetition: what {@link #simulate} finds where that is soon known, since the
   * law leaves out how queues in a row interfere; with many chunks this hardly matters.
   */
  public double promisedSeconds() {
    long events = 0;
    for (int step = 0; step + 1 < distributions.size(); step++) {
      long messages =
          new MessagePattern(distributions.get(step), distributions.get(step + 1)).messages();
      long bytes = distributions.get(step).elements() * app.elementBytes();
      events += messages + bytes / CHUNK;
    }
    return events > FEW ? seconds : simulate().stream().mapToDouble(StepResult::seconds).sum();
  }

  /** A plan with what its numberings take, which {@link RealignPlanner} does not say. */
  public static RealignPlan timed(Grid grid, RealignApp app, RealignPlan plan) {
    var timing = of(grid, app, plan.numberings());
    return new RealignPlan(
        plan.unit(),
        plan.numberings(),
        timed(plan.before(), of(grid, app, natural(grid, app))),
        timed(plan.after(), timing),
        plan.lowerBound(),
        plan.method(),
        noted(plan.notes(), grid, timing));
  }

  /**
   * A plan from a file that somebody may have changed, counted and timed again if it was.
   *
   * @throws PlanException if app and grid do not fit
   */
  public static RealignPlan counted(Grid grid, RealignApp app, RealignPlan read) {
    return RealignPlanner.counted(grid, app, read, plan -> timed(grid, app, plan));
  }

  private static List<String> noted(List<String> notes, Grid grid, RealignTiming timing) {
    var all = new ArrayList<>(notes);
    timing.real.note(grid, timing.promisedSeconds()).ifPresent(all::add);
    return all;
  }

  private static RealignPlan.Side timed(RealignPlan.Side side, RealignTiming timing) {
    double promised = timing.promisedSeconds();
    var span = new Span(promised, promised, timing.real.mostSeconds(promised));
    return new RealignPlan.Side(side.traffic(), side.cost(), span, timing.boundBy());
  }

  /** What bounds the longest step. */
  public String boundBy() {
    return boundBy;
  }

  /** The traffic of all steps together. */
  public ClusterTraffic traffic() {
    return traffic;
  }

  /** What gateways send each other over. */
  public Channels channels() {
    return channels;
  }

  /**
   * Rehearses one repetition, a result for each step.
   *
   * @throws PlanException if there are too many messages
   */
  public List<StepResult> simulate() {
    var results = new ArrayList<StepResult>();
    for (int step = 0; step + 1 < distributions.size(); step++) {
      results.add(
          StepSimulation.run(
              StepModels.of(
                  grid,
                  ranks,
                  channels,
                  new MessagePattern(distributions.get(step), distributions.get(step + 1)),
                  numberings.get(step),
                  numberings.get(step + 1),
                  app.elementBytes())));
    }
    return results;
  }
}
