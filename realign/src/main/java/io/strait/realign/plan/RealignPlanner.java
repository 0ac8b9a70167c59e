package io.strait.realign.plan;

import io.strait.kind.file.Span;
import io.strait.kind.plan.LossNotes;
import io.strait.kind.plan.SilentLinks;
import io.strait.model.Grid;
import io.strait.model.PlanException;
import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.Axis;
import io.strait.realign.file.ClusterTraffic;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.file.RealignPlan.Side;
import io.strait.realign.file.RealignPlan.Unit;
import io.strait.realign.file.Renumber;
import io.strait.realign.law.Realign;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Finds the numberings of processors with which a realignment costs least.
 *
 * <p>With one phase free that is a transportation, solved exactly, and its prices prove it. With
 * all phases free it is bilinear: where there are few placements all of them are looked at, else
 * {@link BothSides} descends from several beginnings and {@link Bounds} says how far from the best
 * that may be. Natural order is kept where nothing is cheaper, then the closed form.
 */
public final class RealignPlanner {
  /** How numberings are found. */
  public enum Method {
    /** The best that can be found. */
    EXACT,
    /** Formula (4) of paper <em>realign</em>. */
    PAPER
  }

  /** Costs of all pairs of clusters are kept, and of all blocks in all clusters. */
  private static final int MOST_CLUSTERS = 1000;

  /** Costs that differ by less than this differ by rounding alone. */
  private static final double SAME = 1e-12;

  private final RealignApp app;
  private final Ranks ranks;
  private final List<ArrayDistribution> phases;
  private final GridCosts costs;
  private final Problem problem;

  /** What one unit of the problem's costs is in the plan's unit. */
  private final double scale;

  private final Counted natural;
  private final List<String> notes = new ArrayList<>();

  /** Numberings and what goes from cluster to cluster with them; the cost is in the problem's. */
  private record Counted(List<Permutation> numberings, ClusterTraffic traffic, double cost) {}

  /** What is cheapest, and what nothing is cheaper than. */
  private record Found(Counted counted, double bound, String method) {}

  private RealignPlanner(Grid grid, RealignApp app) {
    this.app = app;
    ranks = Ranks.of(grid);
    int clusters = ranks.clusters();
    if (clusters > MOST_CLUSTERS || (long) clusters * ranks.size() > Integer.MAX_VALUE) {
      throw new PlanException.Usage(
          "grid '%s' has %d clusters with %d hosts that work, expected at most %d clusters, and at"
                  .formatted(grid.name(), clusters, ranks.size(), MOST_CLUSTERS)
              + " most 2^31 as the product of both");
    }
    try {
      phases = app.distributions(ranks.size());
      Math.multiplyExact(
          Math.multiplyExact(phases.getFirst().elements(), (long) app.elementBytes()),
          (long) phases.size());
      costs = GridCosts.of(grid, app.elementBytes());
      problem = new Problem(phases, ranks.sizes(), costs.costs());
    } catch (IllegalArgumentException e) {
      throw new PlanException.Usage("app '%s': %s".formatted(app.name(), e.getMessage()));
    } catch (ArithmeticException e) {
      throw new PlanException.Usage(
          "app '%s' moves more than 2^63 bytes, or as many messages; expected less"
              .formatted(app.name()));
    }
    if (costs.unit() == Unit.SECONDS) {
      LossNotes.of(grid).ifPresent(notes::add);
      SilentLinks.of(grid).ifPresent(notes::add);
    }
    scale = costs.unit() == Unit.MESSAGES ? (double) problem.messages() / problem.elements() : 1;
    var identity = Permutation.identity(ranks.size());
    natural = counted(phases.stream().map(_ -> identity).toList());
  }

  /**
   * @throws PlanException if the method does not fit
   */
  public static RealignPlan plan(Grid grid, RealignApp app, Method method) {
    var planner = new RealignPlanner(grid, app);
    return planner.plan(method == Method.PAPER ? planner.paper() : planner.best());
  }

  /**
   * A plan from a file that somebody may have changed: where its figures are not those of its
   * numberings, they are counted again. The bound holds as long as natural order costs the same.
   *
   * @param timed gives a plan the times of its numberings
   * @throws PlanException if app and grid do not fit
   */
  public static RealignPlan counted(
      Grid grid, RealignApp app, RealignPlan read, UnaryOperator<RealignPlan> timed) {
    var planner = new RealignPlanner(grid, app);
    var after = planner.counted(read.numberings());
    var fresh =
        timed.apply(
            new RealignPlan(
                planner.costs.unit(),
                read.numberings(),
                planner.side(planner.natural),
                planner.side(after),
                0,
                "hand",
                List.of("The plan's file was changed: its figures were counted again.")));
    boolean sameProblem = isSame(fresh.before(), read.before()) && fresh.unit() == read.unit();
    if (sameProblem && isSame(fresh.after(), read.after())) {
      return read;
    }
    return new RealignPlan(
        fresh.unit(),
        fresh.numberings(),
        fresh.before(),
        fresh.after(),
        sameProblem ? Math.min(read.lowerBound(), fresh.after().cost()) : 0,
        fresh.method(),
        fresh.notes());
  }

  private static boolean isSame(Side one, Side other) {
    return one.traffic().equals(other.traffic())
        && isClose(one.cost(), other.cost())
        && isClose(one.seconds(), other.seconds());
  }

