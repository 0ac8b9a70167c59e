package io.strait.stencil.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.model.PlanException;
import io.strait.stencil.plan.Decomposition;
import io.strait.stencil.plan.LayoutBuilder;
import io.strait.stencil.plan.Rect;
import org.junit.jupiter.api.Test;

class LayoutsTest {
  /**
   * Tiles of a band hold different iterations at the same time. A ghost that lay beside several of
   * them would come with the latest, and the band would hide nothing.
   */
  @Test
  void noGhostWaitsForMoreThanOneTileOfBand() {
    int beside = 0;
    for (long seed = 0; seed < 2000; seed++) {
      var one = StencilCase.of(seed);
      if (!one.strategy().hasBand()) {
        continue;
      }
      Decomposition decomposition;
      try {
        decomposition = one.decomposition();
      } catch (PlanException e) {
        continue;
      }
      var layouts = LayoutBuilder.of(decomposition, one.strategy(), 1);
      for (var layout : layouts) {
        for (var ghost : layout.ghosts()) {
          var block = decomposition.blocks().get(ghost.source());
          var met =
              layouts.get(ghost.source()).tiles().stream()
                  .filter(tile -> !tile.meet(ghost.from()).isEmpty())
                  .toList();
          if (met.stream().anyMatch(tile -> isBand(block, tile))) {
            beside++;
            assertThat(met).as("seed %d, rank %d, %s", seed, layout.rank(), ghost).hasSize(1);
          }
        }
      }
    }
    assertThat(beside).isGreaterThan(1000);
  }

  private static boolean isBand(Decomposition.Block block, Rect tile) {
    return block.depth(tile.x0(), tile.y0()) > 0 && block.depth(tile.x1() - 1, tile.y1() - 1) > 0;
  }
}
