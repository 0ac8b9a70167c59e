package io.strait.realign.file;

/**
 * One dimension of an array that is dealt out to processors in blocks: element x belongs to
 * processor (x / block) mod processors. A processor keeps its elements in ascending order.
 *
 * @param extent how many elements
 * @param block elements that go together
 */
public record Axis(long extent, int processors, long block) {
  public Axis {
    if (extent < 1 || processors < 1 || block < 1) {
      throw new IllegalArgumentException(
          "%d elements over %d processors in blocks of %d".formatted(extent, processors, block));
    }
  }

  /** Elements from a processor's block to its next one. */
  public long cycle() {
    return Math.multiplyExact(block, (long) processors);
  }

  /** The processor that has an element. */
  public int owner(long element) {
    return (int) (element / block % processors);
  }

  /** The place of an element among those of its processor. */
  public long local(long element) {
    return element / cycle() * block + element % block;
  }

  /** The element at a place of a processor. */
  public long global(int processor, long local) {
    return local / block * cycle() + processor * block + local % block;
  }

  /** How many elements a processor has. */
  public long count(int processor) {
    return before(processor, extent);
  }

  /** How many of the elements below one belong to a processor. */
  public long before(int processor, long element) {
    long cycle = cycle();
    long rest = element % cycle - processor * block;
    return element / cycle * block + Math.clamp(rest, 0, block);
  }
}
