package io.strait.farm.simulate;

/** A queue of ints that grows as needed and allocates nothing otherwise. */
final class IntRing {
  private int[] values = new int[8];
  private int first;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  void add(int value) {
    if (size == values.length) {
      var larger = new int[2 * size];
      for (int i = 0; i < size; i++) {
        larger[i] = values[(first + i) & (size - 1)];
      }
      values = larger;
      first = 0;
    }
    values[(first + size++) & (values.length - 1)] = value;
  }

  int take() {
    int value = values[first];
    first = (first + 1) & (values.length - 1);
    size--;
    return value;
  }
}
