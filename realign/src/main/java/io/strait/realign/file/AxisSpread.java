package io.strait.realign.file;

import java.util.Locale;

/**
 * How one dimension of an array is spread over processors, as a file says it.
 *
 * @param number elements in a block of {@code cyclic(b)}, parts of a block of {@code partition(K)};
 *     1 for the others
 */
public record AxisSpread(Kind kind, long number) {
  /** What there is. */
  public enum Kind {
    /** One block for each processor. */
    BLOCK,
    /** Blocks of so many elements, dealt out in turns. */
    CYCLIC,
    /** Paper <em>realign</em>: every processor's block cut into K parts, which are dealt out. */
    PARTITION,
    /** The dimension is not distributed. */
    NONE
  }

  public static final AxisSpread BLOCK = new AxisSpread(Kind.BLOCK, 1);
  public static final AxisSpread NONE = new AxisSpread(Kind.NONE, 1);

  public AxisSpread {
    if (number < 1) {
      throw new IllegalArgumentException("%d elements or parts".formatted(number));
    }
  }

  public static AxisSpread cyclic(long block) {
    return new AxisSpread(Kind.CYCLIC, block);
  }

  public static AxisSpread partition(long parts) {
    return new AxisSpread(Kind.PARTITION, parts);
  }

  /** How files write it. */
  public String text() {
    var word = kind.name().toLowerCase(Locale.ROOT);
    boolean hasNumber = kind == Kind.PARTITION || (kind == Kind.CYCLIC && number > 1);
    return hasNumber ? "%s(%d)".formatted(word, number) : word;
  }

  /**
   * This spread of so many elements over so many processors.
   *
   * @throws IllegalArgumentException if they do not fit; the message says what would
   */
  public Axis axis(long extent, int processors) {
    return switch (kind) {
      case BLOCK -> new Axis(extent, processors, -Math.floorDiv(-extent, processors));
      case CYCLIC -> new Axis(extent, processors, Math.min(number, extent));
      case NONE -> {
        if (processors != 1) {
          throw new IllegalArgumentException(
              "%d processors along a dimension that is not distributed, expected 1"
                  .formatted(processors));
        }
        yield new Axis(extent, 1, extent);
      }
      case PARTITION -> {
        long parts = Math.multiplyExact(number, (long) processors);
        if (extent % parts != 0) {
          throw new IllegalArgumentException(
              "%s of %d elements over %d processors, expected a multiple of %d elements"
                  .formatted(text(), extent, processors, parts));
        }
        yield new Axis(extent, processors, extent / parts);
      }
    };
  }
}
