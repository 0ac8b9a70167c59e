package io.strait.realign.run;

import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.AxisSpread;
import io.strait.realign.file.Permutation;
import io.strait.realign.plan.Ranks;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random realignments of small arrays, and the array itself, whole. */
final class RealignCase {
  private final Moves moves;
  private final byte[] whole;

  private RealignCase(Moves moves, byte[] whole) {
    this.moves = moves;
    this.whole = whole;
  }

  Moves moves() {
    return moves;
  }

  /** A grid of clusters with so many hosts, each joined to the next. */
  static Grid grid(int... sizes) {
    var text = new StringBuilder("grid: test\nclusters:\n");
    for (int c = 0; c < sizes.length; c++) {
      text.append("  c%d: {hosts: [{name: h%d-, count: %d}]}\n".formatted(c, c, sizes[c]));
    }
    text.append("links:\n");
    for (int c = 0; c + 1 < sizes.length; c++) {
      text.append("  - {between: [c%d, c%d]}\n".formatted(c, c + 1));
    }
    return GridFile.read(
        Document.parse(
            "test", sizes.length == 1 ? text.toString().replace("links:\n", "") : text.toString()));
  }

  static RealignCase of(Random random) {
    int clusters = 1 + random.nextInt(3);
    var sizes = new int[clusters];
    int ranks = 0;
    for (int c = 0; c < clusters; c++) {
      sizes[c] = 1 + random.nextInt(4);
      ranks += sizes[c];
    }
    int dimensions = 1 + random.nextInt(4);
    var shape = new ArrayList<Long>();
    for (int i = 0; i < dimensions; i++) {
      shape.add(1L + random.nextInt(dimensions == 1 ? 3000 : dimensions == 2 ? 60 : 12));
    }
    int steps = 1 + random.nextInt(3);
    var phases = new ArrayList<ArrayDistribution>();
    var numberings = new ArrayList<Permutation>();
    // Partitions want multiples; the shape is stretched for the first one that comes.
    int partitioned = random.nextInt(dimensions);
    int parts = 1 + random.nextInt(5);
    var factors = factors(ranks, dimensions, random);
    shape.set(partitioned, (long) parts * factors.get(partitioned) * (1 + random.nextInt(4)));
    for (int phase = 0; phase <= steps; phase++) {
      boolean partition = phase == steps && random.nextBoolean();
      var processors = partition ? factors : factors(ranks, dimensions, random);
      var spreads = new ArrayList<AxisSpread>();
      for (int i = 0; i < dimensions; i++) {
        spreads.add(
            partition && i == partitioned
                ? AxisSpread.partition(parts)
                : spread(random, processors.get(i)));
      }
      phases.add(ArrayDistribution.of(shape, spreads, processors));
      var numbers = new ArrayList<Integer>();
      for (int i = 0; i < ranks; i++) {
        numbers.add(i);
      }
      if (random.nextInt(4) > 0) {
        Collections.shuffle(numbers, random);
      }
      numberings.add(Permutation.of(numbers.stream().mapToInt(i -> i).toArray()));
    }
    int[] usual = {1, 2, 4, 8, 16};
    int element = random.nextInt(3) > 0 ? usual[random.nextInt(5)] : 1 + random.nextInt(100);
    var moves = new Moves(Ranks.of(grid(sizes)), element, 1, phases, numberings);
    var whole = new byte[Math.toIntExact(moves.bytes())];
    random.nextBytes(whole);
    return new RealignCase(moves, whole);
  }

  private static AxisSpread spread(Random random, int processors) {
    return switch (random.nextInt(processors == 1 ? 4 : 3)) {
      case 0 -> AxisSpread.BLOCK;
      case 1 -> AxisSpread.cyclic(1);
      case 2 -> AxisSpread.cyclic(1 + random.nextInt(9));
      default -> AxisSpread.NONE;
    };
  }

  /** So many processors, dealt out to dimensions at random. */
  private static List<Integer> factors(int ranks, int dimensions, Random random) {
    var sides = new ArrayList<>(Collections.nCopies(dimensions, 1));
    int rest = ranks;
    for (int factor = 2; rest > 1; factor++) {
      while (rest % factor == 0) {
        int side = random.nextInt(dimensions);
        sides.set(side, sides.get(side) * factor);
        rest /= factor;
      }
    }
    return sides;
  }

  /** The part that a rank should have of a phase, element by element. */
  byte[] part(int phase, int rank) {
    var distribution = moves.phase(phase);
    int block = moves.block(phase, rank);
    int bytes = moves.elementBytes();
    var part = new byte[Math.toIntExact(moves.bytes(phase, rank))];
    var axes = distribution.axes();
    long elements = distribution.elements();
    for (long element = 0; element < elements; element++) {
      long rest = element;
      long stride = 1;
      long place = 0;
      boolean own = true;
      for (int i = axes.size() - 1; i >= 0; i--) {
        var axis = axes.get(i);
        long x = rest % axis.extent();
        rest /= axis.extent();
        int coordinate = distribution.coordinate(block, i);
        own &= axis.owner(x) == coordinate;
        place += axis.local(x) * stride;
        stride *= axis.count(coordinate);
      }
      if (own) {
        System.arraycopy(whole, (int) element * bytes, part, (int) place * bytes, bytes);
      }
    }
    return part;
  }

  /** A segment outside of the heap with these bytes. */
  static MemorySegment segment(java.lang.foreign.Arena arena, byte[] bytes) {
    var segment = arena.allocate(Math.max(1, bytes.length), 8);
    MemorySegment.copy(bytes, 0, segment, java.lang.foreign.ValueLayout.JAVA_BYTE, 0, bytes.length);
    return segment;
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int phase = 0; phase < moves.phases(); phase++) {
      text.append(moves.phase(phase)).append(' ');
    }
    return "%d ranks, %d bytes, %s".formatted(moves.ranks().size(), moves.elementBytes(), text);
  }
}
