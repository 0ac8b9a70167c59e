package io.strait.farm.task;

import static io.strait.farm.file.Reduction.MAX;
import static io.strait.farm.file.Reduction.MIN;
import static io.strait.farm.file.Reduction.OWN;
import static io.strait.farm.file.Reduction.SUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.farm.file.Reduction;
import io.strait.kind.code.TaskCode;
import io.strait.model.Element;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums of whole numbers, least and greatest numbers, and what an application combines itself. */
final class ReducersTest {
  @Test
  void whatDoesNotCombineHasNoReducer() {
    assertThat(
            Reducers.of(
                Specs.reducing(Reduction.NONE, Element.DOUBLE), Reducers.class.getClassLoader()))
        .isEmpty();
    assertThat(
            Reducers.of(
                Specs.reducing(Reduction.CONCAT, Element.DOUBLE), Reducers.class.getClassLoader()))
        .isEmpty();
  }

  @Test
  void sumsOfInts() {
    var sum = Specs.reducer(SUM, Element.INT);
    assertThat(sum.result()).isEmpty();
    sum.add(ints(Integer.MAX_VALUE, -5));
    sum.add(ints(Integer.MAX_VALUE, 2));
    assertThatThrownBy(sum::result)
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("element 0 of the sum is 4294967294, which is no int");
    var other = Specs.reducer(SUM, Element.INT);
    other.merge(sum.partial());
    other.add(ints(-Integer.MAX_VALUE, 1));
    assertThat(other.result()).isEqualTo(ints(Integer.MAX_VALUE, -2));
    assertThat(other.partial()).hasSize(7 + 8);
  }

  @Test
  void sumsOfLongs() {
    var sum = Specs.reducer(SUM, Element.LONG);
    sum.add(longs(Long.MAX_VALUE, Long.MIN_VALUE, -1));
    sum.add(longs(Long.MAX_VALUE, Long.MIN_VALUE, 1));
    assertThatThrownBy(sum::result)
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("element 0 of the sum is 18446744073709551614, which is no long");
    var other = Specs.reducer(SUM, Element.LONG);
    other.merge(sum.partial());
    other.add(longs(-Long.MAX_VALUE, -Long.MIN_VALUE, 7));
    assertThatThrownBy(other::result).hasMessageContaining("element 1 of the sum is -27670116");
    other.add(longs(0, Long.MAX_VALUE, 0));
    other.add(longs(0, Long.MAX_VALUE, 0));
    other.add(longs(0, Long.MAX_VALUE, 0));
    assertThat(other.result()).isEqualTo(longs(Long.MAX_VALUE, -3, 7));
  }

  @Test
  void extremes() {
    double nan = Double.NaN;
    double infinity = Double.POSITIVE_INFINITY;
    double[][] rows = {{1, -0.0, nan, 5, infinity}, {-2, 0.0, 3, 5, 1}, {7, 0.0, 1, 5, -infinity}};
    for (var element : new Element[] {Element.FLOAT, Element.DOUBLE}) {
      for (var order : permutations()) {
        var least = Specs.reducer(MIN, element);
        var greatest = Specs.reducer(MAX, element);
        for (int row : order) {
          var one = Specs.reducer(MIN, element);
          one.add(ExactSumTest.bytes(rows[row], element));
          least.merge(one.partial());
          greatest.add(ExactSumTest.bytes(rows[row], element));
        }
        assertThat(least.result())
            .isEqualTo(ExactSumTest.bytes(new double[] {-2, -0.0, nan, 5, -infinity}, element));
        assertThat(greatest.result())
            .isEqualTo(ExactSumTest.bytes(new double[] {7, 0.0, nan, 5, infinity}, element));
      }
    }
    var ints = Specs.reducer(MAX, Element.INT);
    ints.add(ints(Integer.MIN_VALUE, 3));
    ints.add(ints(Integer.MIN_VALUE, Integer.MAX_VALUE));
    assertThat(ints.result()).isEqualTo(ints(Integer.MIN_VALUE, Integer.MAX_VALUE));
    var longs = Specs.reducer(MIN, Element.LONG);
    longs.add(longs(Long.MAX_VALUE, Long.MAX_VALUE - 1));
    longs.add(longs(Long.MAX_VALUE, Long.MAX_VALUE));
    assertThat(longs.result()).isEqualTo(longs(Long.MAX_VALUE, Long.MAX_VALUE - 1));
  }

  private static List<List<Integer>> permutations() {
    var all = new ArrayList<List<Integer>>();
    for (int seed = 0; seed < 20; seed++) {
      var order = new ArrayList<>(List.of(0, 1, 2));
      Collections.shuffle(order, new Random(seed));
      all.add(order);
    }
    return all;
  }

  /** Keeps the longer of two results, or the greater one. */
  public static final class Longest implements Farm {
    @Override
    public byte[] compute(int task, byte[] input) {
      return input;
    }

    @Override
    public byte[] combine(byte[] one, byte[] other) {
      if (one.length > 100 || other.length > 100) {
        throw new IllegalStateException("too long");
      }
      return one.length > other.length
              || (one.length == other.length && Arrays.compare(one, other) > 0)
          ? one
          : other;
    }
  }

  @Test
  void ownCode() {
    var spec =
        new TaskSpec(
            1,
            new TaskCode.JavaClass(Longest.class.getName()),
            OWN,
            Element.DOUBLE,
            List.of(),
            List.of(),
            null);
    var longest = Reducers.of(spec, getClass().getClassLoader()).orElseThrow();
    assertThat(longest.result()).isEmpty();
    longest.merge(longest.partial());
    longest.add(new byte[] {1, 2});
    longest.add(new byte[] {3});
    var other = Reducers.of(spec, getClass().getClassLoader()).orElseThrow();
    other.merge(longest.partial());
    assertThat(other.result()).containsExactly(1, 2);
    assertThatThrownBy(() -> other.add(new byte[101]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too long");
    assertThatThrownBy(() -> other.merge(new byte[] {2, 3}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> other.merge(new byte[0])).isInstanceOf(IllegalArgumentException.class);
    assertThat(other.result()).containsExactly(1, 2);
  }

  @ParameterizedTest
  @EnumSource(Element.class)
  void damagedPartials(Element element) {
    for (var reduction : new Reduction[] {SUM, MIN, MAX}) {
      var random = new Random(4);
      var good = Specs.reducer(reduction, element);
      good.add(new byte[80]);
      byte[] partial = good.partial();
      for (int length = 0; length < partial.length; length++) {
        byte[] cut = Arrays.copyOf(partial, length);
        assertThatThrownBy(() -> good.merge(cut)).isInstanceOf(IllegalArgumentException.class);
      }
      for (int i = 0; i < 2000; i++) {
        byte[] bad = new byte[random.nextInt(100)];
        random.nextBytes(bad);
        if (bad.length > 6) {
          System.arraycopy(partial, 0, bad, 0, random.nextInt(6));
        }
        var fresh = Specs.reducer(reduction, element);
        try {
          fresh.merge(bad);
        } catch (IllegalArgumentException e) {
          assertThat(fresh.result()).isEmpty();
        }
      }
    }
  }

  private static byte[] ints(int... numbers) {
    var buffer = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(numbers).forEach(buffer::putInt);
    return buffer.array();
  }

  private static byte[] longs(long... numbers) {
    var buffer = ByteBuffer.allocate(8 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(numbers).forEach(buffer::putLong);
    return buffer.array();
  }
}
