package io.strait.realign.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StepSimulationTest {
  private static final double LAN = 1000;
  private static final double GAP = 100;

  /** Two clusters of so many ranks; latencies 0.01 s and 0.5 s. */
  private static StepModel pair(int left, int right, long chunk, int[]... messages) {
    var first = new int[left + right + 1];
    var interior = new int[left + right];
    var to = new ArrayList<Integer>();
    var bytes = new ArrayList<Long>();
    for (int r = 0; r < left + right; r++) {
      for (boolean inside : new boolean[] {false, true}) {
        interior[r] = inside ? to.size() : 0;
        for (var message : messages) {
          if (message[0] == r && (message[1] < left) == (r < left) == inside) {
            to.add(message[1]);
            bytes.add((long) message[2]);
          }
        }
      }
      first[r + 1] = to.size();
    }
    return new StepModel(
        new int[] {0, left, left + right},
        new double[] {LAN, LAN},
        new double[] {0.01, 0.01},
        new double[] {GAP, GAP, GAP, GAP},
        new double[] {0.5, 0.5, 0.5, 0.5},
        first,
        interior,
        to.stream().mapToInt(i -> i).toArray(),
        bytes.stream().mapToLong(b -> b).toArray(),
        chunk);
  }

  private static double seconds(StepModel model) {
    return StepSimulation.run(model).seconds();
  }

  @Test
  void aMessageInsideTakesItsPortAndTheLatency() {
    assertThat(seconds(pair(2, 1, 100, new int[] {0, 1, 500}))).isCloseTo(0.51, within(1e-12));
  }

  @Test
  void aMessageAcrossTakesThreeHops() {
    // One chunk: port, channel, port, one after the other.
    assertThat(seconds(pair(2, 2, 100, new int[] {1, 3, 100})))
        .isCloseTo(0.1 + 0.01 + 1 + 0.5 + 0.1 + 0.01, within(1e-12));
    // From gateway to gateway the gap alone.
    assertThat(seconds(pair(2, 2, 100, new int[] {0, 2, 100}))).isCloseTo(1.5, within(1e-12));
    // Ten chunks: the channel binds, the others go beside it.
    assertThat(seconds(pair(2, 2, 100, new int[] {1, 3, 1000})))
        .isCloseTo(0.1 + 0.01 + 10 + 0.5 + 0.1 + 0.01, within(1e-12));
  }

  @Test
  void whatCrossesTheGapGoesFirst() {
    var result = StepSimulation.run(pair(3, 1, 100, new int[] {1, 2, 5000}, new int[] {1, 3, 100}));
    // The port sends the external chunk, then all of the others.
    assertThat(result.done()[3]).isCloseTo(0.11 + 1.5, within(1e-12));
    assertThat(result.done()[2]).isCloseTo(0.1 + 5 + 0.01, within(1e-12));
    assertThat(result.sending()[1]).isCloseTo(5.1, within(1e-9));
    assertThat(result.channel()[1]).isCloseTo(1, within(1e-12));
    assertThat(result.use(1)).isCloseTo(1 / 5.11, within(1e-9));
  }

  @Test
  void aGatewayPassesOnBeforeItsRounds() {
    // The chunk comes while the gateway sends 10 s of its own; it waits for one chunk at most.
    var model = pair(1, 3, 100, new int[] {0, 2, 100}, new int[] {1, 3, 10_000});
    var result = StepSimulation.run(model);
    assertThat(result.done()[2]).isBetween(1.5 + 0.11, 1.5 + 0.11 + 0.1 + 1e-9);
    assertThat(result.seconds()).isCloseTo(10.1 + 0.01, within(1e-9));
    assertThat(result.waiting(2)).isEqualTo(result.done()[2]);
  }

  static IntStream seeds() {
    return IntStream.range(0, 60);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void asTheNaiveOne(int seed) {
    var model = random(seed);
    assertThat(seconds(model)).isCloseTo(new NaiveStep(model).seconds(), withinPercentage(1e-9));
  }

  private static StepModel random(int seed) {
    var random = new SplittableRandom(seed);
    int clusters = random.nextInt(1, 5);
    var firstRank = new int[clusters + 1];
    for (int c = 0; c < clusters; c++) {
      firstRank[c + 1] = firstRank[c] + random.nextInt(1, 5);
    }
    int ranks = firstRank[clusters];
    var firstMessage = new int[ranks + 1];
    var interior = new int[ranks];
    var to = new ArrayList<Integer>();
    var bytes = new ArrayList<Long>();
    for (int r = 0; r < ranks; r++) {
      int cluster = 0;
      while (firstRank[cluster + 1] <= r) {
        cluster++;
      }
      for (int i = 0; i < clusters; i++) {
        int other = (cluster + 1 + i) % clusters;
        interior[r] = other == cluster ? to.size() : 0;
        for (int t = firstRank[other]; t < firstRank[other + 1]; t++) {
          if (t != r && random.nextInt(4) > 0) {
            to.add(t);
            bytes.add(random.nextLong(1, 3000));
          }
        }
      }
      firstMessage[r + 1] = to.size();
    }
    return new StepModel(
        firstRank,
        random.doubles(clusters, 500, 5000).toArray(),
        random.doubles(clusters, 0, 0.1).toArray(),
        random.doubles((long) clusters * clusters, 50, 5000).toArray(),
        random.doubles((long) clusters * clusters, 0, 2).toArray(),
        firstMessage,
        interior,
        to.stream().mapToInt(i -> i).toArray(),
        bytes.stream().mapToLong(b -> b).toArray(),
        random.nextLong(50, 1000));
  }

  @Test
  void nothingIsAllocatedPerEvent() {
    var few = pair(2, 2, 10, new int[] {1, 3, 10_000});
    var many = pair(2, 2, 10, new int[] {1, 3, 1_010_000});
    StepSimulation.run(few); // loads what there is to load
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadAllocatedBytes();
    var first = StepSimulation.run(few);
    long middle = threads.getCurrentThreadAllocatedBytes();
    var second = StepSimulation.run(many);
    long end = threads.getCurrentThreadAllocatedBytes();
    // Two numbers for each chunk, and the queue of those that wait for the channel.
    long chunks = 100_000;
    assertThat(second.events() - first.events()).isGreaterThan(4 * chunks);
    assertThat(end - middle - (middle - start)).isLessThan(16 * chunks + (1 << 16));
  }
}
