package io.strait.realign.run;

import io.strait.kind.run.RunFailure;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.RankLostException;
import io.strait.transport.fabric.ThreadFabrics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A realignment whose ranks are threads of this process. */
public final class RealignRun implements RealignJob {
  private record Failure(int rank, Throwable why) {}

  private final Moves moves;
  private final Buffers buffers;
  private final Emulation emulation;
  private final @Nullable PartFiles files;
  private final int ranks;
  private final Clock clock;
  private final Phaser phaser;
  private final RankResult[] results;
  private final @Nullable RankRun[] running;
  private final @Nullable FileLedger[] ledgers;
  private final List<Failure> failures = new ArrayList<>();
  private volatile @Nullable ThreadFabrics fabrics;
  private volatile boolean stopped;
  private volatile boolean resumed;
  private volatile long began;
  private volatile long opened;

  /**
   * @param files where parts are kept; null for memory
   */
  public RealignRun(Moves moves, Buffers buffers, Emulation emulation, @Nullable PartFiles files) {
    this.moves = moves;
    this.buffers = buffers;
    this.emulation = emulation;
    this.files = files;
    this.ranks = moves.ranks().size();
    this.clock = new Clock(ranks);
    this.phaser = new Phaser(ranks);
    this.results = new RankResult[ranks];
    this.running = new RankRun[ranks];
    this.ledgers = new FileLedger[ranks];
  }

  @Override
  public Outcome run() {
    var threads = new ArrayList<Thread>();
    try (var all = new ThreadFabrics(ranks, emulation)) {
      fabrics = all;
      if (stopped) {
        stop(); // it came too early
      }
      for (int i = 0; i < ranks; i++) {
        int rank = i;
        threads.add(Thread.ofPlatform().name("rank " + i).start(() -> rank(all, rank)));
      }
      for (var thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
      throw new RunFailure("the run was interrupted");
    }
    fail();
    return new Outcome(
        clock.seconds(Gate.Kind.MOVE), clock.seconds(Gate.Kind.FILES), resumed, List.of(results));
  }

  private void rank(ThreadFabrics all, int rank) {
    try (var fabric = all.fabric(rank);
        var parts = parts(rank)) {
      var gate = new ThreadGate(fabric);
      gate.pass(); // all ledgers are there
      if (parts instanceof FileParts own) {
        compare(own, rank);
      }
      var run = new RankRun(fabric, moves, buffers, new Port(emulation.port(rank)), gate, parts);
      running[rank] = run;
      results[rank] = run.run();
      gate.pass(); // nobody's ledger goes before all have ended
    } catch (RuntimeException | Error e) {
      all.lost(rank, e.getMessage() == null ? e.toString() : e.getMessage());
      synchronized (failures) {
        failures.add(new Failure(rank, e));
      }
      phaser.forceTermination();
    }
  }

  private Parts parts(int rank) {
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

  @Override
  public long began() {
    return began;
  }

  @Override
  public void stop() {
    stopped = true;
    var all = fabrics;
    if (all != null) {
      all.lost(0, "the run was stopped");
    }
  }

  /** Names the failure that came first, not those that it brought about. */
  private void fail() {
    if (failures.isEmpty()) {
      return;
    }
    if (stopped) {
      throw new RunFailure("the run was stopped");
    }
    for (var failure : failures) {
      if (failure.why instanceof RunFailure told) {
        throw told;
      }
    }
    for (var failure : failures) {
      if (!(failure.why instanceof RankLostException)) {
        throw new RunFailure(
            "rank %d on host %s failed: %s"
                .formatted(failure.rank, moves.ranks().hosts().get(failure.rank), failure.why),
            failure.why);
      }
    }
    throw new RunFailure(String.valueOf(failures.getFirst().why.getMessage()));
  }

  /** Where threads wait for each other. */
  private final class ThreadGate implements Gate {
    private static final long PATIENCE = 1_000_000;

    private final Fabric fabric;
    private int phase;

    ThreadGate(Fabric fabric) {
      this.fabric = fabric;
    }

    void pass() {
      arrive(Kind.PREPARE, 0);
      while (!isOpen()) {
        await();
      }
    }

    @Override
    public void arrive(Kind kind, long nanos) {
      if (clock.arrive(kind, nanos)) {
        opened = System.nanoTime();
        began = began == 0 ? opened : began;
      }
      phase = phaser.arrive();
    }

    @Override
    public boolean isOpen() {
      return phaser.getPhase() != phase && !phaser.isTerminated();
    }

    @Override
    public void await() {
      try {
        int ignored = phaser.awaitAdvanceInterruptibly(phase, 20, TimeUnit.MILLISECONDS);
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
