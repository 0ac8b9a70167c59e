package io.strait.stencil.run;

import io.strait.kind.run.RunFailure;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Decomposition;
import io.strait.stencil.plan.Layout;
import io.strait.stencil.plan.Layouts;
import io.strait.transport.fabric.Delays;
import io.strait.transport.fabric.RankLostException;
import io.strait.transport.fabric.ThreadFabrics;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;

/** A stencil whose ranks are threads of this process. */
public final class StencilRun implements StencilJob {
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

  private record Failure(int rank, Throwable why) {}

  private final Decomposition decomposition;
  private final StencilApp app;
  private final Kernel kernel;
  private final Options options;
  private final Council council;
  private final List<Failure> failures = new ArrayList<>();
  private final RankOutcome[] outcomes;
  private final @Nullable Engine[] engines;
  private volatile @Nullable ThreadFabrics fabrics;
  private volatile boolean stopped;
  private volatile boolean cold;
  private volatile long began;

  public StencilRun(Decomposition decomposition, Kernel kernel, Options options, Sink sink) {
    this.decomposition = decomposition;
    this.app = decomposition.app();
    this.kernel = kernel;
    this.options = options;
    int ranks = decomposition.blocks().size();
    this.outcomes = new RankOutcome[ranks];
    this.engines = new Engine[ranks];
    long most = 0;
    for (int rank = 0; rank < ranks; rank++) {
      most = Math.max(most, options.delays.latency(rank, 0) + options.delays.latency(0, rank));
    }
    this.council = new Council(decomposition, sink, most);
  }

  /**
   * Runs from the program's own start.
   *
   * @throws RunFailure if a rank could not go on
   */
  public Outcome run() {
    return run(null, 0);
  }

  @Override
  public Outcome run(@Nullable MemorySegment whole, long first) {
    council.begin(first);
    cold = options.timeScale > 0 && WARM.add(kernel.getClass());
    var layouts = Layouts.of(decomposition, options.strategy, options.depth);
    var threads = new ArrayList<Thread>();
    try (var all = new ThreadFabrics(layouts.size(), options.delays)) {
      fabrics = all;
      if (stopped) {
        stop(); // it came too early
      }
      var barrier = new CyclicBarrier(layouts.size(), () -> began = System.nanoTime());
      for (var layout : layouts) {
        threads.add(
            Thread.ofPlatform()
                .name("rank " + layout.rank())
                .start(() -> rank(all, layout, whole, first, barrier)));
      }
      for (var thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
      throw new RunFailure("the run was interrupted");
    }
    long end = System.nanoTime();
    fail();
    return new Outcome(council.last(), (end - began) * 1e-9, List.of(outcomes));
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
  public void stop() {
    stopped = true;
    var all = fabrics;
    if (all != null) {
      all.lost(0, "the run was stopped");
    }
  }

  @Override
  public long began() {
    return began;
  }

  private void rank(
      ThreadFabrics all,
      Layout layout,
      @Nullable MemorySegment whole,
      long first,
      CyclicBarrier barrier) {
    int rank = layout.rank();
    try (var arena = Arena.ofConfined();
        var fabric = all.fabric(rank)) {
      var meter = new Meter();
      double cost = decomposition.blocks().get(rank).rank().secondsPerCell();
      var pace = new Pace(options.timeScale == 0 ? 0 : cost / options.timeScale);
      var engine =
          new Engine(
              arena,
              layout,
              app,
              options.strategy,
              options.depth,
              fabric,
              kernel,
              new Start(kernel, whole),
              first,
              council.of(rank),
              pace,
              meter);
      engines[rank] = engine;
      if (cold) {
        engine.warmUp(WARM_UP);
      }
      barrier.await();
      meter.begin();
      pace.begin();
      engine.run();
      outcomes[rank] =
          new RankOutcome(rank, meter, engine.memory(), pace.late(), engine.settledSeconds());
    } catch (InterruptedException | BrokenBarrierException | RuntimeException | Error e) {
      all.lost(rank, e.getMessage() == null ? e.toString() : e.getMessage());
      synchronized (failures) {
        failures.add(new Failure(rank, e));
      }
      destroy(barrier);
    }
  }

  /** For good, so that those who come to it later do not wait there for ever. */
  private static void destroy(CyclicBarrier barrier) {
    Thread.currentThread().interrupt();
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      // That was the purpose.
    }
  }

  /** Names the failure that came first, not those that it brought about. */
  private void fail() {
    if (failures.isEmpty()) {
      return;
    }
    if (stopped) {
      throw new RunFailure("the run was stopped after iteration " + progress());
    }
    for (var failure : failures) {
      if (failure.why instanceof RunFailure told) {
        throw told;
      }
    }
    for (var failure : failures) {
      var why = failure.why;
      if (!(why instanceof RankLostException
          || why instanceof BrokenBarrierException
          || why instanceof InterruptedException)) {
        throw new RunFailure(
            "rank %d on host %s failed: %s"
                .formatted(
                    failure.rank,
                    decomposition.blocks().get(failure.rank).rank().host(),
                    why instanceof UncheckedIOException ? why.getMessage() : why),
            why);
      }
    }
    throw new RunFailure(String.valueOf(failures.getFirst().why.getMessage()));
  }
}
