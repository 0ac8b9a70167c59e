package io.strait.realign.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.Axis;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What blocks exchange, beside counting element by element. */
final class MessagePatternTest {
  private final Random random = new Random(5);

  private Axis axis(long extent, int mostProcessors, int mostBlock) {
    long block =
        random.nextInt(8) == 0 ? extent + random.nextInt(3) : 1 + random.nextInt(mostBlock);
    return new Axis(extent, 1 + random.nextInt(mostProcessors), block);
  }

  private static long[][] counted(Axis from, Axis to) {
    var counts = new long[from.processors()][to.processors()];
    for (long x = 0; x < from.extent(); x++) {
      counts[from.owner(x)][to.owner(x)]++;
    }
    return counts;
  }

  private static long[][] rows(AxisRows rows, int from, int to) {
    var counts = new long[from][to];
    for (int i = 0; i < from; i++) {
      rows.row(i);
      for (int k = 0; k < rows.size(); k++) {
        assertThat(rows.elements(k)).isPositive();
        assertThat(counts[i][rows.to(k)]).isZero();
        counts[i][rows.to(k)] = rows.elements(k);
      }
    }
    return counts;
  }

  @Test
  void anyTwoAxes() {
    for (int i = 0; i < 20_000; i++) {
      int most = 1 + random.nextInt(12);
      long extent = 1 + random.nextInt(i % 10 == 0 ? 3000 : 200);
      var from = axis(extent, most, i % 3 == 0 ? 60 : 8);
      var to = axis(extent, 1 + random.nextInt(12), i % 4 == 0 ? 60 : 8);
      assertThat(rows(new AxisRows(from, to), from.processors(), to.processors()))
          .as("%s to %s", from, to)
          .isDeepEqualTo(counted(from, to));
    }
  }

  /** Blocks shorter than the common divisor of the cycles, over whole periods and a rest. */
  @Test
  void sparseRows() {
    for (int block = 1; block <= 6; block++) {
      for (int other = 1; other <= 6; other++) {
        for (long extent : new long[] {720, 721, 1440, 2000}) {
          var from = new Axis(extent, 60, block);
          var to = new Axis(extent, 60, other);
          assertThat(rows(new AxisRows(from, to), 60, 60)).isDeepEqualTo(counted(from, to));
        }
      }
    }
  }

  /** The paper's K parts, far beyond what could be counted; every row has K entries. */
  @Test
  void hugeArrays() {
    long extent = 1L << 52;
    int processors = 1 << 20;
    var from = new Axis(extent, processors, extent / processors);
    var to = new Axis(extent, processors, extent / processors / 8);
    var rows = new AxisRows(from, to);
    for (int i : new int[] {0, 1, 77_777, processors - 1}) {
      rows.row(i);
      assertThat(rows.size()).isEqualTo(8);
      for (int k = 0; k < 8; k++) {
        assertThat(rows.elements(k)).isEqualTo(extent / processors / 8);
        assertThat((i * 8L + k) % processors).isEqualTo(rows.to(k));
      }
    }
    // Some 10^8 common periods, and blocks that would not fit a long if multiplied.
    var cyclic = new AxisRows(new Axis(extent, 1000, 3), new Axis(extent, 1000, 7));
    cyclic.row(999);
    long sum = 0;
    for (int k = 0; k < cyclic.size(); k++) {
      sum += cyclic.elements(k);
    }
    assertThat(sum).isEqualTo(new Axis(extent, 1000, 3).count(999));
    var whole = new AxisRows(new Axis(extent, 1000, extent), new Axis(extent, 4, extent / 4));
    whole.row(0);
    assertThat(whole.size()).isEqualTo(4);
    whole.row(999);
    assertThat(whole.size()).isZero();
  }

  @Test
  void severalDimensions() {
    for (int i = 0; i < 300; i++) {
      int dimensions = 1 + random.nextInt(3);
      var froms = new ArrayList<Axis>();
      var tos = new ArrayList<Axis>();
      for (int d = 0; d < dimensions; d++) {
        long extent = 1 + random.nextInt(24);
        froms.add(axis(extent, 4, 6));
        tos.add(axis(extent, 4, 6));
      }
      var from = new ArrayDistribution(froms);
      var to = new ArrayDistribution(tos);
      var expected = counted(from, to);
      var out = matrix(new MessagePattern(from, to), from.processors(), to.processors());
      var in = matrix(new MessagePattern(to, from), to.processors(), from.processors());
      long messages = 0;
      for (int a = 0; a < from.processors(); a++) {
        for (int b = 0; b < to.processors(); b++) {
          assertThat(out[a][b]).isEqualTo(expected[a][b]);
          assertThat(in[b][a]).isEqualTo(expected[a][b]);
          messages += expected[a][b] > 0 ? 1 : 0;
        }
      }
      assertThat(new MessagePattern(from, to).messages()).isEqualTo(messages);
    }
  }

  private static long[][] counted(ArrayDistribution from, ArrayDistribution to) {
    var counts = new long[from.processors()][to.processors()];
    for (long x = 0; x < from.elements(); x++) {
      counts[owner(from, x)][owner(to, x)]++;
    }
    return counts;
  }

  private static int owner(ArrayDistribution distribution, long element) {
    long rest = element;
    int owner = 0;
    int stride = 1;
    for (var axis : distribution.axes().reversed()) {
      owner += stride * axis.owner(rest % axis.extent());
      stride *= axis.processors();
      rest /= axis.extent();
    }
    return owner;
  }

  private static long[][] matrix(MessagePattern pattern, int from, int to) {
    var counts = new long[from][to];
    for (int i = 0; i < from; i++) {
      pattern.row(i);
      for (int k = 0; k < pattern.size(); k++) {
        counts[i][pattern.to(k)] += pattern.elements(k);
      }
    }
    return counts;
  }
}
