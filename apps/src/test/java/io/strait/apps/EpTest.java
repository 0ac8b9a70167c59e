package io.strait.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class EpTest {
  private static byte[] sixteen = {};

  @TempDir Path folder;

  @BeforeAll
  static void compute() {
    sixteen = total(ep("S", 16));
  }

  /** What a run would add up. */
  private static byte[] total(Bench bench) {
    var sums = new long[12];
    IntStream.range(0, bench.tasks())
        .parallel()
        .mapToObj(bench::compute)
        .forEachOrdered(
            result -> {
              var numbers = ByteBuffer.wrap(result).order(ByteOrder.LITTLE_ENDIAN);
              for (int i = 0; i < sums.length; i++) {
                sums[i] += numbers.getLong();
              }
            });
    var total = ByteBuffer.allocate(96).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(sums).forEach(total::putLong);
    return total.array();
  }

  private static Bench ep(String size, int tasks) {
    return Bench.of(Ep.class, tasks, "class: " + size);
  }

  /** Clusters with other processors add to the same sum. */
  @Test
  void givesTheSameBitsOnEveryMachine() {
    assertThat(HexFormat.of().formatHex(sixteen, 0, 16))
        .isEqualTo("52873e542a50f3ff3b1ab6c997d1e4ff");
  }

  @ParameterizedTest
  @CsvSource({
    "S, -3.247834652034740e3, -6.958407078382297e3",
    "W, -2.863319731645753e3, -6.320053679109499e3",
    "A, -4.295875165629892e3, -1.580732573678431e4",
  })
  void givesThePublishedSums(String size, double x, double y) throws Exception {
    var bench = ep(size, 16);
    var total = total(bench);
    bench.finish(new Given(16, total, List.of(), folder));
    var lines = Files.readAllLines(folder.resolve("ep.txt"));
    assertThat(lines.getFirst()).startsWith("EP class " + size + " verified: sums ");
    var words = lines.getFirst().split(" ");
    assertThat(Math.abs(Double.parseDouble(words[5]) / x - 1)).isLessThan(1e-11);
    assertThat(Math.abs(Double.parseDouble(words[7]) / y - 1)).isLessThan(1e-11);
    assertThat(lines).hasSize(11);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 100, 256, 300})
  void doesNotDependOnTheNumberOfTasks(int tasks) {
    assertThat(total(ep("S", tasks))).isEqualTo(sixteen);
  }

  /** Pair after pair, as the benchmark describes it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 17, 255})
  void batchesHaveTheBitsOfSinglePairs(int batch) {
    long state = NasRandom.after(2L * Ep.BATCH * batch);
    var sums = new long[12];
    for (int i = 0; i < Ep.BATCH; i++) {
      state = NasRandom.next(state);
      double x = 2 * (0x1p-46 * state) - 1;
      state = NasRandom.next(state);
      double y = 2 * (0x1p-46 * state) - 1;
      double square = x * x + y * y;
      if (square <= 1) {
        double factor = Math.sqrt(-2 * Math.log(square) / square);
        sums[0] += (long) (x * factor * 0x1p40);
        sums[1] += (long) (y * factor * 0x1p40);
        sums[2 + (int) Math.max(Math.abs(x * factor), Math.abs(y * factor))]++;
      }
    }
    var result = ByteBuffer.wrap(ep("S", 256).compute(batch)).order(ByteOrder.LITTLE_ENDIAN);
    for (long sum : sums) {
      assertThat(result.getLong()).isEqualTo(sum);
    }
  }

  @Test
  void aWrongSumFailsTheRun() {
    var bench = ep("S", 1);
    var total = bench.compute(0);
    total[5] ^= 1;
    assertThatThrownBy(() -> bench.finish(new Given(1, total, List.of(), folder)))
        .hasMessageContaining("EP class S is not verified: the sum of x is")
        .hasMessageContaining("expected -3.247834652034740e+03");
    assertThat(folder.resolve("ep.txt")).doesNotExist();
  }

  @Test
  void jumpingEqualsStepping() {
    long state = NasRandom.after(0);
    assertThat(state).isEqualTo(271_828_183L);
    for (int steps = 1; steps < 100_000; steps++) {
      state = NasRandom.next(state);
      if (steps % 7 == 0 || Integer.bitCount(steps) == 1) {
        assertThat(NasRandom.after(steps)).isEqualTo(state);
      }
    }
    assertThat(NasRandom.after(1L << 44)).isEqualTo(NasRandom.after(0)); // its period
  }

  @Test
  void anUnknownClassIsRefused() {
    assertThatThrownBy(() -> ep("Z", 4))
        .hasMessageContaining(":5:47: class is 'Z', expected one of: S, W, A, B");
  }
}
