package io.strait.realign.run;

import io.strait.kind.rank.ThreadRanks;
import io.strait.kind.run.RunFailure;
import io.strait.realign.outcome.RankResult;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.time.Hiccups;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A realignment whose ranks are threads of this process. */
public final class RealignRun extends ThreadRanks<RealignOutcome> {
  private final Moves moves;
  private final Buffers buffers;
  private final EmulatedNetwork network;
  private final @Nullable PartFiles files;
  private final int ranks;
  private final BarrierTimes times;
  private final RankResult[] results;
  private final @Nullable RankRun[] running;
  private final @Nullable FileLedger[] ledgers;
  private volatile boolean resumed;
  private volatile long opened;
  private volatile double late;

  /**
   * @param files where parts are kept; null for memory
   */
  public RealignRun(
      Moves moves, Buffers buffers, EmulatedNetwork network, @Nullable PartFiles files) {
    super(moves.ranks().hosts(), network);
    this.moves = moves;
    this.buffers = buffers;
    this.network = network;
    this.files = files;
    this.ranks = moves.ranks().size();
    this.times = new BarrierTimes(ranks);
    this.results = new RankResult[ranks];
    this.running = new RankRun[ranks];
    this.ledgers = new FileLedger[ranks];
  }

  @Override
  protected RealignOutcome outcome(long end) {
    return new RealignOutcome(
        times.seconds(Barrier.Kind.MOVE),
        times.seconds(Barrier.Kind.FILES),
        resumed,
        late,
        List.of(results));
  }

  @Override
  protected void run(Fabric fabric, int rank) {
    // One of them watches for all.
    try (var parts = parts(rank);
        var hiccups = rank == 0 && network.isEmulated() ? new Hiccups() : null) {
      var barrier = new ThreadBarrier(fabric);
      barrier.pass(); // all ledgers are there
      if (parts instanceof FileParts own) {
        compare(own, rank);
      }
      var port = new LanPort(network.port(rank));
      var run = new RankRun(fabric, moves, buffers, port, barrier, parts);
      running[rank] = run;
      results[rank] = run.run();
      late = hiccups == null ? late : hiccups.share();
      barrier.pass(); // no ledger goes before all ranks have ended
    }
  }

  private RankParts parts(int rank) {
    var where = files;
    if (where == null) {
      return new MemoryParts(moves, rank);
    }
    var parts = new FileParts(moves, rank, where);
    ledgers[rank] = parts.fileLedger();
    return parts;
  }

  /** Finds out what others have already of what this rank would send. */
  private void compare(FileParts own, int rank) {
    resumed |= !own.fileLedger().before().isEmpty();
    var have = new HashSet<Long>();
    for (int other = 0; other < ranks; other++) {
      var ledger = ledgers[other];
      if (ledger == null || ledger.before().isEmpty()) {
        continue;
      }
      for (long key : ledger.before()) {
        int number = (int) (key >>> 32);
        if (moves.rank(number % moves.steps(), (int) key) == rank) {
          have.add(FileLedger.key(number, other));
        }
      }
    }
    own.fileLedger().others(have);
  }

  @Override
  public long progress() {
    long sum = 0;
    for (var each : running) {
      sum += each == null ? 0 : each.moved();
    }
    return sum;
  }

  /** Where threads wait for each other. */
  private final class ThreadBarrier implements Barrier {
    private static final long PATIENCE = 1_000_000;

    private final Fabric fabric;
    private int phase;

    ThreadBarrier(Fabric fabric) {
      this.fabric = fabric;
    }

    void pass() {
      arrive(Kind.PREPARE, 0);
      while (!poll()) {
        await();
      }
    }

    @Override
    public void arrive(Kind kind, long nanos) {
      if (times.arrive(kind, nanos)) {
        opened = System.nanoTime();
      }
      phase = phaser().arrive();
    }

    @Override
    public boolean poll() {
      return phaser().getPhase() != phase && !phaser().isTerminated();
    }

    @Override
    public void await() {
      try {
        int ignored = phaser().awaitAdvanceInterruptibly(phase, 20, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // Somebody may be lost: the fabric knows.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RunFailure("the run was interrupted", e);
      }
      fabric.await(0);
    }

    @Override
    public long opened() {
      return opened;
    }

    @Override
    public void pulse() {}

    @Override
    public long patience() {
      return PATIENCE;
    }
  }
}
