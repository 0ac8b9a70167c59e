package io.strait.realign.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.realign.outcome.RankResult;
import io.strait.transport.fabric.Delays;
import io.strait.transport.fabric.ThreadFabrics;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Phaser;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Steps over threads, bit by bit against the whole array. */
@Tag("long")
final class RealignerTest {
  private static final int CASES = Integer.getInteger("strait.realign.cases", 4);

  static LongStream fifties() {
    long first = Long.getLong("strait.realign.first", 0);
    return LongStream.range(first, first + CASES).map(i -> i * 50);
  }

  /** Messages come after times that differ from pair to pair. */
  private static Delays delays(Random random) {
    long most = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(200_000);
    long seed = random.nextLong();
    return new Delays() {
      @Override
      public long latency(int from, int to) {
        return most == 0 ? 0 : Math.floorMod(seed * (31L * from + to + 1), most);
      }

      @Override
      public double jitter(int from, int to) {
        return most / 4.0;
      }

      @Override
      public long seed() {
        return seed;
      }
    };
  }

  private static final class PhaserBarrier implements Barrier {
    private final Phaser phaser;
    private int phase;

    PhaserBarrier(Phaser phaser) {
      this.phaser = phaser;
    }

    @Override
    public void arrive(Kind kind, long nanos) {
      phase = phaser.arrive();
    }

    @Override
    public boolean poll() {
      return phaser.getPhase() != phase;
    }

    @Override
    public void await() {
      phaser.awaitAdvance(phase);
    }

    @Override
    public long opened() {
      return 0;
    }

    @Override
    public void pulse() {}

    @Override
    public long patience() {
      return 100_000;
    }
  }

  private record Counts(long sent, long received, long interior, long external) {}

  @ParameterizedTest
  @MethodSource("fifties")
  @Timeout(60)
  void everyElementIsWhereItBelongs(long first) throws Exception {
    for (long seed = first; seed < first + 50; seed++) {
      var random = new Random(seed);
      var each = RealignCase.of(random);
      var buffers =
          new Buffers(
              random.nextBoolean() ? 1 + random.nextInt(300) : 4096,
              1 + random.nextInt(3),
              1 + random.nextInt(3),
              1 + random.nextInt(4),
              0);
      double port = random.nextInt(4) == 0 ? 5e6 : Double.POSITIVE_INFINITY;
      run(each, buffers, delays(random), port, seed);
    }
  }

  private static void run(RealignCase each, Buffers buffers, Delays delays, double port, long seed)
      throws Exception {
    var moves = each.moves();
    int ranks = moves.ranks().size();
    List<String> wrong = Collections.synchronizedList(new ArrayList<>());
    List<RankResult> results = Collections.synchronizedList(new ArrayList<>());
    var threads = new ArrayList<Thread>();
    var phaser = new Phaser(ranks);
    try (var fabrics = new ThreadFabrics(ranks, delays);
        var arena = Arena.ofShared()) {
      for (int i = 0; i < ranks; i++) {
        int rank = i;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        var realigner =
                            new Realigner(
                                fabrics.fabric(rank), moves, buffers, new LanPort(port), () -> {});
                        var gate = new PhaserBarrier(phaser);
                        var source = RealignCase.segment(arena, each.part(0, rank));
                        gate.arrive(Barrier.Kind.PREPARE, 0);
                        realigner.serve(gate);
                        for (int step = 0; step < moves.steps(); step++) {
                          var expected = each.part(step + 1, rank);
                          MemorySegment target =
                              arena.allocate(Math.max(1, expected.length), 8).fill((byte) 7);
                          realigner.step(step, source, target, Ledger.NONE);
                          gate.arrive(Barrier.Kind.MOVE, 0);
                          realigner.serve(gate);
                          if (!java.util.Arrays.equals(
                              target.asSlice(0, expected.length).toArray(ValueLayout.JAVA_BYTE),
                              expected)) {
                            wrong.add("rank %d after step %d".formatted(rank, step));
                          }
                          source = target;
                        }
                        results.add(realigner.counters().result(rank, 0, 0, true));
                      } catch (RuntimeException | Error e) {
                        wrong.add("rank %d: %s".formatted(rank, e));
                        fabrics.lost(rank, e.toString());
                        phaser.forceTermination();
                      }
                    }));
      }
      for (var thread : threads) {
        thread.join();
      }
    }
    assertThat(wrong).as("seed %d: %s, %s", seed, each, buffers).isEmpty();
    assertThat(counts(results)).as("seed %d: %s", seed, each).isEqualTo(expected(moves));
  }

  private static Counts counts(List<RankResult> results) {
    return new Counts(
        results.stream().mapToLong(rank -> rank.volume().sent()).sum(),
        results.stream().mapToLong(rank -> rank.volume().received()).sum(),
        results.stream().mapToLong(rank -> rank.messages().interior()).sum(),
        results.stream().mapToLong(rank -> rank.messages().external()).sum());
  }

  /** Messages and bytes as they follow from the distributions alone. */
  private static Counts expected(Moves moves) {
    var ranks = moves.ranks();
    long moved = 0;
    long interior = 0;
    long external = 0;
    for (int step = 0; step < moves.steps(); step++) {
      var section =
          new CommonElements(moves.elementBytes(), moves.phase(step), moves.phase(step + 1));
      for (int from = 0; from < ranks.size(); from++) {
        for (int to = 0; to < ranks.size(); to++) {
          section.begin(
              moves.phase(step),
              moves.block(step, from),
              moves.phase(step + 1),
              moves.block(step + 1, to));
          if (section.bytes() > 0) {
            boolean near = ranks.clusterOf(from) == ranks.clusterOf(to);
            interior += near ? 1 : 0;
            external += near ? 0 : 1;
            moved += from == to ? 0 : section.bytes();
          }
        }
      }
    }
    return new Counts(moved, moved, interior, external);
  }
}
