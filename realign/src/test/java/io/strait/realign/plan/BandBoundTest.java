package io.strait.realign.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.AxisSpread;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.file.Renumber;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must cross gaps in the paper's realignment, both sides free. */
final class BandBoundTest {
  /**
   * Two clusters of any sizes, any K: each cluster's part of the bound beside all sets of targets.
   */
  @Test
  void noSetOfBlocksHasMoreInside() {
    for (int blocks = 2; blocks <= 11; blocks++) {
      for (int parts = 1; parts < blocks; parts++) {
        var most = mostInside(blocks, parts);
        for (int size = 1; size < blocks; size++) {
          int other = blocks - size;
          int external = blocks * parts - most[size] - most[other];
          assertThat(bound(blocks, parts, size, AxisSpread.BLOCK, AxisSpread.partition(parts)))
              .as("%d blocks, %d of them here, K = %d", blocks, size, parts)
              .isCloseTo(external, within(1e-9));
          assertThat(bound(blocks, parts, size, AxisSpread.partition(parts), AxisSpread.BLOCK))
              .isCloseTo(external, within(1e-9));
        }
      }
    }
  }

  /** Every message one element and every external one a cost of 1. */
  private static double bound(
      int blocks, int parts, int size, AxisSpread source, AxisSpread target) {
    var shape = List.of((long) blocks * parts);
    var phases =
        List.of(
            ArrayDistribution.of(shape, List.of(source), List.of(blocks)),
            ArrayDistribution.of(shape, List.of(target), List.of(blocks)));
    return BandBound.of(new Problem(phases, new int[] {size, blocks - size}, FlowsOf.unit(2)), 0);
  }

  /** By number of blocks: the most messages that so many targets get from as many senders. */
  private static int[] mostInside(int blocks, int parts) {
    var most = new int[blocks + 1];
    var came = new int[blocks];
    for (int targets = 0; targets < 1 << blocks; targets++) {
      for (int x = 0; x < blocks; x++) {
        came[x] = 0;
        for (int j = 0; j < parts; j++) {
          came[x] -= targets >> (x * parts + j) % blocks & 1; // so that the most come first
        }
      }
      Arrays.sort(came);
      int size = Integer.bitCount(targets);
      int inside = 0;
      for (int i = 0; i < size; i++) {
        inside -= came[i];
      }
      most[size] = Math.max(most[size], inside);
    }
    return most;
  }

  @ParameterizedTest
  @CsvSource({"50 50 50, 7, 36", "40 41 43, 8, 48", "33 61 90, 6, 26", "700 800 900, 4, 0"})
  void provesWhatIsFoundForManyBlocks(String sizes, int parts, long external) {
    RealignPlan plan =
        new PaperCase(Arrays.stream(sizes.split(" ")).mapToInt(Integer::parseInt).toArray(), parts)
            .plan(Renumber.BOTH);
    assertThat(plan.after().traffic().external()).isEqualTo(external);
    assertThat(plan.isOptimal()).isTrue();
  }

  /** More parts than blocks: some go to everybody, whoever that is. */
  @Test
  void morePartsThanBlocks() {
    var plan = new PaperCase(new int[] {20, 21, 22}, 70).plan(Renumber.BOTH);
    assertThat(plan.isOptimal()).isTrue();
    assertThat(plan.lowerBound()).isPositive();
  }
}