  private static boolean isClose(double one, double other) {
    return Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other));
  }

  private RealignPlan plan(Found found) {
    if (ranks.clusters() == 1) {
      notes.add("All processors are in one cluster: there is no gap to avoid.");
    }
    // Bounds are of rounded costs; none is above what was found.
    double bound = Math.min(found.bound, found.counted.cost) * scale;
    return new RealignPlan(
        costs.unit(),
        found.counted.numberings,
        side(natural),
        side(found.counted),
        bound,
        found.method,
        notes);
  }

  /** Seconds and what binds them are left to {@code RealignTiming}. */
  private Side side(Counted counted) {
    return new Side(counted.traffic, counted.cost * scale, Span.of(0), "");
  }

  private Counted counted(List<Permutation> numberings) {
    var places = numberings.stream().map(ranks::clusters).toArray(int[][]::new);
    var traffic = problem.traffic(places, app.elementBytes());
    return new Counted(numberings, traffic, problem.cost(traffic, app.elementBytes()));
  }

  private Counted counted(int[][] places) {
    return counted(Arrays.stream(places).map(ranks::numbering).toList());
  }

  private Found best() {
    return switch (app.renumber()) {
      case SOURCE -> oneSided(0);
      case TARGET -> oneSided(phases.size() - 1);
      case BOTH -> both();
      case SAME -> same();
    };
  }

  private Found oneSided(int phase) {
    var places = new int[phases.size()][];
    Arrays.fill(places, ranks.natural());
    double gap = new Descent(problem, ranks.natural()).place(places, phase);
    var counted = counted(places);
    // What other phases' messages cost is the same in the bound.
    return preferred(new Found(counted, counted.cost - gap, "transportation"));
  }

  private Found both() {
    var order = ranks.natural();
    double bound = Bounds.of(problem);
    var places = BothSides.best(problem, order, bound);
    var counted = counted(places);
    if (counted.cost > bound * (1 + SAME) && Enumeration.isSmall(problem)) {
      var enumeration = new Enumeration(problem, order, places);
      boolean proved = enumeration.run();
      counted = counted(enumeration.best());
      if (proved) {
        return preferred(new Found(counted, counted.cost, "enumeration"));
      }
    }
    if (counted.cost > bound * (1 + SAME) && ChainSearch.isSmall(problem)) {
      var searched = counted(ChainSearch.best(problem));
      counted = searched.cost < counted.cost ? searched : counted;
      return preferred(new Found(counted, counted.cost, "enumeration"));
    }
    return preferred(new Found(counted, bound, "alternating transportations"));
  }

  private Found same() {
    double bound = Bounds.of(problem);
    if (!SamePlacement.isPossible(problem)) {
      notes.add(
          "%d messages are too many to look for one numbering; natural order is kept."
              .formatted(problem.messages()));
      return new Found(natural, bound, "natural order");
    }
    var result = SamePlacement.solve(problem, List.of());
    var numbering = ranks.numbering(result.clusters());
    var counted = counted(phases.stream().map(_ -> numbering).toList());
    double better = Math.max(bound, result.isProven() ? counted.cost : result.lowerBound());
    return preferred(
        new Found(counted, better, result.isProven() ? "branch and bound" : "annealing by levels"));
  }

  /** Natural order, or the closed form, where it costs no more than what was found. */
  private Found preferred(Found found) {
    double enough = found.counted.cost * (1 + SAME);
    if (natural.cost <= enough) {
      return new Found(natural, found.bound, found.method);
    }
    boolean sourceIsFree = app.renumber() == Renumber.SOURCE || app.renumber() == Renumber.BOTH;
    long parts = parts();
    if (parts > 0 && sourceIsFree) {
      int count = ranks.size();
      var closed = source(x -> Realign.closedForm(x, parts, count));
      if (closed.cost <= enough) {
        return new Found(closed, found.bound, found.method);
      }
    }
    return found;
  }

  /** Only the source numbered, by a formula. */
  private Counted source(IntUnaryOperator processor) {
    var blocks = new int[ranks.size()];
    Arrays.setAll(blocks, processor);
    return counted(List.of(Permutation.of(blocks), Permutation.identity(blocks.length)));
  }

  /** The paper's K if this is its realignment, from one block each to K parts dealt out, else 0. */
  private long parts() {
    if (phases.size() != 2 || app.shape().size() != 1) {
      return 0;
    }
    Axis source = phases.getFirst().axes().getFirst();
    Axis target = phases.getLast().axes().getFirst();
    return BandBound.parts(source, target);
  }

  private Found paper() {
    var needs = "app '%s': the paper's formula needs ".formatted(app.name());
    long parts = parts();
    if (parts == 0) {
      throw new PlanException.Usage(
          needs + "an array of one dimension, from block to partition(K)");
    }
    var sizes = ranks.sizes();
    for (int size : sizes) {
      if (size != parts) {
        throw new PlanException.Usage(
            needs + "clusters of K = %d processors each, and one has %d".formatted(parts, size));
      }
    }
    if (app.renumber() == Renumber.TARGET || app.renumber() == Renumber.SAME) {
      throw new PlanException.Usage(needs + "renumber: source or both");
    }
    var counted = source(x -> Realign.paper(x, sizes.length, (int) parts));
    return new Found(counted, Bounds.of(problem), "formula (4) of the paper");
  }
}
