package io.strait.realign.file;

import java.util.Arrays;

/** A numbering of processors: which of them holds the block of a logical number. */
public final class Permutation {
  private final int[] processors;

  private Permutation(int[] processors) {
    this.processors = processors;
  }

  /** Everything where its number says. */
  public static Permutation identity(int size) {
    var all = new int[size];
    Arrays.setAll(all, i -> i);
    return new Permutation(all);
  }

  /**
   * @param processors the processor of each block
   * @throws IllegalArgumentException if it is no permutation; the message names the place
   */
  public static Permutation of(int... processors) {
    var seen = new boolean[processors.length];
    for (int i = 0; i < processors.length; i++) {
      int processor = processors[i];
      if (processor < 0 || processor >= seen.length || seen[processor]) {
        throw new IllegalArgumentException(
            "block %d is on processor %d, expected each of 0 to %d once"
                .formatted(i, processor, processors.length - 1));
      }
      seen[processor] = true;
    }
    return new Permutation(processors.clone());
  }

  public int size() {
    return processors.length;
  }

  /** The processor that holds a block. */
  public int of(int block) {
    return processors[block];
  }

  /** Which block each processor holds. */
  public Permutation inverse() {
    var blocks = new int[processors.length];
    for (int i = 0; i < blocks.length; i++) {
      blocks[processors[i]] = i;
    }
    return new Permutation(blocks);
  }

  public boolean isIdentity() {
    for (int i = 0; i < processors.length; i++) {
      if (processors[i] != i) {
        return false;
      }
    }
    return true;
  }

  public int[] toArray() {
    return processors.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Permutation that && Arrays.equals(processors, that.processors);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(processors);
  }

  @Override
  public String toString() {
    return Arrays.toString(processors);
  }
}
