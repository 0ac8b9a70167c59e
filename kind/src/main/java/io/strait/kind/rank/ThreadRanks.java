package io.strait.kind.rank;

import io.strait.kind.run.RunFailure;
import io.strait.transport.fabric.Delays;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.RankLostException;
import io.strait.transport.fabric.ThreadFabrics;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that are threads of this process.
 *
 * @param <O> what they have to tell at the end
 */
public abstract class ThreadRanks<O> implements RankExecution<O> {
  private record Failure(int rank, Throwable why) {
    /** Whether another rank's failure brought it about. */
    boolean isConsequence() {
      return why instanceof RankLostException || why instanceof InterruptedException;
    }
  }

  private final List<String> hosts;
  private final Delays delays;
  private final Phaser phaser;
  private final List<Failure> failures = new ArrayList<>();
  private volatile @Nullable ThreadFabrics fabrics;
  private volatile boolean stopped;
  private volatile long began;

  /**
   * @param hosts of every rank
   * @param delays of messages, to be emulated
   */
  protected ThreadRanks(List<String> hosts, Delays delays) {
    this.hosts = List.copyOf(hosts);
    this.delays = delays;
    this.phaser =
        new Phaser(hosts.size()) {
          @Override
          protected boolean onAdvance(int phase, int parties) {
            if (began == 0) {
              began = System.nanoTime();
            }
            return false;
          }
        };
  }

  /** What one rank does, in its own thread. */
  protected abstract void run(Fabric fabric, int rank) throws InterruptedException;

  /**
   * What the ranks have to tell now that all have ended.
   *
   * @param end when the last did, by {@link System#nanoTime}
   */
  protected abstract O outcome(long end);

  /** Why the ranks ended, where somebody stops the run. */
  protected String stopReason() {
    return RankRunner.STOPPED;
  }

  /** Where ranks wait for each other, first of all for all to begin; terminated when one fails. */
  protected final Phaser phaser() {
    return phaser;
  }

  @Override
  public final O run() {
    var threads = new ArrayList<Thread>();
    try (var all = new ThreadFabrics(hosts.size(), delays)) {
      fabrics = all;
      if (stopped) {
        stop(); // it came too early
      }
      for (int i = 0; i < hosts.size(); i++) {
        int rank = i;
        threads.add(Thread.ofPlatform().name("rank " + i).start(() -> run(all, rank)));
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
    throwFailure();
    return outcome(end);
  }

  private void run(ThreadFabrics all, int rank) {
    try (var fabric = all.fabric(rank)) {
      run(fabric, rank);
    } catch (InterruptedException | RuntimeException | Error e) {
      all.lost(rank, e.getMessage() == null ? e.toString() : e.getMessage());
      synchronized (failures) {
        failures.add(new Failure(rank, e));
      }
      phaser.forceTermination();
    }
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
      all.lost(0, RankRunner.STOPPED);
    }
  }

  /** Names the failure that came first, not those that it brought about. */
  private void throwFailure() {
    if (failures.isEmpty()) {
      return;
    }
    if (stopped) {
      throw new RunFailure(stopReason());
    }
    for (var failure : failures) {
      if (failure.why instanceof RunFailure told) {
        throw told;
      }
    }
    for (var failure : failures) {
      if (!failure.isConsequence()) {
        var why = failure.why;
        var message =
            "rank %d on host %s failed: %s"
                .formatted(
                    failure.rank,
                    hosts.get(failure.rank),
                    why instanceof UncheckedIOException ? why.getMessage() : why);
        throw why instanceof OutOfMemoryError
            ? RunFailure.outOfMemory(message, why)
            : new RunFailure(message, why);
      }
    }
    throw new RunFailure(String.valueOf(failures.getFirst().why.getMessage()));
  }
}
