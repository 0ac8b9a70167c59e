package io.strait.measure.link;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A link, measured over message sizes.
 *
 * @param points by ascending size
 * @param over what carried the messages, such as {@code TCP}, or the file with the figures
 * @param cost of the measurement; null if another program measured
 */
public record LinkSeries(List<SizePoint> points, String over, @Nullable Cost cost) {
  public LinkSeries {
    points = List.copyOf(points);
  }

  /** Whether CPU shares are known, at least of some sizes. */
  public boolean hasShares() {
    return points.stream().anyMatch(point -> Double.isFinite(point.cpu()));
  }

  /**
   * What a measurement cost.
   *
   * @param left the sizes that were left out, because they would have taken too long
   * @param bytes in both directions
   * @param contention the share of the time of streams in which an end waited for a core
   */
  public record Cost(List<Integer> left, long bytes, double seconds, double contention, End end) {
    /** A share that is more than waking up takes. */
    private static final double CONTENDED = 0.05;

    public Cost {
      left = List.copyOf(left);
    }

    /** Whether other programs made the figures worse than can be overlooked. */
    public boolean isContended() {
      return contention > CONTENDED;
    }
  }

  /** Why a measurement ended. */
  public enum End {
    NARROW("every interval is narrow enough"),
    TIME("the time is used up"),
    BYTES("the bytes are used up");

    private final String words;

    End(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }
}
