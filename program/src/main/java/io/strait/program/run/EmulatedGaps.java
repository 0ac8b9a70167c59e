package io.strait.program.run;

import io.strait.program.run.Wiring.Channel;
import io.strait.program.run.Wiring.Crossed;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The gaps of an emulated grid, which all ranks of a process share. As in the simulation a gap
 * carries one piece of data after the other, and a piece enters it as early as it can without ever
 * having to wait inside it or behind it.
 */
final class EmulatedGaps {
  /**
   * How a piece passes.
   *
   * @param ready when it may enter the receiver's card
   * @param passed when all of it has come there, as far as gaps are concerned
   */
  record Passage(long ready, long passed) {}

  /** How many times in which a gap is busy are remembered. */
  private static final int MOST_BUSY = 256;

  private final double scale;
  private final Map<String, NavigableMap<Double, Double>> busy = new HashMap<>();

  /**
   * @param scale how many times faster than life the grid is emulated
   */
  EmulatedGaps(double scale) {
    this.scale = scale;
  }

  /**
   * Lets a piece pass all gaps on its way.
   *
   * @param began when it began to leave, by {@link System#nanoTime}
   * @param sending nanoseconds that the sender's card takes
   * @param receiving nanoseconds that the receiver's card takes
   */
  synchronized Passage pass(
      Channel channel, int bytes, long began, double sending, double receiving) {
    double latency = channel.latency() * 1e9 / scale;
    double entered = 0; // nanoseconds after it began
    double passed = 0;
    double before = sending;
    var gaps = channel.gaps();
    for (int i = 0; i < gaps.size(); i++) {
      var gap = gaps.get(i);
      double nanos = nanos(gap, bytes);
      double later = receiving;
      for (int j = i; j < gaps.size(); j++) {
        later = Math.max(later, nanos(gaps.get(j), bytes));
      }
      double wanted = began + entered + Math.max(0, before - later);
      entered = enter(busy.computeIfAbsent(gap.name(), name -> new TreeMap<>()), wanted, nanos);
      entered -= began;
      passed = entered + nanos;
      before = nanos;
    }
    return new Passage(
        began + (long) (entered + Math.max(0, before - receiving) + latency),
        began + (long) (passed + latency));
  }

  private double nanos(Crossed gap, int bytes) {
    return bytes / gap.bytesPerSecond() * 1e9 / scale;
  }

  /**
   * Takes the first time in which a gap is idle for long enough.
   *
   * @param times when it is busy, from and to
   * @return when that begins
   */
  private static double enter(NavigableMap<Double, Double> times, double wanted, double nanos) {
    double at = wanted;
    if (nanos > 0) {
      Map.@Nullable Entry<Double, Double> before = times.floorEntry(at);
      at = before == null ? at : Math.max(at, before.getValue());
      for (var next : times.tailMap(at, true).entrySet()) {
        if (next.getKey() >= at + nanos) {
          break;
        }
        at = Math.max(at, next.getValue());
      }
      times.put(at, at + nanos);
      if (times.size() > MOST_BUSY) {
        times.pollFirstEntry();
      }
    }
    return at;
  }
}
