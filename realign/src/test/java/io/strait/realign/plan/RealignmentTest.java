package io.strait.realign.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.PlanException;
import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.AxisSpread;
import io.strait.realign.file.Renumber;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example in the documentation, and what is refused. */
final class RealignmentTest {
  private static ArrayDistribution distribution(long extent, AxisSpread spread, int processors) {
    return ArrayDistribution.of(List.of(extent), List.of(spread), List.of(processors));
  }

  @Test
  void theExample() {
    var source = distribution(81, AxisSpread.BLOCK, 9);
    var target = distribution(81, AxisSpread.partition(3), 9);
    var plan = Realignment.plan(source, target, 8, Realignment.clusters(3, 3, 3), Renumber.SOURCE);
    assertThat(plan.numberings().getFirst().of(1)).isEqualTo(3);
    assertThat(plan.before().traffic().external()).isEqualTo(18);
    assertThat(plan.after().traffic().external()).isZero();
    assertThat(plan.after().traffic().interiorBytes()).isEqualTo(81 * 8);
    assertThat(plan.isOptimal()).isTrue();
  }

  @Test
  void whatDoesNotFit() {
    var nine = distribution(81, AxisSpread.BLOCK, 9);
    var grid = Realignment.clusters(3, 3, 2);
    assertThatThrownBy(() -> Realignment.plan(nine, nine, 8, grid, Renumber.SOURCE))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("9 processors, expected 8");
    var many = new int[1001];
    Arrays.fill(many, 1);
    var tooMany = Realignment.clusters(many);
    assertThatThrownBy(() -> Realignment.plan(nine, nine, 8, tooMany, Renumber.SOURCE))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("1001 clusters")
        .hasMessageContaining("at most 1000 clusters");
    var other = distribution(80, AxisSpread.BLOCK, 9);
    assertThatThrownBy(() -> Realignment.plan(nine, other, 8, grid, Renumber.SOURCE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("different shape");
    assertThatThrownBy(() -> Realignment.clusters(3, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
