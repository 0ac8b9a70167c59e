package io.strait.measure.grid.probe;

import io.strait.measure.MedianInterval;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * How much of a flow had arrived at which time, by the clock of the host that received it. Between
 * two points it grows in proportion.
 */
public final class FlowCurve {
  /** No more points than these are kept. */
  private static final int MOST_POINTS = 256;

  /** Of the time in which all flow, so much at the beginning does not count: queues fill. */
  private static final double BEGINNING = 0.15;

  private static final int WINDOWS = 5;

  /** Flows of which fewer points lie in the time that counts say nothing. */
  private static final int FEWEST_POINTS = 8;

  /** A flow of which nothing arrived. */
  public static final FlowCurve NONE = new FlowCurve(new long[0], new double[0]);

  private final long[] nanos;
  private final double[] bytes;

  private FlowCurve(long[] nanos, double[] bytes) {
    this.nanos = nanos;
    this.bytes = bytes;
  }

  /** What had arrived in all at some times, both in rising order. */
  static FlowCurve of(long[] nanos, double[] bytes) {
    int count = Math.min(MOST_POINTS, nanos.length);
    var times = new long[count];
    var sums = new double[count];
    for (int i = 0; i < count; i++) {
      int from = count < 2 ? 0 : (int) ((long) i * (nanos.length - 1) / (count - 1));
      times[i] = nanos[from];
      sums[i] = bytes[from];
    }
    return new FlowCurve(times, sums);
  }

  /**
   * Packets of one size.
   *
   * @param arrivals in any order; {@link Long#MIN_VALUE} for those that did not arrive
   */
  static FlowCurve ofPackets(long[] arrivals, int bytesEach) {
    var sorted = Arrays.stream(arrivals).filter(at -> at != Long.MIN_VALUE).sorted().toArray();
    var sums = new double[sorted.length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = (i + 1.0) * bytesEach;
    }
    return of(sorted, sums);
  }

  /** The same by a clock that is so far ahead of this one. */
  public FlowCurve ahead(long byNanos) {
    return new FlowCurve(
        Arrays.stream(nanos).map(at -> at + byNanos).toArray(), Arrays.copyOf(bytes, bytes.length));
  }

  /** When the first bytes had arrived; 0 if none had. */
  long first() {
    return nanos.length == 0 ? 0 : nanos[0];
  }

  /** The same flow with so many times the bytes. */
  public FlowCurve times(double factor) {
    return new FlowCurve(
        Arrays.copyOf(nanos, nanos.length), Arrays.stream(bytes).map(b -> b * factor).toArray());
  }

  private double at(double time) {
    int above = 0;
    while (above < nanos.length && nanos[above] < time) {
      above++;
    }
    if (above == 0 || above == nanos.length) {
      return bytes[Math.min(above, nanos.length - 1)];
    }
    double share = (time - nanos[above - 1]) / (nanos[above] - (double) nanos[above - 1]);
    return bytes[above - 1] + share * (bytes[above] - bytes[above - 1]);
  }

  /**
   * What all flows together got per second while all of them flowed, by one clock: the mean, with
   * the interval of windows in that time.
   *
   * @return NaN if they hardly flowed at the same time
   */
  public static MedianInterval sum(List<FlowCurve> flows) {
    var unknown = new MedianInterval(Double.NaN, Double.NaN, Double.NaN);
    if (flows.isEmpty() || flows.stream().anyMatch(flow -> flow.nanos.length < FEWEST_POINTS)) {
      return unknown;
    }
    // Differences to one of the times, which numbers of floating point hold exactly enough.
    long origin = flows.getFirst().nanos[0];
    var moved = flows.stream().map(flow -> flow.ahead(-origin)).toList();
    double first = moved.stream().mapToDouble(flow -> flow.nanos[0]).max().orElse(0);
    double end =
        moved.stream().mapToDouble(flow -> flow.nanos[flow.nanos.length - 1]).min().orElse(0);
    double start = first + BEGINNING * (end - first);
    for (var flow : moved) {
      if (Arrays.stream(flow.nanos).filter(at -> at >= start && at <= end).count()
          < FEWEST_POINTS) {
        return unknown;
      }
    }
    var rates = new double[WINDOWS];
    for (int i = 0; i < WINDOWS; i++) {
      double from = start + i * (end - start) / WINDOWS;
      rates[i] = rate(moved, from, from + (end - start) / WINDOWS);
    }
    double mean = rate(moved, start, end);
    var spread = MedianInterval.of(rates);
    double half = 0.5 * (spread.high() - spread.low());
    return new MedianInterval(mean, Math.max(0, mean - half), mean + half);
  }

  private static double rate(List<FlowCurve> flows, double from, double to) {
    double sum = 0;
    for (var flow : flows) {
      sum += flow.at(to) - flow.at(from);
    }
    return sum / (to - from) * 1e9;
  }

  // ---- on the wire

  void write(DataOutputStream out) throws IOException {
    out.writeInt(nanos.length);
    for (int i = 0; i < nanos.length; i++) {
      out.writeLong(nanos[i]);
      out.writeDouble(bytes[i]);
    }
  }

  static FlowCurve read(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST_POINTS) {
      throw new IOException(
          "a flow of %d points, expected %d at most".formatted(count, MOST_POINTS));
    }
    var nanos = new long[count];
    var bytes = new double[count];
    for (int i = 0; i < count; i++) {
      nanos[i] = in.readLong();
      bytes[i] = in.readDouble();
    }
    return new FlowCurve(nanos, bytes);
  }

  /** As text: a time and what had arrived, in turn. */
  String text() {
    var text = new StringBuilder();
    for (int i = 0; i < nanos.length; i++) {
      text.append(i == 0 ? "" : " ").append(nanos[i]).append(' ').append(Math.round(bytes[i]));
    }
    return text.toString();
  }

  /** The flow of a text. */
  public static FlowCurve parse(String text) throws IOException {
    if (text.isEmpty()) {
      return NONE;
    }
    var words = text.split(" ", -1);
    if (words.length % 2 != 0 || words.length > 2 * MOST_POINTS) {
      throw new IOException(
          "a flow of %d numbers, expected pairs, %d at most".formatted(words.length, MOST_POINTS));
    }
    var nanos = new long[words.length / 2];
    var bytes = new double[nanos.length];
    try {
      for (int i = 0; i < nanos.length; i++) {
        nanos[i] = Long.parseLong(words[2 * i]);
        bytes[i] = Long.parseLong(words[2 * i + 1]);
      }
    } catch (NumberFormatException e) {
      throw new IOException("a flow of words, expected numbers", e);
    }
    return new FlowCurve(nanos, bytes);
  }
}
