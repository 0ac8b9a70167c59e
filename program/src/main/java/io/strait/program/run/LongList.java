package io.strait.program.run;

import java.util.Arrays;

/** A list of numbers that grows. */
final class LongList {
  private long[] numbers = new long[64];
  private int size;

  void add(long number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
    }
    numbers[size++] = number;
  }

  long[] toArray() {
    return Arrays.copyOf(numbers, size);
  }
}
