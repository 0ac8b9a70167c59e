package io.strait.run.stencil;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.plan.PlanException;
import io.strait.plan.stencil.Decomposition;
import java.util.ArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StencilRunTest {
  private static final int CASES = Integer.getInteger("strait.stencil.cases", 10);

  static LongStream hundreds() {
    long first = Long.getLong("strait.stencil.first", 0);
    return LongStream.range(first, first + CASES).map(i -> i * 100);
  }

  /** Whatever the strategy, the matrix, the gaps and the delays: the same bits. */
  @ParameterizedTest
  @MethodSource("hundreds")
  @Timeout(120)
  void everyCellIsTheSameToTheLastBit(long first) {
    int fitting = 0;
    for (long seed = first; seed < first + 100; seed++) {
      var each = StencilCase.of(seed);
      Decomposition decomposition;
      try {
        decomposition = each.decomposition();
      } catch (PlanException e) {
        continue;
      }
      fitting++;
      var kernel = new TestKernel(each.app());
      var seen = new ArrayList<String>();
      var options = new StencilRun.Options(each.strategy(), each.depth(), each.delays(), 0);
      var wrong = new ArrayList<String>();
      new StencilRun(
              decomposition,
              kernel,
              options,
              (iteration, cells, last) -> {
                long different = kernel.differences(kernel.reference(iteration), cells);
                seen.add(iteration + (last ? " last" : ""));
                if (different > 0) {
                  wrong.add("%d cells after iteration %d".formatted(different, iteration));
                }
              })
          .run();
      assertThat(wrong).as("seed %d, %s", seed, each).isEmpty();
      assertThat(seen).as("seed %d", seed).contains(each.app().iterations() + " last");
    }
    assertThat(fitting).isGreaterThan(50);
  }
}
