package io.strait.stencil.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.strait.model.PlanException;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Decomposition;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("real")
final class StencilRunTest {
  private static final int CASES = Integer.getInteger("strait.stencil.cases", 6);

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

  /**
   * Where clusters meet at a corner, borders travel in many small messages: more than have room.
   */
  @ParameterizedTest
  @EnumSource(
      value = Strategy.class,
      names = {"LHRP", "WAVEFRONT"})
  @Timeout(60)
  void manyMessagesUnderWayBlockNobody(Strategy strategy) {
    var each = StencilCase.corner(strategy, 60);
    var kernel = new TestKernel(each.app());
    var wrong = new ArrayList<Long>();
    var options = new StencilRun.Options(strategy, 1, each.delays(), 1);
    new StencilRun(
            each.decomposition(),
            kernel,
            options,
            (iteration, cells, last) ->
                wrong.add(kernel.differences(kernel.reference(iteration), cells)))
        .run();
    assertThat(wrong).containsOnly(0L);
  }

  /** Iterations leave nothing behind for the garbage collector. */
  @ParameterizedTest
  @EnumSource(Strategy.class)
  void nothingIsAllocatedPerIteration(Strategy strategy) {
    long few = allocated(strategy, 500);
    long many = allocated(strategy, 20_500);
    assertThat(many - few).isLessThan(20_000 * 16L);
  }

  private static long allocated(Strategy strategy, int iterations) {
    var each = StencilCase.plain(strategy, iterations);
    var kernel = new TestKernel(each.app());
    var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = bean.getTotalThreadAllocatedBytes();
    new StencilRun(
            each.decomposition(),
            kernel,
            StencilRun.Options.of(strategy, 4),
            (i, cells, last) -> {})
        .run();
    return bean.getTotalThreadAllocatedBytes() - before;
  }
}
