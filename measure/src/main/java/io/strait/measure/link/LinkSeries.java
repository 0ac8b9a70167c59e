package io.strait.measure.link;

import java.util.List;

/**
 * A link, measured over message sizes.
 *
 * @param points by ascending size
 * @param over what carried the messages, such as {@code TCP}
 * @param left the sizes that were left out, because they would have taken too long
 * @param bytes what the measurement cost, in both directions
 * @param seconds likewise
 */
public record LinkSeries(
    List<SizePoint> points, String over, List<Integer> left, long bytes, double seconds, End end) {
  public LinkSeries {
    points = List.copyOf(points);
    left = List.copyOf(left);
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
