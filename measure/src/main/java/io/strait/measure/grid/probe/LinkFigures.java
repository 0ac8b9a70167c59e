package io.strait.measure.grid.probe;

import io.strait.measure.MedianInterval;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was measured between two hosts.
 *
 * @param there bytes per second of whole packets from the first host to the second, with all that
 *     UDP and IP add; or of payload, if it is by TCP
 * @param back the same from the second to the first
 * @param isTcp whether rates are those of a TCP transfer
 * @param packets that were sent to see how many are lost; 0 if that was not measured
 * @param lost of those
 * @param together the sum of the shares of their rates that both directions have at once: 1 if they
 *     share a network, 2 if they do not; NaN if that was not measured
 * @param bytes that it cost
 * @param seconds that it took
 */
public record LinkFigures(
    RoundTrips trips,
    MedianInterval there,
    MedianInterval back,
    boolean isTcp,
    long packets,
    long lost,
    double together,
    long bytes,
    double seconds) {

  /** The share of packets that are lost, of those sent. */
  public double loss() {
    return packets == 0 ? 0 : (double) lost / packets;
  }

  /** The figures seen from the other end. */
  public LinkFigures turned() {
    return new LinkFigures(
        trips,
        /* there= */ back,
        /* back= */ there,
        isTcp,
        packets,
        lost,
        together,
        bytes,
        seconds);
  }

  /** Half of the widest interval, as a share of its figure; 1 or more if there is none. */
  public double width() {
    double trip =
        trips.count() == 0
            ? 0
            : 0.5 * (trips.high() - trips.low()) / Math.max(1e-9, trips.seconds());
    double widest = 0;
    for (double each : new double[] {there.relative(), back.relative(), trip}) {
      widest = Math.max(widest, Double.isNaN(each) ? 1 : each);
    }
    return widest;
  }

  /** The narrower of two measurements of a link, at the cost of both. */
  public LinkFigures better(LinkFigures other) {
    return width() <= other.width() ? after(other) : other.after(this);
  }

  /**
   * These figures at the cost of earlier ones too, which no longer count. Packets that were sent to
   * see losses count together.
   */
  public LinkFigures after(LinkFigures before) {
    return new LinkFigures(
        trips,
        there,
        back,
        isTcp,
        packets + before.packets,
        lost + before.lost,
        Double.isNaN(together) ? before.together : together,
        bytes + before.bytes,
        seconds + before.seconds);
  }

  Map<String, String> fields() {
    var fields = new LinkedHashMap<String, String>();
    put(fields, "trip", trips.seconds());
    put(fields, "trip-low", trips.low());
    put(fields, "trip-high", trips.high());
    put(fields, "jitter", trips.jitter());
    fields.put("trips", Integer.toString(trips.count()));
    put(fields, "there", there);
    put(fields, "back", back);
    fields.put("tcp", isTcp ? "1" : "0");
    fields.put("packets", Long.toString(packets));
    fields.put("lost", Long.toString(lost));
    put(fields, "together", together);
    fields.put("bytes", Long.toString(bytes));
    put(fields, "seconds", seconds);
    return fields;
  }

  private static void put(Map<String, String> fields, String key, double value) {
    fields.put(key, Double.toString(value));
  }

  private static void put(Map<String, String> fields, String key, MedianInterval value) {
    put(fields, key, value.median());
    put(fields, key + "-low", value.low());
    put(fields, key + "-high", value.high());
  }

  /** The figures of an answer. */
  public static LinkFigures of(Note note) throws IOException {
    return new LinkFigures(
        new RoundTrips(
            note.number("trip"),
            note.number("trip-low"),
            note.number("trip-high"),
            note.number("jitter"),
            (int) note.whole("trips", 0, Integer.MAX_VALUE)),
        interval(note, "there"),
        interval(note, "back"),
        note.text("tcp").equals("1"),
        note.whole("packets", 0, Long.MAX_VALUE),
        note.whole("lost", 0, Long.MAX_VALUE),
        note.number("together"),
        note.whole("bytes", 0, Long.MAX_VALUE),
        note.number("seconds"));
  }

  private static MedianInterval interval(Note note, String key) throws IOException {
    return new MedianInterval(
        note.number(key), note.number(key + "-low"), note.number(key + "-high"));
  }
}
