package io.strait.stencil.plan;

import io.strait.kind.file.Span;
import io.strait.model.Grid;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Edges.Edge;
import io.strait.stencil.simulate.CycleSimulation;
import io.strait.stencil.simulate.StencilModel;
import io.strait.stencil.simulate.StencilResult;
import io.strait.stencil.simulate.StencilSimulation;
import io.strait.stencil.simulate.TileModel;
import io.strait.stencil.simulate.TileSimulation;
import java.util.Arrays;
import java.util.List;

/** What a strategy with a given band costs on a given grid: predicted, and as a simulation. */
public final class StencilTiming {
  /** Rank-steps that a simulation may take before it is stretched. */
  private static final long MOST_STEPS = 4_000_000;

  /** Steps of tiles that a plan may wait for: some seconds. */
  private static final double MOST_TO_SETTLE = 3e7;

  /** Likewise in cycles, which go through many tiles at once. */
  private static final double MOST_OF_CYCLES = 3e8;

  /** Ranks that are followed tile by tile where the law is good in most cases, or for a span. */
  private static final int MOST_RANKS = 64;

  /** Steps of tiles that a plan simulates where fewer are enough to settle. */
  private static final long STEPS_OF_PLAN = 500_000;

  /** Steps of tiles that are simulated again and again with small differences. */
  private static final double MOST_FOR_SPAN = 2e6;

  private static final long STEPS_OF_SPAN = 50_000;

  /** What an iteration may take where a law is rough, as a multiple of the law. */
  private static final double ROUGHLY = 1.34;

  /**
   * The jitter that every gap has at least when a band is chosen, as a share of its latency. A band
   * that is a column too wide costs less than a per cent of an iteration. One that hides a gap only
   * just loses 7 % if the gap turns out to have a jitter of 4 % of its latency. See BandSlackTest.
   */
  static final double LEAST_JITTER = 0.005;

  private final Grid grid;
  private final Decomposition decomposition;
  private final Strategy strategy;
  private final int band;
  private final List<Edge> edges;
  private final StencilModel model;

  private StencilTiming(Grid grid, Decomposition decomposition, Strategy strategy, int band) {
    this.grid = grid;
    this.decomposition = decomposition;
    this.strategy = strategy;
    this.band = band;
    var app = decomposition.app();
    int depth = depth();
    boolean deep = strategy == Strategy.DEEP_HALO;
    boolean corners = app.corners() || deep;
    this.edges = Edges.of(grid, decomposition, depth * app.radius(), corners, !deep);
    this.model = model();
  }

  /**
   * @param band columns that both sides of a gap compute, or the depth of a deep halo
   * @throws io.strait.model.PlanException if it does not fit
   */
  public static StencilTiming of(Grid grid, StencilApp app, Strategy strategy, int band) {
    return of(
        grid, Bands.decomposition(app, RankMatrix.of(app, grid), strategy, band), strategy, band);
  }

  static StencilTiming of(Grid grid, Decomposition decomposition, Strategy strategy, int band) {
    return new StencilTiming(grid, decomposition, strategy, band);
  }

  public Decomposition decomposition() {
    return decomposition;
  }

  Grid grid() {
    return grid;
  }

  Strategy strategy() {
    return strategy;
  }

  int band() {
    return band;
  }

  List<Edge> edges() {
    return edges;
  }

  public StencilModel flow() {
    return model;
  }

  private int depth() {
    return strategy == Strategy.DEEP_HALO ? Math.max(1, band) : 1;
  }

  /** Tiles of a band from one side to the other: as many as a border needs steps to cross it. */
  int tiles() {
    return strategy.hasBand() ? band / decomposition.app().radius() : 0;
  }

  /** Whether the strategy goes in cycles, which only matters where there is a gap. */
  private boolean isCyclic() {
    return strategy == Strategy.LHRP && edges.stream().anyMatch(Edge::isFar);
  }

  /**
   * Whether tiles move on their own, behind each other: what is true of a wavefront's bands, and of
   * borders that leave before the rest is computed.
   */
  private boolean isTiled() {
    boolean few = decomposition.blocks().size() <= MOST_RANKS;
    return (strategy == Strategy.LH ? few : strategy == Strategy.WAVEFRONT && tiles() > 0)
        && stepsToSettle() <= MOST_TO_SETTLE;
  }

  /** Whether it is simulated what an iteration takes. A law is a little off, or says nothing. */
  boolean isBeyondLaws() {
    return isTiled() || (isCyclic() && stepsToSettle() <= MOST_OF_CYCLES);
  }

  /** About how many steps of tiles a simulation takes at least. */
  private double stepsToSettle() {
    double sum = 0;
    int radius = decomposition.app().radius();
    for (var block : decomposition.blocks()) {
      double across = (block.left() + block.right()) / (double) radius;
      double along = (block.top() + block.bottom()) / (double) radius;
      sum += across * along + 3 * (across + along + 3);
    }
    return sum * 10 * (tiles() + 4);
  }

