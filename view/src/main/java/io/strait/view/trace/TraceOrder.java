package io.strait.view.trace;

/** Puts the records of a recording in the order of their starts. */
final class TraceOrder {
  private TraceOrder() {}

  /**
   * The records by start, those of the same start as recorded. A merge sort on primitive arrays
   * that leaves alone what is in order already, as most of a recording is.
   */
  static int[] byStart(Recording recording) {
    int n = recording.count();
    var key = new double[n];
    var order = new int[n];
    for (int i = 0; i < n; i++) {
      key[i] = recording.start(i);
      order[i] = i;
    }
    sort(order, new int[n], key, 0, n);
    return order;
  }

  private static void sort(int[] order, int[] spare, double[] key, int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    sort(order, spare, key, from, middle);
    sort(order, spare, key, middle, to);
    if (key[order[middle - 1]] <= key[order[middle]]) {
      return;
    }
    System.arraycopy(order, from, spare, from, middle - from);
    int left = from;
    int right = middle;
    for (int i = from; left < middle; i++) {
      boolean takeLeft = right == to || key[spare[left]] <= key[order[right]];
      order[i] = takeLeft ? spare[left++] : order[right++];
    }
  }
}
