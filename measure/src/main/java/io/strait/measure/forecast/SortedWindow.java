package io.strait.measure.forecast;

/**
 * The last values in order of size, for their median and for means without the largest and
 * smallest.
 *
 * <p>A new value takes the place of the oldest and moves to its place in the order. That is one
 * comparison for each value between both places: windows are short, and a series moves little from
 * one value to the next. A tree would bound it by the logarithm and be slower.
 */
final class SortedWindow {
  private final double[] ring;
  private final double[] sorted;
  private int count;
  private int next;

  SortedWindow(int length) {
    ring = new double[length];
    sorted = new double[length];
  }

  void add(double value) {
    int at = count;
    if (count < ring.length) {
      count++;
    } else {
      at = place(ring[next]);
    }
    while (at > 0 && sorted[at - 1] > value) {
      sorted[at] = sorted[at - 1];
      at--;
    }
    while (at < count - 1 && sorted[at + 1] < value) {
      sorted[at] = sorted[at + 1];
      at++;
    }
    sorted[at] = value;
    ring[next] = value;
    next = next + 1 == ring.length ? 0 : next + 1;
  }

  /** Where a value that is there stands in the order. */
  private int place(double value) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  double median() {
    double above = sorted[count / 2];
    return count % 2 == 1 ? above : above + (sorted[count / 2 - 1] - above) / 2;
  }

  /** The mean of the middle half: the smallest and the largest quarter are left out. */
  double trimmedMean() {
    int cut = count / 4;
    double origin = sorted[cut];
    double sum = 0;
    for (int i = cut + 1; i < count - cut; i++) {
      sum += sorted[i] - origin;
    }
    return origin + sum / (count - 2 * cut);
  }
}