  /** What an iteration takes, and why. */
  IterationBound predicted() {
    return predicted(STEPS_OF_PLAN);
  }

  /** Likewise, to a few per mille where it is simulated. */
  IterationBound predictedQuickly() {
    return predicted(STEPS_OF_SPAN);
  }

  private IterationBound predicted(long steps) {
    var law = byLaw();
    return isBeyondLaws()
        ? new IterationBound(
            Math.max(simulate(1, steps).iterationSeconds(), computing()), law.other(), law.what())
        : law;
  }

  /** About how many steps of ranks or tiles that takes. */
  double effort() {
    return decomposition.blocks().size() + (isBeyondLaws() ? STEPS_OF_SPAN + stepsToSettle() : 0);
  }

  /** Seconds in which the slowest rank computes an iteration. */
  private double computing() {
    return Arrays.stream(model.compute()).max().orElse(0) / model.iterationsPerStep();
  }

  /** Likewise by law alone, which may be a few per cent off but takes no time to find. */
  IterationBound byLaw() {
    return isCyclic()
        ? new CyclePrediction(this).bound()
        : FlowPrediction.bound(this, model, jitter -> jitter);
  }

  /**
   * Likewise on the safe side, for strategies that do not cycle: the gaps' latency is what it
   * exceeds rarely, and borders cross a gap only when all of a step is computed. No gap is taken to
   * be without jitter.
   */
  IterationBound predictedSafely(double exceeded) {
    var late = model.delay().clone();
    var jitter = model.jitter().clone();
    for (int e = 0; e < late.length; e++) {
      if (model.far()[e]) {
        late[e] = model.compute()[model.from()[e]];
        jitter[e] = Math.max(jitter[e], LEAST_JITTER * model.latency()[e]);
      }
    }
    return FlowPrediction.bound(this, model.with(late, jitter), mean -> -mean * Math.log(exceeded));
  }

  /** Rehearses the run. */
  public StencilResult simulate(long seed) {
    return simulate(seed, MOST_STEPS);
  }

  /**
   * @param steps of ranks or tiles, beyond those that it takes to settle
   */
  private StencilResult simulate(long seed, long steps) {
    var app = decomposition.app();
    long each = Math.max(1, (long) decomposition.blocks().size());
    if (isCyclic() || isTiled()) {
      return simulate(tiles(this), seed, steps);
    }
    int most = Math.clamp(steps / each, 16, 1 << 24);
    return StencilSimulation.run(model, app.iterations(), most, seed);
  }

  private static TileModel tiles(StencilTiming timing) {
    return TileModels.of(timing, TileModels.layouts(timing));
  }

  private StencilResult simulate(TileModel tiles, long seed, long steps) {
    int iterations = decomposition.app().iterations();
    int most = Math.clamp(steps / Math.max(1, tiles.tiles()), 16, 1 << 24);
    return isCyclic()
        ? CycleSimulation.run(CycleModels.of(this, tiles), iterations, most, seed)
        : TileSimulation.run(tiles, iterations, most, seed);
  }

  /**
   * What an iteration takes at least and at most, where that can be found out in a moment.
   *
   * @param bound what is predicted
   */
  Span span(IterationBound bound) {
    double usual = bound.seconds();
    var emulated = emulated(usual);
    double later = Resends.of(this).most() + RealNetwork.slower(this, usual) - usual;
    double sooner = bound.isByLan() ? Math.min(usual / 2, TakingTurns.seconds(this)) : 0;
    return new Span(usual, emulated.least() - sooner, emulated.most() + later);
  }

  /**
   * What an iteration takes at least and at most on networks that are exactly as the grid says.
   *
   * @param usual what is predicted
   */
  public Span emulated(double usual) {
    boolean few = decomposition.blocks().size() <= MOST_RANKS;
    if (isBeyondLaws() && few && stepsToSettle() <= MOST_FOR_SPAN) {
      int times = (int) Math.clamp(MOST_FOR_SPAN / stepsToSettle(), 2, Sensitivity.TIMES);
      return Sensitivity.span(
          usual, tiles(this), times, changed -> simulate(changed, 1, STEPS_OF_SPAN));
    }
    boolean isRough = tiles() > 0 && !isBeyondLaws() && usual > byLaw().other() * (1 + 1e-9);
    return new Span(usual, usual, isRough && hasCrossings() ? ROUGHLY * usual : usual);
  }

  /** Whether bands cross, or ranks wait for each other with every step through a band. */
  boolean hasCrossings() {
    var app = decomposition.app();
    var matrix = decomposition.matrix();
    return Bands.hasCorner(matrix, app) || (app.corners() && matrix.rows() > 1);
  }

