package io.strait.farm.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs of farms in which everything goes wrong: afterwards every task was counted exactly once, and
 * nothing that was acknowledged is gone. {@code tools/faults} tries a million of them, {@code
 * tools/faults --seed 17} replays one and prints all that happens.
 */
@Tag("long")
class FaultsTest {
  @Test
  void everyTaskIsCountedOnceWhateverHappens() {
    String one = System.getProperty("strait.seed");
    if (one != null) {
      new World(Long.parseLong(one), World.Mutation.NONE, true).run();
      return;
    }
    long seeds = Long.getLong("strait.seeds", 1_000);
    long first = Long.getLong("strait.first-seed", 1);
    var messages = new AtomicLong();
    var crashes = new AtomicLong();
    var departures = new AtomicLong();
    var refusals = new AtomicLong();
    var orders = new AtomicLong();
    LongStream.range(first, first + seeds)
        .parallel()
        .forEach(
            seed -> {
              var world = new World(seed, World.Mutation.NONE, false);
              world.run();
              messages.addAndGet(world.network().messages);
              crashes.addAndGet(world.crashes);
              departures.addAndGet(world.departures);
              refusals.addAndGet(world.tokens.refusals);
              orders.addAndGet(world.orders);
            });
    System.out.printf(
        "fault schedules: %,d passed, with %,d messages, %,d crashes, %,d departures, %,d"
            + " expired tokens and %,d orders%n",
        seeds, messages.get(), crashes.get(), departures.get(), refusals.get(), orders.get());
    assertThat(crashes.get()).isGreaterThan(seeds);
    assertThat(departures.get()).isGreaterThan(seeds / 3);
  }

  /** So many that the error that is rarest to show is not missed by chance. */
  private static final int MUTATED = 1_500;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void errorsPutInOnPurposeAreFound(World.Mutation mutation) {
    var found =
        LongStream.range(0, MUTATED)
            .parallel()
            .filter(
                seed -> {
                  try {
                    new World(seed, mutation, false).run();
                    return false;
                  } catch (AssertionError expected) {
                    return true;
                  }
                })
            .findAny();
    System.out.printf("%s: found by fault schedule %d%n", mutation, found.orElse(-1));
    assertThat(found).isPresent();
  }
}
