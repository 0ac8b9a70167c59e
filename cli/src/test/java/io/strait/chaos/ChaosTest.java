package io.strait.chaos;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is killed, cut and stalled: every result is counted exactly once. */
@Tag("real")
class ChaosTest {
  private static final int AT_A_TIME = Integer.getInteger("strait.chaos-at-a-time", 2);

  private static List<Integer> seeds() {
    Integer seed = Integer.getInteger("strait.chaos-seed");
    int repeat = Integer.getInteger("strait.chaos-repeat", 1);
    return seed == null
        ? IntStream.range(0, Integer.getInteger("strait.chaos-seeds", 2)).boxed().toList()
        : IntStream.range(0, repeat).mapToObj(i -> seed).toList();
  }

  @Test
  @Timeout(3_600)
  void everyResultCountsOnce() throws Exception {
    var failures = new ArrayList<String>();
    var shared = Shared.get();
    try (var threads = Executors.newFixedThreadPool(AT_A_TIME)) {
      var runs = new ArrayList<Future<String>>();
      int number = 0;
      for (int seed : seeds()) {
        var name = "seed-%d-%d".formatted(seed, number++);
        Callable<String> run = () -> failure(shared, seed, name);
        runs.add(threads.submit(run));
      }
      try {
        for (var run : runs) {
          var failure = run.get();
          if (!failure.isEmpty()) {
            failures.add(failure);
          }
        }
      } finally {
        threads.shutdownNow();
      }
    }
    if (!failures.isEmpty()) {
      fail("%d runs failed:%n%s".formatted(failures.size(), String.join("\n", failures)));
    }
  }

  @Test
  @Timeout(300)
  void nothingIsComputedTwiceAfterAnOutage() throws Exception {
    try (var threads = Executors.newFixedThreadPool(2)) {
      var broken = threads.submit(() -> outage("broken", false));
      var silent = threads.submit(() -> outage("silent", true));
      broken.get();
      silent.get();
    }
  }

  private static boolean outage(String name, boolean silent) throws Exception {
    Outage.run(name, silent);
    return true;
  }

  /** Runs a seed; says how it failed, or nothing. */
  private static String failure(Shared shared, int seed, String name) throws IOException {
    var schedule = Schedule.of(seed);
    var folder = shared.site().folder().resolve(name);
    try (var yard =
        new Farmyard(shared.site(), shared.jvm(), folder, Schedule.LEASE, schedule.tasks())) {
      var run = new ChaosRun(schedule, yard);
      try {
        run.run();
        System.out.printf("chaos: seed %d lived through it in %.1f s%n", seed, run.seconds());
      } catch (Exception | AssertionError e) {
        return "%s%s%n%s%nreplay with -Dstrait.chaos-seed=%d; all that was said is in %s%n%s"
            .formatted(schedule, e, firstLines(e), seed, folder, yard.tails());
      }
    }
    Site.delete(folder);
    return "";
  }

  private static String firstLines(Throwable e) {
    return String.join(
        "\n",
        java.util.Arrays.stream(e.getStackTrace())
            .filter(line -> line.getClassName().startsWith("io.strait"))
            .map(line -> "    at " + line)
            .toList());
  }
}
