package io.strait.stencil.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.model.Element;
import io.strait.stencil.plan.Rect;
import io.strait.stencil.run.CellSweep.Shrinking;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the order of computing, every bit is that of iterations written down naively. */
class CellSweepTest {
  /** Rectangle, kernel and number of iterations of one case. */
  private record Case(Element type, int radius, Rect rect, int iterations, Shrinking shrinking) {
    static Case of(SplittableRandom random) {
      var types = new Element[] {Element.DOUBLE, Element.FLOAT, Element.INT};
      int x0 = random.nextInt(-5, 100);
      int y0 = random.nextInt(-5, 100);
      return new Case(
          types[random.nextInt(types.length)],
          random.nextInt(1, 3),
          new Rect(x0, y0, x0 + random.nextInt(1, 41), y0 + random.nextInt(1, 41)),
          random.nextInt(1, 12),
          new Shrinking(
              random.nextBoolean(),
              random.nextBoolean(),
              random.nextBoolean(),
              random.nextBoolean()));
    }

    Case withoutShrinking() {
      return new Case(type, radius, rect, iterations, Shrinking.NOWHERE);
    }

    FieldShape shape() {
      return new FieldShape(rect, radius, type.bytes());
    }

    Kernel kernel() {
      int r = radius;
      return switch (type) {
        case DOUBLE ->
            new DoubleKernel() {
              @Override
              public double next(Around cell) {
                double sum = 0;
                for (int i = 1; i <= r; i++) {
                  sum += (cell.at(-i, 0) + cell.at(i, 0)) + (cell.at(0, -i) + cell.at(0, i)) / i;
                }
                return 0.2 * sum + cell.at(r, -r) / 7;
              }

              @Override
              public double start(long x, long y) {
                return 0;
              }
            };
        case FLOAT ->
            new FloatKernel() {
              @Override
              public float next(Around cell) {
                return 0.3f * (cell.at(-r, 0) + cell.at(r, r)) + 0.2f * cell.at(0, -r);
              }

              @Override
              public double start(long x, long y) {
                return 0;
              }
            };
        default ->
            new IntKernel() {
              @Override
              public int next(Around cell) {
                return 31 * cell.at(-r, -r) + 17 * cell.at(r, 0) + (cell.at(0, 0) ^ cell.at(0, r));
              }

              @Override
              public double start(long x, long y) {
                return 0;
              }
            };
      };
    }

    /** A field of random cells; one of the same seed has the same. */
    MemorySegment field(Arena arena, long seed) {
      var random = new SplittableRandom(seed);
      var shape = shape();
      var field = shape.allocate(arena);
      var all = rect.grow(radius, radius);
      for (int x = all.x0(); x < all.x1(); x++) {
        for (int y = all.y0(); y < all.y1(); y++) {
          Cells.set(field, type, shape.at(x, y), random.nextDouble(-1000, 1000));
        }
      }
      return field;
    }
  }

