package io.strait.farm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Sets of tasks against those of the platform, and as bytes. */
class IdSetTest {
  /** Numbers in heaps and far apart, some of them twice. */
  private static int[] numbers(Random random) {
    var numbers = new int[random.nextInt(60)];
    int at = 0;
    for (int i = 0; i < numbers.length; i++) {
      at =
          switch (random.nextInt(12)) {
            case 0 -> random.nextInt(Integer.MAX_VALUE);
            case 1 -> Integer.MAX_VALUE - 1 - random.nextInt(3);
            case 2 -> random.nextInt(300);
            default -> (int) Math.min(Integer.MAX_VALUE - 1L, at + (long) random.nextInt(3));
          };
      numbers[i] = at;
    }
    return numbers;
  }

  @Test
  void itIsASet() {
    for (int seed = 0; seed < 5_000; seed++) {
      var random = new Random(seed);
      var numbers = numbers(random);
      var right = new TreeSet<Integer>();
      Arrays.stream(numbers).forEach(right::add);
      var set = IdSet.of(numbers.clone(), numbers.length);
      assertThat(set.size()).isEqualTo(right.size());
      assertThat(set.isEmpty()).isEqualTo(right.isEmpty());
      var visited = new ArrayList<Integer>();
      set.forEach(visited::add);
      assertThat(visited).as("seed %d", seed).containsExactlyElementsOf(right);
      for (int number : numbers) {
        for (int near : new int[] {number - 1, number, number + 1}) {
          assertThat(set.contains(near)).isEqualTo(right.contains(near));
        }
      }
      if (!right.isEmpty()) {
        assertThat(set.first()).isEqualTo(right.first());
        assertThat(set.last()).isEqualTo(right.last());
      }
      int bit = 1 << random.nextInt(4);
      right.removeIf(n -> (n & bit) == 0);
      var kept = set.filter(n -> (n & bit) != 0);
      var rest = right.stream().mapToInt(n -> n).toArray();
      assertThat(kept).isEqualTo(IdSet.of(rest, rest.length));
      assertThat(kept.size()).isEqualTo(right.size());
      assertThat(set.all(n -> (n & bit) != 0)).isEqualTo(kept.size() == set.size());
    }
  }

  @Test
  void asBytesAndBack() {
    for (int seed = 0; seed < 1_000; seed++) {
      var numbers = numbers(new Random(seed));
      var set = IdSet.of(numbers, numbers.length);
      var bytes = ByteBuffer.allocate(Ids.size(set));
      Ids.write(bytes, set);
      assertThat(bytes.hasRemaining()).isFalse();
      assertThat(Ids.read(bytes.flip())).as("seed %d", seed).isEqualTo(set);
      for (int length = 0; length < bytes.capacity(); length++) {
        var cut = ByteBuffer.wrap(bytes.array(), 0, length);
        assertThatThrownBy(() -> Ids.read(cut)).isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void hostileBytesAreASetOrRefused() {
    for (int seed = 0; seed < 100_000; seed++) {
      var random = new Random(seed);
      var bytes = new byte[random.nextInt(24)];
      random.nextBytes(bytes);
      if (bytes.length > 0 && random.nextInt(4) > 0) {
        bytes[0] = (byte) random.nextInt(12);
      }
      try {
        var set = Ids.read(ByteBuffer.wrap(bytes));
        var again = ByteBuffer.allocate(Ids.size(set));
        Ids.write(again, set);
        assertThat(Ids.read(again.flip())).isEqualTo(set);
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
  }

  @Test
  void rangesThatAreNone() {
    for (var ranges :
        new int[][] {{0}, {-1, 0}, {5, 4}, {0, 3, 4, 5}, {0, 3, 2, 5}, {7, 8, 1, 2}, {0, 1, 3}}) {
      assertThatThrownBy(() -> IdSet.ofRanges(ranges))
          .as(Arrays.toString(ranges))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** Two numbers may stand for two billion tasks: no memory is taken for them. */
  @Test
  void theLargestSetTakesNoRoom() {
    var all = IdSet.ofRanges(new int[] {0, Integer.MAX_VALUE - 1});
    assertThat(all.size()).isEqualTo(Integer.MAX_VALUE);
    var few = IdSet.ofRanges(new int[] {0, 50_000_000});
    assertThat(few.filter(task -> task < 3)).isEqualTo(IdSet.ofRanges(new int[] {0, 2}));
    assertThat(all.toString()).isEqualTo("0-2147483646");
  }

  @Test
  void aLongSetIsToldShort() {
    var ids = new int[100_000];
    Arrays.setAll(ids, i -> 2 * i);
    assertThat(IdSet.of(ids, ids.length).toString())
        .hasSizeLessThan(100)
        .endsWith(",… (100000 in all)");
  }
}
