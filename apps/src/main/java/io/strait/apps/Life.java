package io.strait.apps;

import io.strait.kind.code.Settings;
import io.strait.model.Element;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.run.Column;
import io.strait.stencil.run.Kernel;
import io.strait.stencil.run.Scale;
import io.strait.stencil.run.Vectors;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;

/**
 * Conway's game of life: cells of type int, 0 or 1; a cell lives on with two or three living
 * neighbours of eight, and is born with three. Settings: {@code pattern}, which is random, or the
 * name of one that begins in the middle of the domain (glider, blinker, r-pentomino, acorn, gun),
 * or one in the usual notation of run lengths, such as {@code bo$2bo$3o!}; for random, the {@code
 * density} of living cells and a {@code seed}. Needs a 9-point stencil; outside of a fixed boundary
 * nothing lives.
 */
public final class Life implements Kernel {
  private static final String RANDOM = "random";

  private static final Map<String, String> NAMED =
      Map.of(
          "glider",
          "bo$2bo$3o!",
          "blinker",
          "3o!",
          "r-pentomino",
          "b2o$2o$bo!",
          "acorn",
          "bo$3bo$2o2b3o!",
          "gun",
          "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$"
              + "10bo5bo7bo$11bo3bo$12b2o!");

  private int columns;
  private int rows;
  private Pattern pattern = Pattern.EMPTY;
  private boolean isRandom;
  private int left;
  private int top;
  private double density;
  private long seed;

  @Override
  public void begin(StencilApp app, Settings settings) {
    if (!app.corners()) {
      throw new IllegalArgumentException("life needs stencil: 9-point");
    }
    columns = app.columns();
    rows = app.rows();
    var name = settings.text("pattern", RANDOM);
    isRandom = name.equals(RANDOM);
    density = settings.number("density", 0.3, 0, 1);
    seed = settings.whole("seed", 1, 0, Integer.MAX_VALUE);
    if (!isRandom) {
      pattern = pattern(name, settings);
      left = (columns - pattern.width()) / 2;
      top = (rows - pattern.height()) / 2;
    }
  }

  private Pattern pattern(String name, Settings settings) {
    var found = Pattern.parse(NAMED.getOrDefault(name, name));
    if (found == null) {
      throw settings.wrong(
          "pattern",
          "%s, one of: %s, or run lengths such as bo$2bo$3o!"
              .formatted(RANDOM, String.join(", ", NAMED.keySet().stream().sorted().toList())));
    }
    if (found.width() > columns || found.height() > rows) {
      throw settings.wrong(
          "pattern",
          "one that fits into a domain of %d x %d cells; it has %d x %d"
              .formatted(columns, rows, found.width(), found.height()));
    }
    return found;
  }

  @Override
  public boolean takes(Element type) {
    return type == Element.INT;
  }

  @Override
  public double start(long x, long y) {
    if (x < 0 || y < 0 || x >= columns || y >= rows) {
      return 0;
    }
    boolean lives = isRandom ? chance(x, y) < density : pattern.lives(x - left, y - top);
    return lives ? 1 : 0;
  }

  /**
   * A number from 0 to 1 that depends on place and seed alone: SplitMix64's mixing, three times.
   */
  private double chance(long x, long y) {
    return (mix(x + mix(y + mix(seed))) >>> 11) * 0x1.0p-53;
  }

  private static long mix(long number) {
    long z = number + 0x9e3779b97f4a7c15L;
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }

  @Override
  public void advance(Column column) {
    if (Vectors.ARE_THERE) {
      LifeVectors.advance(column);
    } else {
      cells(column);
    }
  }

  /** Cell by cell. */
  static void cells(Column column) {
    var from = column.from();
    var to = column.to();
    long stride = column.stride();
    for (int i = 0; i < column.cells(); i++) {
      long at = column.offset() + i * 4L;
      int sides = three(from, at - stride) + three(from, at + stride);
      int around = sides + cell(from, at - 4) + cell(from, at + 4);
      // Three around, or two around and itself.
      int next = (around | cell(from, at)) == 3 ? 1 : 0;
      to.set(ValueLayout.JAVA_INT_UNALIGNED, at, next);
    }
  }

  private static int three(MemorySegment from, long at) {
    return cell(from, at - 4) + cell(from, at) + cell(from, at + 4);
  }

  private static int cell(MemorySegment from, long at) {
    return from.get(ValueLayout.JAVA_INT_UNALIGNED, at);
  }

  @Override
  public Scale scale() {
    return new Scale(0, 1, Scale.Colours.INK);
  }
}