  private static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  /** Iterations cell by cell over whole copies, by the rules of the class comment alone. */
  private static double[][][] naive(Case c, MemorySegment field) {
    var all = c.rect.grow(c.radius, c.radius);
    var versions = new double[c.iterations + 1][all.width()][all.height()];
    var arena = Arena.ofAuto();
    var from = arena.allocate(field.byteSize()).copyFrom(field);
    var kernel = c.kernel();
    var shape = c.shape();
    for (int t = 0; ; t++) {
      for (int x = all.x0(); x < all.x1(); x++) {
        for (int y = all.y0(); y < all.y1(); y++) {
          versions[t][x - all.x0()][y - all.y0()] = Cells.get(from, c.type, shape.at(x, y));
        }
      }
      if (t == c.iterations) {
        return versions;
      }
      var to = arena.allocate(field.byteSize()).copyFrom(from);
      var rect = c.shrinking.after(t * c.radius, c.rect);
      for (int x = rect.x0(); x < rect.x1(); x++) {
        for (int y = rect.y0(); y < rect.y1(); y++) {
          var column = new Column();
          column.fields(from, to, shape.stride());
          column.cells(shape.at(x, y), 1, x, y);
          kernel.advance(column);
        }
      }
      from = to;
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void skewedAndPlainAreTheSameToTheLastBit(long seed) {
    var c = Case.of(new SplittableRandom(seed));
    var last = c.shrinking.after((c.iterations - 1) * c.radius, c.rect);
    try (var arena = Arena.ofConfined()) {
      var expected = naive(c, c.field(arena, seed))[c.iterations];
      for (boolean isSkewed : new boolean[] {false, true}) {
        var fields = new MemorySegment[] {c.field(arena, seed), c.field(arena, seed)};
        var sweep =
            new CellSweep(c.kernel(), c.type.bytes(), c.radius)
                .on(fields[0], fields[1], c.shape().origin(), c.shape().stride());
        if (isSkewed) {
          // As many slices as rows at most.
          sweep.skewed(c.rect, c.iterations, c.shrinking, 1 + (int) (seed % 50));
        } else {
          sweep.plain(c.rect, c.iterations, c.shrinking);
        }
        assertSame(c, last, expected, fields[c.iterations & 1]);
      }
    }
  }

  private static void assertSame(Case c, Rect rect, double[][] expected, MemorySegment field) {
    int x0 = c.rect.x0() - c.radius;
    int y0 = c.rect.y0() - c.radius;
    for (int x = rect.x0(); x < rect.x1(); x++) {
      for (int y = rect.y0(); y < rect.y1(); y++) {
        assertThat(Cells.get(field, c.type, c.shape().at(x, y)))
            .as("%s at %d, %d", c, x, y)
            .isEqualTo(expected[x - x0][y - y0]);
      }
    }
  }

  /**
   * A band between two borders whose versions are known: diagonal after diagonal from the far
   * border, as in a wavefront, each needing one version more of both borders.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void diagonalsAreTheSameToTheLastBit(long seed) {
    var random = new SplittableRandom(seed);
    var c = Case.of(random).withoutShrinking();
    boolean fromRight = random.nextBoolean();
    var rect = c.rect;
    int r = c.radius;
    int groups = Math.ceilDiv(rect.width(), r);
    int versions = c.iterations + groups;
    var all = new Case(c.type, r, rect, versions, Shrinking.NOWHERE);
    try (var arena = Arena.ofConfined()) {
      var field = c.field(arena, seed);
      var expected = naive(all, field);
      var fields = new MemorySegment[] {c.field(arena, seed), c.field(arena, seed)};
      var shape = c.shape();
      var sweep = new CellSweep(c.kernel(), c.type.bytes(), r);
      int first = fromRight ? rect.x1() - 1 : rect.x0();
      int direction = fromRight ? -1 : 1;
      // Triangle: what the beginning alone allows.
      for (int last = rect.width() - 1; last >= 0; last -= r) {
        int t = 0;
        int group = last / r;
        int from = first + direction * group * r;
        int to = first + direction * (rect.width() - 1);
        sweep.on(fields[t], fields[1 - t], shape.origin(), shape.stride());
        sweep.diagonal(from, to, rect.y0(), rect.y1());
      }
      // The first group now has version 1, the last the most.
      for (int u = 1; u < c.iterations; u++) {
        sweep.on(fields[u & 1], fields[1 - (u & 1)], shape.origin(), shape.stride());
        sweep.diagonal(first, first + direction * (rect.width() - 1), rect.y0(), rect.y1());
      }
      for (int i = 0; i < rect.width(); i++) {
        int x = first + direction * i;
        int version = c.iterations + i / r;
        assertSame(
            c, new Rect(x, rect.y0(), x + 1, rect.y1()), expected[version], fields[version & 1]);
      }
    }
  }
}
