package io.strait.realign.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The figures of paper <em>realign</em>, and of what goes beyond it. */
final class RealignTest {
  @Test
  void theSequenceOfThePaper() {
    assertThat(IntStream.range(0, 9).map(x -> Realign.paper(x, 3, 3)))
        .containsExactly(0, 3, 6, 1, 4, 7, 2, 5, 8);
  }

  @Test
  void theClosedFormIsThePapersForClustersOfKProcessors() {
    for (int clusters = 1; clusters <= 12; clusters++) {
      for (int parts = 1; parts <= 12; parts++) {
        int processors = clusters * parts;
        for (int x = 0; x < processors; x++) {
          assertThat(Realign.closedForm(x, parts, processors))
              .isEqualTo(Realign.paper(x, clusters, parts));
        }
      }
    }
  }

  @Test
  void theClosedFormIsAPermutation() {
    for (int processors = 1; processors <= 60; processors++) {
      for (long parts = 1; parts <= 2 * processors; parts++) {
        assertPermutation(parts, processors);
      }
    }
    assertPermutation(999_999_999_999L, 100_000);
    assertPermutation(60_000, 100_000);
  }

  private static void assertPermutation(long parts, int processors) {
    var seen = new BitSet(processors);
    for (int x = 0; x < processors; x++) {
      seen.set(Realign.closedForm(x, parts, processors));
    }
    assertThat(seen.cardinality()).isEqualTo(processors);
    assertThat(seen.length()).isEqualTo(processors);
  }

  @Test
  void whatMayBeInteriorAtMost() {
    assertThat(Realign.mostInterior(new int[] {3, 3, 3}, 3)).isEqualTo(27);
    assertThat(Realign.mostInterior(new int[] {1, 2, 6}, 3)).isEqualTo(1 + 4 + 18);
  }
}
