package io.strait.farm.measure;

import io.strait.farm.measure.AppMeasurement.MasterCost;
import io.strait.farm.measure.AppProbe.Done;
import io.strait.farm.run.EmbeddedNodes;
import io.strait.farm.task.Reducer;
import io.strait.farm.task.TaskFailure;
import io.strait.farm.task.TaskSpec;
import io.strait.transport.store.Log;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a task costs the master: making its input, adding up its result, and journalling it as
 * masters do, many results to a force of the disk. The same few results serve again and again until
 * the time is long enough to tell. What the network costs is not in it.
 */
final class MasterProbe {
  private static final long LONG_ENOUGH_NANOS = 200_000_000L;
  private static final long MOST_JOURNALLED = 64L << 20;
  private static final int MOST_RECORDS = 20_000;
  private static final long SEGMENT = 64L << 20;
  private static final byte KIND = 1;

  private MasterProbe() {}

  static MasterCost measure(TaskSpec spec, List<Done> done, Path journal)
      throws IOException, TaskFailure, InterruptedException {
    double input =
        perTask(
            done.size(),
            () -> {
              long bytes = 0;
              for (var one : done) {
                bytes += spec.input(one.task()).length;
              }
              return bytes;
            });
    double cold = journalling(done, journal);
    double warm = journalling(done, journal.resolveSibling(journal.getFileName() + "-2"));
    return new MasterCost(input, combining(spec, done), Math.min(cold, warm));
  }

  private static double combining(TaskSpec spec, List<Done> done) throws TaskFailure {
    @Nullable Supplier<Reducer> reducers =
        EmbeddedNodes.reducers(spec, Thread.currentThread().getContextClassLoader());
    if (reducers == null) {
      return 0;
    }
    var reducer = reducers.get();
    for (var one : done) {
      try {
        reducer.add(one.result());
      } catch (IllegalArgumentException e) {
        throw new TaskFailure(
            "the result of task %d cannot be combined: %s".formatted(one.task(), e.getMessage()),
            "");
      }
    }
    return perTask(
        done.size(),
        () -> {
          reducer.clear(); // or else whole numbers would grow too large
          for (var one : done) {
            reducer.add(one.result());
          }
          return 0;
        });
  }

  /** Seconds per task of a round of several, which is repeated; the first one does not count. */
  private static double perTask(int tasks, LongSupplier round) {
    long sink = round.getAsLong();
    long rounds = 0;
    long began = System.nanoTime();
    long time;
    do {
      sink += round.getAsLong();
      rounds++;
      time = System.nanoTime() - began;
    } while (time < LONG_ENOUGH_NANOS);
    return sink < 0 ? 0 : time * 1e-9 / rounds / tasks; // the sum is used, or nobody would compute
  }

  private static double journalling(List<Done> done, Path folder)
      throws IOException, InterruptedException {
    var safe = new Safe();
    try (var log = Log.open(folder, SEGMENT, safe)) {
      log.recover((position, kind, payload) -> {});
      long bytes = 0;
      int records = 0;
      long last = -1;
      long began = System.nanoTime();
      while (records < MOST_RECORDS
          && bytes <= MOST_JOURNALLED
          && System.nanoTime() - began < LONG_ENOUGH_NANOS) {
        for (var one : done) {
          last = log.append(KIND, one.result());
          log.sync();
          bytes += one.result().length;
          records++;
        }
      }
      safe.await(last);
      return (System.nanoTime() - began) * 1e-9 / records;
    }
  }

  /** Knows how far the disk is. */
  private static final class Safe implements Log.Listener {
    private final AtomicLong position = new AtomicLong(-1);
    private final Semaphore news = new Semaphore(0);
    private volatile @Nullable String trouble;

    void await(long until) throws IOException, InterruptedException {
      while (position.get() < until) {
        if (trouble != null) {
          throw new IOException("the journal cannot be measured: " + trouble);
        }
        if (news.tryAcquire(1, TimeUnit.SECONDS)) {
          news.drainPermits();
        }
      }
    }

    @Override
    public void durable(long to) {
      position.accumulateAndGet(to, Math::max);
      news.release();
    }

    @Override
    public void trouble(String message) {
      trouble = message;
      news.release();
    }

    @Override
    public void recovered() {
      trouble = null;
    }
  }
}
