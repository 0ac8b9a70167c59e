package io.strait.measure.grid.probe;

import io.strait.measure.MedianInterval;
import io.strait.measure.SpeedKernel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * The speed of a host, alone and with all cores busy.
 *
 * <p>Operations are counted over the time that threads had a core: so other programs do not make a
 * host slower. What they took is in {@code available}. Where a quota leaves the host less than its
 * cores, a core is slower by as much.
 *
 * @param one flop per second of a core while the others are idle
 * @param all flop per second of a core while all are busy
 * @param available the share of the cores' time that was to be had
 * @param cpus that a quota leaves the host; infinite without one
 */
public record HostSpeed(MedianInterval one, MedianInterval all, double available, double cpus) {
  private static final int STEPS = 400_000;
  private static final int ROUNDS = 9;

  /** A round has some parts, of which the best counts: neighbours come and go quickly. */
  private static final int PARTS = 6;

  private static final double PART_SECONDS = 0.01;
  private static final double WARM_SECONDS = 0.1;
  private static final int MOST_WARM_UPS = 40;
  private static final int ENOUGH = 8;
  private static final AtomicBoolean WARM = new AtomicBoolean();

  /** What a thread did. */
  private record Work(double operations, double cpu, double wall) {
    Work and(Work other) {
      return new Work(operations + other.operations, cpu + other.cpu, wall + other.wall);
    }

    double speed() {
      return operations / cpu;
    }
  }

  /**
   * What two measurements at different times say: what disturbs a host makes it slower, so the best
   * speed counts, and the interval holds both.
   */
  public HostSpeed better(HostSpeed other) {
    return new HostSpeed(
        better(one, other.one),
        better(all, other.all),
        0.5 * (available + other.available),
        other.cpus);
  }

  /**
   * The speed of a host on the same machine as another one with as many cores: a core of theirs is
   * the same core, of which a quota may leave each its part.
   */
  public HostSpeed onOneMachineWith(HostSpeed other, int cores) {
    return new HostSpeed(
        better(one, other.one, share(cpus, 1) / share(other.cpus, 1)),
        better(all, other.all, share(cpus, cores) / share(other.cpus, cores)),
        available,
        cpus);
  }

  private static MedianInterval better(MedianInterval mine, MedianInterval other, double factor) {
    double best = Math.max(mine.median(), factor * other.median());
    return new MedianInterval(best, mine.low(), Math.max(best, mine.high()));
  }

  /** The part of a core that a thread has. */
  private static double share(double cpus, int threads) {
    return Math.min(1, cpus / threads);
  }

  private static MedianInterval better(MedianInterval one, MedianInterval other) {
    return new MedianInterval(
        Math.max(one.median(), other.median()),
        Math.min(one.low(), other.low()),
        Math.max(one.high(), other.high()));
  }

  /** Measures this host. */
  public static HostSpeed measure(int cores) throws IOException {
    warmUp();
    var alone = rounds(1);
    var busy = cores == 1 ? alone : rounds(cores);
    var shares = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      shares[i] = busy.get(i).available();
    }
    double available = Math.clamp(MedianInterval.of(shares).median(), 0.01, 1);
    return new HostSpeed(interval(alone), interval(busy), available, CpuQuota.cpus());
  }

  /** Computes until that gets no faster, because Java compiles what runs often. */
  private static void warmUp() {
    double best = 0;
    int same = 0;
    int enough = WARM.getAndSet(true) ? 1 : ENOUGH;
    for (int i = 0; i < MOST_WARM_UPS && same < enough; i++) {
      var work = spin(WARM_SECONDS);
      double speed = work.speed();
      same = speed > 1.1 * best ? 0 : same + 1;
      best = Math.max(best, speed);
    }
  }

  private static MedianInterval interval(List<Round> rounds) {
    // What disturbs a round makes it slower: the best counts, as it does for this machine's speed.
    var speeds = rounds.stream().mapToDouble(Round::speed).sorted().toArray();
    double best = speeds[speeds.length - 1];
    return new MedianInterval(best, speeds[speeds.length / 2], best);
  }

  /**
   * A round.
   *
   * @param speed of a core
   */
  private record Round(double speed, double available) {}

  private static List<Round> rounds(int threads) throws IOException {
    var rounds = new ArrayList<Round>();
    double share = share(CpuQuota.cpus(), threads);
    try (var pool = Executors.newFixedThreadPool(threads)) {
      for (int i = 0; i < ROUNDS; i++) {
        var start = new CyclicBarrier(threads);
        var work = new ArrayList<Future<List<Work>>>();
        for (int t = 0; t < threads; t++) {
          work.add(
              pool.submit(
                  () -> {
                    start.await();
                    return Stream.generate(() -> spin(PART_SECONDS)).limit(PARTS).toList();
                  }));
        }
        rounds.add(round(work, share));
      }
    }
    return rounds;
  }

  private static Round round(List<Future<List<Work>>> work, double share) throws IOException {
    var parts = new Work[PARTS];
    Arrays.fill(parts, new Work(0, 0, 0));
    for (var each : work) {
      try {
        var done = each.get();
        Arrays.setAll(parts, i -> parts[i].and(done.get(i)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      } catch (ExecutionException e) {
        throw new IOException("the kernel failed: " + e.getCause(), e);
      }
    }
    double best = Arrays.stream(parts).mapToDouble(Work::speed).max().orElseThrow();
    var all = Arrays.stream(parts).reduce(Work::and).orElseThrow();
    return new Round(share * best, Math.min(1, all.cpu() / (share * all.wall())));
  }

  /** Computes for so long by the clock on the wall. */
  private static Work spin(double seconds) {
    long start = System.nanoTime();
    long cpu = CpuTime.nanos();
    double operations = 0;
    do {
      operations += SpeedKernel.run(STEPS);
    } while ((System.nanoTime() - start) * 1e-9 < seconds);
    return new Work(operations, (CpuTime.nanos() - cpu) * 1e-9, (System.nanoTime() - start) * 1e-9);
  }

  Note into(Note note) {
    return put(put(note, "one", one), "all", all).with("available", available).with("cpus", cpus);
  }

  private static Note put(Note note, String key, MedianInterval value) {
    return note.with(key, value.median())
        .with(key + "-low", value.low())
        .with(key + "-high", value.high());
  }

  /** The speed of an answer. */
  public static HostSpeed of(Note note) throws IOException {
    return new HostSpeed(
        get(note, "one"), get(note, "all"), note.number("available"), note.number("cpus"));
  }

  private static MedianInterval get(Note note, String key) throws IOException {
    return new MedianInterval(
        note.number(key), note.number(key + "-low"), note.number(key + "-high"));
  }
}