  /** Bytes of cells that a rank holds: two fields with band and halo. */
  long memory(int rank) {
    var app = decomposition.app();
    int halo = depth() * app.radius();
    return 2L
        * app.type().bytes()
        * decomposition.blocks().get(rank).computes().grow(halo, halo).cells();
  }

  /** Cells computed more than once, as a share of the domain. */
  double redundant() {
    var app = decomposition.app();
    double cells = 0;
    for (var block : decomposition.blocks()) {
      cells += cellsPerStep(block) / (double) depth();
    }
    double domain = (double) app.columns() * app.rows();
    return Math.max(0, cells / domain - 1);
  }

  private long cellsPerStep(Decomposition.Block block) {
    if (strategy != Strategy.DEEP_HALO) {
      return block.computes().cells();
    }
    long cells = 0;
    for (int i = 1; i <= depth(); i++) {
      cells += Bands.grown(decomposition.app(), block, (depth() - i)).cells();
    }
    return cells;
  }

  // ---- the model

  private StencilModel model() {
    var blocks = decomposition.blocks();
    int ranks = blocks.size();
    int count = edges.size();
    var first = new int[ranks + 1];
    var from = new int[count];
    var reverse = new int[count];
    var far = new boolean[count];
    var lag = new int[count];
    var delay = new double[count];
    var transfer = new double[count];
    var latency = new double[count];
    var jitter = new double[count];
    var compute = new double[ranks];
    for (int r = 0; r < ranks; r++) {
      compute[r] = cellsPerStep(blocks.get(r)) * blocks.get(r).rank().secondsPerCell();
    }
    var index = new int[ranks * 8];
    for (int e = 0; e < count; e++) {
      index[edges.get(e).to() * 8 + edges.get(e).direction()] = e;
      first[edges.get(e).to() + 1] = e + 1;
    }
    for (int r = 0; r < ranks; r++) {
      first[r + 1] = Math.max(first[r], first[r + 1]);
    }
    for (int e = 0; e < count; e++) {
      var edge = edges.get(e);
      from[e] = edge.from();
      reverse[e] = index[edge.from() * 8 + (edge.direction() ^ 1)];
      far[e] = edge.isFar();
      lag[e] = edge.isFar() ? lag() : 1;
      delay[e] = Math.min(delay(edge), compute[edge.from()]);
      transfer[e] = edge.transfer();
      latency[e] = edge.latency() + (edge.isFar() ? hops(edge) : 0);
      jitter[e] = edge.jitter();
    }
    return new StencilModel(
        first, from, reverse, far, lag, delay, transfer, latency, jitter, compute, depth());
  }

  /**
   * How many steps a border from beyond a gap may be old. Where clusters meet at a corner and cells
   * depend on diagonal neighbours, a band across and a band along share their cells, and only about
   * half of the lag is left.
   */
  private int lag() {
    return 1 + (isHalved() ? tiles() / 2 : tiles());
  }

  private boolean isHalved() {
    var app = decomposition.app();
    return app.corners() && Bands.hasCorner(decomposition.matrix(), app);
  }

  /** Seconds from the beginning of a step until the border can leave. */
  private double delay(Edge edge) {
    var block = decomposition.blocks().get(edge.from());
    double perCell = block.rank().secondsPerCell();
    return switch (strategy) {
      case SYNC, DEEP_HALO -> Double.POSITIVE_INFINITY; // when all is computed
      case LH, LHRP -> edge.cells() * perCell;
      // A diagonal of the band comes before the border that crosses the gap.
      case WAVEFRONT -> edge.cells() * perCell * (edge.isFar() ? tiles() + 1 : 1);
    };
  }

  /**
   * What the ranks above and below add to crossing a band where cells depend on diagonal
   * neighbours: every column of a diagonal must first hear from them.
   */
  private double hops(Edge edge) {
    boolean together =
        edge.isAcross() ? decomposition.matrix().rows() > 1 : decomposition.matrix().columns() > 1;
    if (!decomposition.app().corners() || !together || strategy != Strategy.WAVEFRONT) {
      return 0;
    }
    double hop = 0;
    for (var other : edges) {
      if (!other.isFar() && other.to() == edge.from() && other.isAcross() != edge.isAcross()) {
        // The rank that is to answer may have begun with a tile of the core.
        var block = decomposition.blocks().get(other.from());
        double busy =
            cellsPerStep(block) * block.rank().secondsPerCell() / LayoutBuilder.CORE_PIECES;
        hop = Math.max(hop, other.latency() + other.transfer() + other.jitter() + busy);
      }
    }
    double hops = tiles() * hop;
    if (!isHalved()) {
      return hops;
    }
    // At half the lag there is time for hops; the other bound, with all of it, is rarely the worse.
    double way = edge.latency() + edge.transfer();
    return Math.max(0, (way + hops) * lag() / (1 + tiles()) - way);
  }
}
