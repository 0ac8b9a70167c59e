package io.strait.realign.plan;

import io.strait.realign.file.ArrayDistribution;

/**
 * What the blocks of one distribution send to those of another, a block at a time and without a
 * matrix: of several dimensions it is the product of what each says. With the distributions
 * exchanged, it is what blocks get.
 *
 * <p>Along a dimension that the other distribution leaves whole, all blocks have messages to the
 * same ends, only more or less of them. So blocks that differ in nothing else have the same {@link
 * #key}, and messages that are in proportion; when an array is transposed, that is all blocks.
 *
 * <p>An object holds one row and is not for several threads.
 */
public final class MessagePattern {
  private final AxisRows[] axes;
  private final int[] sides;
  private final int[] otherSides;
  private final int blocks;

  /** The dimensions, those last that the other distribution leaves whole. */
  private final int[] order;

  private int key = -1;
  private int size;
  private int[] to = new int[16];
  private long[] elements = new long[16];
  private long share;

  /**
   * @throws IllegalArgumentException if they are not of one array
   */
  public MessagePattern(ArrayDistribution from, ArrayDistribution to) {
    int dimensions = from.axes().size();
    if (to.axes().size() != dimensions) {
      throw new IllegalArgumentException(
          "%d dimensions and %d dimensions".formatted(dimensions, to.axes().size()));
    }
    axes = new AxisRows[dimensions];
    sides = new int[dimensions];
    otherSides = new int[dimensions];
    order = new int[dimensions];
    for (int d = 0; d < dimensions; d++) {
      axes[d] = new AxisRows(from.axes().get(d), to.axes().get(d));
      sides[d] = from.axes().get(d).processors();
      otherSides[d] = to.axes().get(d).processors();
    }
    int at = 0;
    for (boolean whole : new boolean[] {false, true}) {
      for (int d = 0; d < dimensions; d++) {
        if (isWhole(d) == whole) {
          order[at++] = d;
        }
      }
    }
    blocks = from.processors();
  }

  private boolean isWhole(int dimension) {
    return otherSides[dimension] == 1;
  }

  /** How many rows there are. */
  public int blocks() {
    return blocks;
  }

  /** All blocks in an order in which those with the same key follow each other. */
  public int block(int number) {
    int rest = number;
    int block = 0;
    for (int i = order.length - 1; i >= 0; i--) {
      int d = order[i];
      block += rest % sides[d] * stride(d);
      rest /= sides[d];
    }
    return block;
  }

  private int stride(int dimension) {
    int stride = 1;
    for (int d = dimension + 1; d < sides.length; d++) {
      stride *= sides[d];
    }
    return stride;
  }

  /** How many messages there are, those of blocks to themselves included. */
  public long messages() {
    long product = 1;
    for (int d = 0; d < axes.length; d++) {
      long entries = 0;
      for (int i = 0; i < sides[d]; i++) {
        axes[d].row(i);
        entries += axes[d].size();
      }
      product = Math.multiplyExact(product, entries);
    }
    return product;
  }

  /** Turns to a block. */
  public void row(int block) {
    int rest = block;
    share = 1;
    int newKey = 0;
    int place = 1;
    for (int d = axes.length - 1; d >= 0; d--) {
      int coordinate = rest % sides[d];
      rest /= sides[d];
      if (isWhole(d)) {
        axes[d].row(coordinate);
        share *= axes[d].size() == 0 ? 0 : axes[d].elements(0);
      } else {
        newKey += coordinate * place;
        place *= sides[d];
      }
    }
    if (newKey != key) {
      key = newKey;
      product();
    }
  }

  /** Entries by dimension, each time from the last one on, so that none is overwritten unread. */
  private void product() {
    int rest = key;
    long entries = 1;
    for (int d = axes.length - 1; d >= 0; d--) {
      if (!isWhole(d)) {
        axes[d].row(rest % sides[d]);
        rest /= sides[d];
        entries *= axes[d].size();
      }
    }
    if (entries > to.length) {
      int room = Math.toIntExact(Math.max(entries, Math.min(2L * to.length, 1 << 30)));
      to = new int[room];
      elements = new long[room];
    }
    size = Math.toIntExact(entries);
    to[0] = 0;
    elements[0] = 1;
    int count = 1;
    for (int d = 0; d < axes.length && size > 0; d++) {
      if (isWhole(d)) {
        continue;
      }
      var axis = axes[d];
      int more = axis.size();
      for (int i = count - 1; i >= 0; i--) {
        int base = to[i] * otherSides[d];
        long factor = elements[i];
        for (int k = 0; k < more; k++) {
          to[i * more + k] = base + axis.to(k);
          elements[i * more + k] = factor * axis.elements(k);
        }
      }
      count *= more;
    }
  }

  /** What the block has in common with others. */
  int key() {
    return key;
  }

  /** By what the block's messages differ from those of others with the same key; may be 0. */
  long share() {
    return share;
  }

  /** How many messages the block has. */
  public int size() {
    return share == 0 ? 0 : size;
  }

  /** The block at the other end of a message; messages are in no order. */
  public int to(int message) {
    return to[message];
  }

  /** The elements of a message, at least one. */
  public long elements(int message) {
    return elements[message] * share;
  }
}
