package io.strait.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A cluster that is cut off for less than its lease goes on with what it holds, and nothing of that
 * is computed again. The way to the master is long, so the gateway has asked for many tasks ahead.
 */
final class Outage {
  private static final int TASKS = 400;
  private static final int LEASE = 60_000;
  private static final int ONE_WAY_MILLIS = 400;
  private static final int OUTAGE_MILLIS = 2_500;

  /** One computation: a line of the tally. */
  private record Computed(int task, long at) {}

  private static List<Computed> read(Path tally) throws IOException {
    if (!Files.exists(tally)) {
      return List.of();
    }
    return Files.readAllLines(tally).stream()
        .map(line -> line.split(" "))
        .map(words -> new Computed(Integer.parseInt(words[0]), Long.parseLong(words[1])))
        .toList();
  }

  private Outage() {}

  /**
   * Runs a farm with an outage in the middle.
   *
   * @param silent whether the way falls silent; else its connections break
   */
  static void run(String name, boolean silent) throws Exception {
    var shared = Shared.get();
    var folder = shared.site().folder().resolve("outage-" + name);
    var tally = folder.resolve("tally");
    try (var yard = new Farmyard(shared.site(), shared.jvm(), folder, LEASE, TASKS)) {
      yard.environment(CountedFarm.TALLY, tally.toString());
      yard.environment(CountedFarm.LEAST, "40");
      yard.environment(CountedFarm.SPREAD, "20");
      try {
        outage(yard, tally, silent);
      } catch (Exception | AssertionError e) {
        throw new AssertionError("%s%n%s".formatted(e.getMessage(), yard.tails()), e);
      }
    }
    Site.delete(folder);
  }

  private static void outage(Farmyard yard, Path tally, boolean silent) throws Exception {
    yard.master().start();
    var gateway = yard.addGateway("east", ONE_WAY_MILLIS);
    var one = yard.addWorker("e1", "east", 2);
    var two = yard.addWorker("e2", "east", 2);
    var way = yard.proxy("east");
    int before = until(yard, tally, TASKS * 6 / 10);
    if (silent) {
      way.stall();
    } else {
      way.refuse();
    }
    long from = System.currentTimeMillis();
    Thread.sleep(OUTAGE_MILLIS);
    long to = System.currentTimeMillis();
    if (silent) {
      way.cut(); // what was on its way is lost
    }
    way.restore();
    assertThat(before).as("computed before the outage").isLessThan(TASKS);
    assertThat(yard.master().await(120_000)).as("exit code of the master").hasValue(0);
    assertThat(Files.readAllBytes(yard.run().resolve("result")))
        .as("result")
        .isEqualTo(CountedFarm.expected(TASKS));
    for (var member : List.of(gateway, one, two)) {
      assertThat(member.await(20_000)).as("exit code of %s", member.name()).hasValue(0);
    }
    var computed = read(tally);
    Map<Integer, Integer> times = new HashMap<>();
    computed.forEach(c -> times.merge(c.task, 1, Integer::sum));
    assertThat(times)
        .as("computations of each task")
        .isEqualTo(
            IntStream.range(0, TASKS)
                .boxed()
                .collect(java.util.stream.Collectors.toMap(t -> t, t -> 1)));
    // A result on its way when the outage began may have arrived: count from a little later on.
    long meanwhile = computed.stream().filter(c -> c.at > from + 100 && c.at < to).count();
    assertThat(meanwhile).as("tasks computed during the outage").isGreaterThanOrEqualTo(10);
  }

  /** Waits until so many computations are done. */
  private static int until(Farmyard yard, Path tally, int count) throws Exception {
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    int done = 0;
    while (done < count) {
      assertThat(System.nanoTime()).as("time until %d are done", count).isLessThan(limit);
      yard.connect();
      Thread.sleep(20);
      done = read(tally).size();
    }
    return done;
  }
}
