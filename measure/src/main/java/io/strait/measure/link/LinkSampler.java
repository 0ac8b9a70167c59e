package io.strait.measure.link;

import java.io.IOException;
import java.util.Arrays;

/**
 * A quick look at a link, to be repeated: some round trips and a transfer that is just long enough.
 *
 * <p>Transfers grow by four until one takes at least ten round trips and a twentieth of a second.
 * By then the connection is as fast as it gets; only the last one counts, without the round trip of
 * its order.
 */
public final class LinkSampler {
  private static final int ROUND_TRIPS = 5;
  private static final int SMALL = 64;
  private static final int FIRST = 1 << 10;
  private static final int LARGEST_MESSAGE = 1 << 16;
  private static final int GROWTH = 4;
  private static final double ROUND_TRIPS_OF_TRANSFER = 10;
  private static final double LEAST_SECONDS = 0.05;

  private LinkSampler() {}

  /**
   * What was seen.
   *
   * @param roundTrip seconds there and back, the median of several
   * @param bytesPerSecond from here to the probe
   * @param bytes that it took, in both directions
   */
  public record Sample(double roundTrip, double bytesPerSecond, long bytes) {}

  /**
   * Looks at a line with a {@link Probe} at its other end, and lets the probe go.
   *
   * @param most bytes to send in all; at least one small transfer is made
   * @throws LinkException if the probe is lost
   */
  public static Sample take(Line line, long most) throws IOException {
    try (var meter = new Meter(line)) {
      var times = new double[ROUND_TRIPS];
      for (int i = 0; i < times.length; i++) {
        times[i] = meter.roundTrips(SMALL, 1).seconds();
      }
      Arrays.sort(times);
      double roundTrip = times[ROUND_TRIPS / 2];
      double enough = Math.max(LEAST_SECONDS, ROUND_TRIPS_OF_TRANSFER * roundTrip);
      long total = FIRST;
      double seconds = transfer(meter, total, roundTrip);
      while (seconds < enough && meter.bytes() + GROWTH * total <= most) {
        total *= GROWTH;
        seconds = transfer(meter, total, roundTrip);
      }
      meter.end();
      return new Sample(roundTrip, total / seconds, meter.bytes());
    }
  }

  /** Seconds without the round trip, or a tenth of them where little else is left. */
  private static double transfer(Meter meter, long total, double roundTrip) throws IOException {
    int size = (int) Math.min(total, LARGEST_MESSAGE);
    double seconds = meter.stream(size, total / size).seconds();
    return Math.max(seconds - roundTrip, 0.1 * seconds);
  }
}
