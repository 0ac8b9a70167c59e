package io.strait.stencil.plan;

import io.strait.kind.file.Span;
import io.strait.kind.plan.LossNotes;
import io.strait.kind.plan.SilentLinks;
import io.strait.model.Grid;
import io.strait.model.Network;
import io.strait.model.PlanException;
import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.file.Strategy;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Says what each strategy takes for an iteration, with the band that suits it best, and picks the
 * fastest.
 *
 * <p>The wavefront's band is the smallest with which the slowest gap takes no longer than the rest,
 * its latency taken as what it exceeds once in {@link #ONCE_IN} messages, with a little jitter even
 * where the grid has none. A wider band makes a gap shorter by the law (G + B*c)/(B + 1) and
 * computing longer, so bisection finds where they meet; where LAN and computing are tiny, that is
 * the square-root rule. A deep halo's depth is the best one, by bisection too. lhrp has the paper's
 * band.
 */
public final class StencilPlanner {
  /** A gap's latency counts as what it exceeds once in so many messages. */
  static final double ONCE_IN = 1000;

  private static final int MOST_DEPTH = 4096;

  /** A rank whose cells take more bytes computes as fast as memory, not as fast as a core. */
  private static final long CACHED_BYTES = 4 << 20;

  /** So many iterations at once bring cells into the cache seldom enough. */
  private static final int ENOUGH_DEPTH = 16;

  /** What may be computed twice where memory is what ranks wait for. */
  private static final double WORTH_COMPUTING = 0.02;

  /** Strategies that are slower than the fastest by no more than this count as equally fast. */
  private static final double NEARLY = 0.005;

  /** A simulation that differs from the law by more than this is mentioned. */
  private static final double WORTH_SAYING = 0.01;

  private final Grid grid;
  private final StencilApp app;
  private final RankMatrix matrix;
  private final boolean gaps;
  private final boolean spans;
  private final List<String> notes = new ArrayList<>();

  private StencilPlanner(Grid grid, StencilApp app, boolean spans) {
    this.grid = grid;
    this.app = app;
    this.matrix = RankMatrix.of(app, grid);
    this.gaps = Bands.hasGap(matrix, app);
    this.spans = spans;
  }

  /**
   * @throws PlanException if ranks or the app's band do not fit
   */
  public static StencilPlan plan(Grid grid, StencilApp app) {
    return new StencilPlanner(grid, app, true).plan();
  }

  /** Likewise, without asking how sure the times are, which takes longer than all the rest. */
  public static StencilPlan quickly(Grid grid, StencilApp app) {
    return new StencilPlanner(grid, app, false).plan();
  }

  private StencilPlan plan() {
    var plans = new ArrayList<StrategyPlan>();
    for (var strategy : Strategy.values()) {
      @Nullable StrategyPlan found = plan(strategy);
      if (found != null) {
        plans.add(found);
      }
    }
    @Nullable Strategy wanted = app.strategy();
    var best = wanted == null ? best(plans) : wanted;
    if (wanted == null && best == Strategy.DEEP_HALO && isBoundByMemory()) {
      notes.add(
          "A rank's cells take %s, more than caches hold: a deep halo brings them there once for %d iterations."
              .formatted(Show.size(timing(Strategy.SYNC, 0).memory(0)), deepHalo().band()));
    } else if (!gaps) {
      notes.add("All ranks are in one cluster: there is no gap for a band to hide.");
    }
    noteNetworks(plans, best);
    return new StencilPlan(
        best, matrix.rows(), matrix.columns(), app.iterations(), plans, List.copyOf(notes));
  }

  /** About how many steps of ranks or tiles it takes to plan quickly once more. */
  public static double effort(Grid grid, StencilApp app, StencilPlan plan) {
    return plan.strategies().stream()
        .mapToDouble(each -> StencilTiming.of(grid, app, each.strategy(), each.band()).effort())
        .sum();
  }

  private void noteNetworks(List<StrategyPlan> plans, Strategy best) {
    LossNotes.of(grid).ifPresent(notes::add);
    SilentLinks.of(grid).ifPresent(notes::add);
    for (var plan : plans) {
      if (plan.strategy() == best) {
        var timing = StencilTiming.of(grid, app, best, plan.band());
        Resends.of(timing).note(plan.iterationSeconds()).ifPresent(notes::add);
        RealNetwork.note(timing, plan.span()).ifPresent(notes::add);
      }
    }
  }

  /**
   * The fastest; among equally fast ones the one that computes least twice, then the simplest. On
   * one machine a deep halo, if cells do not fit its caches: they come there once for all its
   * iterations.
   */
  private Strategy best(List<StrategyPlan> plans) {
    double fastest = plans.stream().mapToDouble(StrategyPlan::iterationSeconds).min().orElseThrow();
    if (isBoundByMemory()
        && plans.stream()
            .anyMatch(
                plan ->
                    plan.strategy() == Strategy.DEEP_HALO
                        && plan.iterationSeconds() <= fastest * (1 + WORTH_COMPUTING))) {
      return Strategy.DEEP_HALO;
    }
    StrategyPlan best = plans.getFirst();
    double least = Double.POSITIVE_INFINITY;
    for (var plan : plans) {
      if (plan.iterationSeconds() <= fastest * (1 + NEARLY) && plan.redundant() < least) {
        least = plan.redundant();
        best = plan;
      }
    }
    return best.strategy();
  }

  /** Null where the strategy does not fit and the app does not insist on it. */
  private @Nullable StrategyPlan plan(Strategy strategy) {
    boolean wanted =
        app.strategy() == strategy
            || (app.strategy() == null && app.band() > 0 && strategy == Strategy.WAVEFRONT);
    try {
      return plan(timing(strategy));
    } catch (PlanException.Value e) {
      if (wanted || e.key().equals("domain")) {
        throw e;
      }
      notes.add("%s does not fit: %s.".formatted(strategy.word(), e.getMessage()));
      return null;
    }
  }

  private StrategyPlan plan(StencilTiming timing) {
    var bound = spans ? timing.predicted() : timing.predictedQuickly();
    if (timing.strategy() == Strategy.WAVEFRONT || timing.strategy() == app.strategy()) {
      noteSource(timing, bound.seconds());
    }
    long all = 0;
    long most = 0;
    for (int r = 0; r < timing.decomposition().blocks().size(); r++) {
      all += timing.memory(r);
      most = Math.max(most, timing.memory(r));
    }
    return new StrategyPlan(
        timing.strategy(),
        timing.band(),
        spans ? timing.span(bound) : Span.of(bound.seconds()),
        bound.seconds() * app.iterations(),
        all,
        most,
        timing.redundant(),
        bound.what());
  }

  /** Says where the promise comes from if that is not what a reader would reckon. */
  private void noteSource(StencilTiming timing, double seconds) {
    double law = timing.byLaw().seconds();
    var name = timing.strategy().word();
    if (timing.isBeyondLaws() && Math.abs(seconds / law - 1) > WORTH_SAYING) {
      notes.add(
          "What %s takes is simulated, tile by tile: the law alone says %s for an iteration."
              .formatted(name, Show.seconds(law)));
    } else if (gaps && timing.tiles() > 0 && !timing.isBeyondLaws()) {
      notes.add(
          "A band of %d is too wide to simulate: what %s takes is by law, %s."
              .formatted(
                  timing.band(),
                  name,
                  timing.hasCrossings()
                      ? "and may be a third more where bands cross or ranks wait for each other"
                      : "to a few per cent"));
    }
  }

  private StencilTiming timing(Strategy strategy) {
    return switch (strategy) {
      case SYNC, LH -> timing(strategy, 0);
      case LHRP -> gaps ? lhrp() : timing(strategy, 0);
      case WAVEFRONT -> gaps ? banded(strategy) : timing(strategy, 0);
      case DEEP_HALO -> deepHalo();
    };
  }

  private StencilTiming timing(Strategy strategy, int band) {
    return StencilTiming.of(grid, Bands.decomposition(app, matrix, strategy, band), strategy, band);
  }

  private StencilTiming lhrp() {
    return app.band() == 0 && Bands.isApart(app, matrix)
        ? timing(Strategy.LHRP, Bands.ofPaper(app, matrix))
        : banded(Strategy.LHRP);
  }

  /** With the app's band, or with the smallest that hides the gaps, or else with the best. */
  private StencilTiming banded(Strategy strategy) {
    int radius = app.radius();
    int widest = Bands.widest(app, matrix, strategy);
    if (app.band() > 0) {
      if (app.band() < radius || app.band() > widest) {
        throw new PlanException.Value(
            "band",
            "band is %d, expected %s"
                .formatted(app.band(), range(radius, widest, "a smaller radius or fewer ranks")));
      }
      return timing(strategy, app.band());
    }
    if (widest < radius) {
      throw new PlanException.Value(
          "processors",
          "the blocks of the ranks at a gap are too narrow for any band, expected fewer ranks or a"
              + " larger domain");
    }
    int low = 1;
    int high = widest / radius;
    if (strategy == Strategy.LHRP) {
      // It hides no gap, so there is no band from which on it does.
      return timing(strategy, radius * best(high, tiles -> timing(strategy, tiles * radius)));
    }
    while (low < high) {
      int middle = low + (high - low) / 2;
      if (isHidden(timing(strategy, middle * radius))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    var found = timing(strategy, low * radius);
    if (low > 1) {
      // The bands on both sides of where gap and computing meet may be the better one.
      var smaller = timing(strategy, (low - 1) * radius);
      if (safe(smaller) < safe(found)) {
        return smaller;
      }
    }
    return found;
  }

  private static String range(int least, int most, String otherwise) {
    return most < least ? otherwise : "%d to %d".formatted(least, most);
  }

  /** Whether the gaps take no longer than LAN and computing. */
  private static boolean isHidden(StencilTiming timing) {
    var bound = bound(timing);
    return bound.seconds() <= bound.other() * (1 + 1e-9);
  }

  private static double safe(StencilTiming timing) {
    return bound(timing).seconds();
  }

  private static IterationBound bound(StencilTiming timing) {
    return timing.strategy() == Strategy.WAVEFRONT
        ? timing.predictedSafely(1 / ONCE_IN)
        : timing.byLaw();
  }

  /** Whether ranks share one machine, whose memory is slower than they compute. */
  private boolean isBoundByMemory() {
    int home = matrix.ranks().getFirst().cluster();
    return !gaps
        && app.boundary() != Boundary.MIRROR
        && grid.clusters().get(home).lan().equals(Network.IDEAL)
        && timing(Strategy.SYNC, 0).memory(0) > CACHED_BYTES;
  }

  private StencilTiming deepHalo() {
    int deepest =
        Math.min(MOST_DEPTH, Bands.deepest(timing(Strategy.DEEP_HALO, 1).decomposition()));
    if (app.band() > 0) {
      if (app.band() > deepest) {
        throw new PlanException.Value(
            "band", "band is %d, expected 1 to %d for deep-halo".formatted(app.band(), deepest));
      }
      return timing(Strategy.DEEP_HALO, app.band());
    }
    return timing(
        Strategy.DEEP_HALO,
        isBoundByMemory()
            ? Math.min(deepest, ENOUGH_DEPTH)
            : best(deepest, depth -> timing(Strategy.DEEP_HALO, depth)));
  }

  /** The cost falls with 1/k and rises with k: the first k that is not worse than the next. */
  private static int best(int most, IntFunction<StencilTiming> of) {
    int low = 1;
    int high = most;
    while (low < high) {
      int middle = low + (high - low) / 2;
      double here = of.apply(middle).byLaw().seconds();
      double next = of.apply(middle + 1).byLaw().seconds();
      if (here <= next) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
