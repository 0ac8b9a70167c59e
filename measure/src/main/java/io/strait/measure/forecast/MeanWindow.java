package io.strait.measure.forecast;

/**
 * The mean of the last values.
 *
 * <p>Values are added up as differences from the first one, and anew at every turn of the ring.
 * Equal values so have themselves as their mean, and rounding errors do not gather.
 */
final class MeanWindow {
  private final double[] ring;
  private int count;
  private int next;
  private double origin;
  private double sum;

  MeanWindow(int length) {
    ring = new double[length];
  }

  void add(double value) {
    if (count == 0) {
      origin = value;
    }
    double difference = value - origin;
    sum += difference - ring[next];
    ring[next] = difference;
    count = Math.min(count + 1, ring.length);
    next++;
    if (next == ring.length) {
      next = 0;
      sum = 0;
      for (double each : ring) {
        sum += each;
      }
    }
  }

  double mean() {
    return origin + sum / count;
  }
}
