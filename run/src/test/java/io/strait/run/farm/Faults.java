package io.strait.run.farm;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.LongStream;

/** Tries fault schedules from the command line: first seed, number of seeds, mutation. */
final class Faults {
  private Faults() {}

  public static void main(String[] args) {
    long first = Long.parseLong(args[0]);
    long seeds = Long.parseLong(args[1]);
    var mutation = World.Mutation.valueOf(args.length > 2 ? args[2] : "NONE");
    if (seeds == 1) {
      new World(first, mutation, true).run();
      return;
    }
    Map<Long, String> wrong = new ConcurrentSkipListMap<>();
    long start = System.nanoTime();
    LongStream.range(first, first + seeds)
        .parallel()
        .forEach(
            seed -> {
              try {
                new World(seed, mutation, false).run();
              } catch (AssertionError e) {
                wrong.put(seed, String.valueOf(e.getMessage()));
              }
            });
    System.out.printf(
        "%,d fault schedules, %,d wrong, %.1f s%n",
        seeds, wrong.size(), (System.nanoTime() - start) / 1e9);
    new TreeMap<>(wrong).values().stream().limit(20).forEach(System.out::println);
    System.exit(wrong.isEmpty() ? 0 : 1);
  }
}
