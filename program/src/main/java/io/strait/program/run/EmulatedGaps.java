package io.strait.program.run;

import io.strait.program.run.Wiring.Channel;
import java.util.HashMap;
import java.util.Map;

/**
 * The gaps of an emulated grid, which all ranks of a process share. As in the simulation a gap
 * carries one piece of data after the other, and a piece enters it as early as it can without ever
 * having to wait inside it.
 */
final class EmulatedGaps {
  /**
   * How a piece passes.
   *
   * @param ready when it may enter the receiver's card
   * @param passed when all of it has come there, as far as gaps are concerned
   */
  record Passage(long ready, long passed) {}

  private final double scale;
  private final Map<String, Double> free = new HashMap<>();

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
    for (var gap : channel.gaps()) {
      double nanos = bytes / gap.bytesPerSecond() * 1e9 / scale;
      double idle = free.getOrDefault(gap.name(), (double) Long.MIN_VALUE) - began;
      entered = Math.max(entered + Math.max(0, before - nanos), idle);
      passed = entered + nanos;
      free.put(gap.name(), began + passed);
      before = nanos;
    }
    return new Passage(
        began + (long) (entered + Math.max(0, before - receiving) + latency),
        began + (long) (passed + latency));
  }
}
