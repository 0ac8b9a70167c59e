package io.strait.stencil.run;

import io.strait.kind.rank.ThreadRanks;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Decomposition;
import io.strait.stencil.plan.LayoutBuilder;
import io.strait.stencil.plan.RankLayout;
import io.strait.transport.fabric.Delays;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.RankLostException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A stencil whose ranks are threads of this process. */
public final class StencilRun extends ThreadRanks<StencilOutcome> {
  /**
   * @param strategy how to deal with latencies
   * @param depth iterations between exchanges of a deep halo; 1 for the others
   * @param delays of messages, to be emulated
   * @param timeScale how many times faster than the plan says hosts compute; 0 for as fast as this
   *     machine can
   */
  public record Options(Strategy strategy, int depth, Delays delays, double timeScale) {
    /** As fast as this machine can. */
    public static Options of(Strategy strategy, int depth) {
      return new Options(strategy, depth, Delays.NONE, 0);
    }
  }

  /** Nanoseconds to compute before the time of emulated hosts begins. */
  static final long WARM_UP = 800_000_000;

  /** Kernels that this process has computed with for a while. */
  private static final Set<Class<?>> WARM = ConcurrentHashMap.newKeySet();

  private final Decomposition decomposition;
  private final Kernel kernel;
  private final Options options;
  private final Checkpoint from;
  private final Coordinator coordinator;
  private final List<RankLayout> layouts;
  private final StencilOutcome.Rank[] outcomes;
  private final @Nullable Engine[] engines;
  private final boolean cold;

  /** Begins as the program says. */
  public StencilRun(Decomposition decomposition, Kernel kernel, Options options, CellSink sink) {
    this(decomposition, kernel, options, sink, Checkpoint.NONE);
  }

  public StencilRun(
      Decomposition decomposition, Kernel kernel, Options options, CellSink sink, Checkpoint from) {
    super(hosts(decomposition), options.delays);
    this.decomposition = decomposition;
    this.kernel = kernel;
    this.options = options;
    this.from = from;
    int ranks = decomposition.blocks().size();
    this.outcomes = new StencilOutcome.Rank[ranks];
    this.engines = new Engine[ranks];
    long most = 0;
    for (int rank = 0; rank < ranks; rank++) {
      most = Math.max(most, options.delays.latency(rank, 0) + options.delays.latency(0, rank));
    }
    this.coordinator = new Coordinator(decomposition, sink, most, from.iteration());
    this.layouts = LayoutBuilder.of(decomposition, options.strategy, options.depth);
    this.cold = options.timeScale > 0 && WARM.add(kernel.getClass());
  }

  /** The host of every rank. */
  static List<String> hosts(Decomposition decomposition) {
    return decomposition.blocks().stream().map(block -> block.rank().host()).toList();
  }

  @Override
  protected void run(Fabric fabric, int rank) throws InterruptedException {
    try (var arena = Arena.ofConfined()) {
      double cost = decomposition.blocks().get(rank).rank().secondsPerCell();
      var clock = new PacedClock(options.timeScale == 0 ? 0 : cost / options.timeScale);
      var engine =
          new Engine(
              arena,
              new Engine.Task(
                  layouts.get(rank),
                  decomposition.app(),
                  options.strategy,
                  options.depth,
                  kernel,
                  from),
              fabric,
              coordinator.of(rank),
              clock);
      engines[rank] = engine;
      if (cold) {
        engine.warmUp(WARM_UP);
      }
      awaitOthers(rank);
      outcomes[rank] = engine.run();
    }
  }

  private void awaitOthers(int rank) throws InterruptedException {
    if (phaser().awaitAdvanceInterruptibly(phaser().arrive()) < 0) {
      throw new RankLostException(rank, "another rank failed before it began");
    }
  }

  @Override
  protected StencilOutcome outcome(long end) {
    return new StencilOutcome(coordinator.last(), (end - began()) * 1e-9, List.of(outcomes));
  }

  @Override
  public long progress() {
    long lowest = Long.MAX_VALUE;
    for (var engine : engines) {
      lowest = Math.min(lowest, engine == null ? 0 : engine.progress());
    }
    return lowest;
  }

  @Override
  protected String stopReason() {
    return "the run was stopped after iteration " + progress();
  }
}
