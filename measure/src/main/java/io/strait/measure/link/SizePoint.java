package io.strait.measure.link;

import org.jspecify.annotations.Nullable;

/**
 * What messages of one size take.
 *
 * @param seconds per message of a stream
 * @param roundTrip seconds there and back; null if it was not measured
 * @param cpuHere the CPU share of this end while a stream flows, 0 to 1; not a number if not known
 * @param cpuThere that of the probe
 */
public record SizePoint(
    int bytes, Estimate seconds, @Nullable Estimate roundTrip, double cpuHere, double cpuThere) {
  /** Bytes per second of the stream: the paper's A2ABW. */
  public double throughput() {
    return bytes / seconds.value();
  }

  /** The mean CPU share of both ends. */
  double cpu() {
    return 0.5 * (cpuHere + cpuThere);
  }
}
