package io.strait.realign.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.realign.file.Axis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** ByteRuns against going through all elements. */
final class ByteRunsTest {
  private record Pair(long from, long to) {}

  private static Axis axis(SplittableRandom random, long extent) {
    int processors = 1 + random.nextInt(random.nextBoolean() ? 4 : 12);
    long block =
        switch (random.nextInt(4)) {
          case 0 -> -Math.floorDiv(-extent, processors);
          case 1 -> 1 + random.nextInt(3);
          case 2 -> 1 + random.nextInt(20);
          default -> 1 + random.nextLong(2 * extent);
        };
    return new Axis(extent, processors, block);
  }

  private static List<Pair> naive(Axis source, int i, Axis target, int j) {
    var pairs = new ArrayList<Pair>();
    for (long x = 0; x < source.extent(); x++) {
      if (source.owner(x) == i && target.owner(x) == j) {
        pairs.add(new Pair(source.local(x), target.local(x)));
      }
    }
    return pairs;
  }

  private static List<Pair> runs(ByteRuns runs) {
    var pairs = new ArrayList<Pair>();
    while (runs.next()) {
      long elements = 0;
      for (int g = 0; g < runs.size(); g++) {
        for (long t = 0; t < runs.times(g); t++) {
          for (long k = 0; k < runs.length(g); k++) {
            pairs.add(
                new Pair(
                    runs.from(g) + t * runs.fromStep(g) + k, runs.to(g) + t * runs.toStep(g) + k));
            elements++;
          }
        }
      }
      if (runs.elements() != elements || runs.size() > ByteRuns.MOST) {
        throw new AssertionError("%d elements, not %d".formatted(elements, runs.elements()));
      }
    }
    return pairs;
  }

  @Test
  void everyCommonElementOnce() {
    var random = new SplittableRandom(7);
    var runs = new ByteRuns();
    for (int each = 0; each < 20_000; each++) {
      long extent = 1 + random.nextInt(random.nextInt(10) == 0 ? 3000 : 200);
      var source = axis(random, extent);
      var target = axis(random, extent);
      int i = random.nextInt(source.processors());
      int j = random.nextInt(target.processors());
      runs.begin(source, i, target, j);
      var expected = naive(source, i, target, j);
      var found = runs(runs);
      found.sort(Comparator.comparingLong(Pair::from));
      assertThat(found).as("%s of %s, %s of %s", i, source, j, target).isEqualTo(expected);
      assertThat(runs.count(source, i, target, j)).isEqualTo(expected.size());
    }
  }

  /** Long ones, for which groups must be few. */
  @Test
  void groupsAreFew() {
    var runs = new ByteRuns();
    runs.begin(new Axis(1 << 20, 8, 1 << 17), 3, new Axis(1 << 20, 8, 1), 5);
    assertThat(runs.next()).isTrue();
    assertThat(runs.size()).isLessThanOrEqualTo(3);
    assertThat(runs.elements()).isEqualTo(1 << 14);
    assertThat(runs.next()).isFalse();
    // A period of 6 elements, of which one is common.
    runs.begin(new Axis(6 << 20, 2, 1), 1, new Axis(6 << 20, 3, 1), 2);
    long elements = 0;
    int groups = 0;
    while (runs.next()) {
      groups += runs.size();
      elements += runs.elements();
    }
    assertThat(elements).isEqualTo(1 << 20);
    assertThat(groups).isLessThan(2000);
  }

  @Test
  void leapsAreTheFirst() {
    var random = new SplittableRandom(3);
    for (int each = 0; each < 50_000; each++) {
      long modulus = 2 + random.nextInt(60);
      long step = random.nextLong(modulus);
      long least = 1 + random.nextLong(modulus - 1);
      long most = least + random.nextLong(modulus - least);
      long expected = -1;
      for (long k = 0; k < modulus && expected < 0; k++) {
        long at = k * step % modulus;
        expected = at >= least && at <= most ? k : -1;
      }
      if (ByteRuns.first(step, modulus, least, most) != expected) {
        throw new AssertionError(
            "%d k mod %d in %d to %d is not %d".formatted(step, modulus, least, most, expected));
      }
    }
  }

  /** Nothing in common, far apart, and no overflow. */
  @Test
  void hugeArrays() {
    var runs = new ByteRuns();
    long extent = 1L << 53;
    var source = new Axis(extent, 1_000_003, 1_000_000_007);
    var target = new Axis(extent, 999_983, 998_244_353);
    runs.begin(source, 17, target, 911);
    long seen = 0;
    while (runs.next()) {
      seen += runs.elements();
    }
    assertThat(seen).isNotNegative();
    // What is common to two spreads of the same kind is all that a processor has, or nothing.
    assertThat(runs.count(source, 5, source, 5)).isEqualTo(source.count(5));
    assertThat(runs.count(source, 5, source, 6)).isZero();
  }
}
