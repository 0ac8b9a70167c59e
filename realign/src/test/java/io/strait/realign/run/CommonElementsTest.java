package io.strait.realign.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.AxisSpread;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Packing and unpacking against going through all elements. */
final class CommonElementsTest {
  @Test
  void piecesOfAnySizeArriveWhereTheyBelong() {
    for (int seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      var each = RealignCase.of(random);
      var moves = each.moves();
      int ranks = moves.ranks().size();
      try (var arena = Arena.ofConfined()) {
        var sending = new CommonElements(moves.elementBytes(), moves.phase(0), moves.phase(1));
        var receiving = new CommonElements(moves.elementBytes(), moves.phase(0), moves.phase(1));
        var sources = new ArrayList<MemorySegment>();
        for (int from = 0; from < ranks; from++) {
          sources.add(RealignCase.segment(arena, each.part(0, from)));
        }
        for (int to = 0; to < ranks; to++) {
          var expected = each.part(1, to);
          var got = arena.allocate(Math.max(1, expected.length), 8);
          for (int from = 0; from < ranks; from++) {
            var source = sources.get(from);
            sending.begin(moves.phase(0), moves.block(0, from), moves.phase(1), moves.block(1, to));
            receiving.begin(
                moves.phase(0), moves.block(0, from), moves.phase(1), moves.block(1, to));
            if (random.nextInt(4) == 0) {
              if (sending.bytes() > 0) {
                sending.move(source, got);
              }
              continue;
            }
            int most = 1 + random.nextInt(500);
            var buffer = arena.allocate(most + 8L, 8);
            while (!sending.isDone()) {
              long room = 1 + random.nextInt(most);
              long packed = sending.pack(source, buffer, 8, room);
              long left = sending.bytes() - receiving.done();
              if (packed != Math.min(room, left)
                  || receiving.unpack(buffer, 8, packed, got) != packed) {
                throw new AssertionError("%d of %d bytes, seed %d".formatted(packed, left, seed));
              }
            }
            assertThat(receiving.isDone()).isTrue();
          }
          assertThat(got.asSlice(0, expected.length).toArray(ValueLayout.JAVA_BYTE))
              .as("seed %d, to rank %d: %s", seed, to, each)
              .isEqualTo(expected);
        }
      }
    }
  }

  /** Neither for a piece nor for a message. */
  @Test
  void nothingIsAllocated() {
    var source =
        ArrayDistribution.of(
            List.of(60L, 64L), List.of(AxisSpread.BLOCK, AxisSpread.cyclic(3)), List.of(2, 2));
    var target =
        ArrayDistribution.of(
            List.of(60L, 64L), List.of(AxisSpread.cyclic(2), AxisSpread.BLOCK), List.of(4, 1));
    var section = new CommonElements(8, source, target);
    var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (var arena = Arena.ofConfined()) {
      var part = arena.allocate(60 * 64 * 8, 8);
      var buffer = arena.allocate(128, 8);
      long pieces = 0;
      long before = 0;
      for (int round = 0; round < 5000; round++) {
        if (round == 3000) {
          pieces = 0;
          before = bean.getCurrentThreadAllocatedBytes();
        }
        section.begin(source, round % 4, target, round / 4 % 4);
        while (!section.isDone()) {
          long ignored = section.pack(part, buffer, 0, 128);
          pieces++;
        }
      }
      long allocated = bean.getCurrentThreadAllocatedBytes() - before;
      assertThat(pieces).isGreaterThan(20_000);
      assertThat(allocated).isLessThan(1000);
    }
  }
}
