package io.strait.measure.iperf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The comment above a link or LAN that says where its figures come from: what the last import says,
 * then for figures that stay from earlier ones what those said.
 *
 * <pre># iperf3: 1 TCP and 0 UDP tests, 8 MB/s to the server (client at a); before: 1 TCP and 0 UDP
 * tests, 5 MB/s to the client (client at a)</pre>
 */
final class IperfComment {
  /** How the comment begins. */
  static final String MARK = "iperf3: ";

  private static final String BEFORE = "; before: ";
  private static final String CLIENT = " (client at ";
  static final String TO_SERVER = " to the server";
  static final String TO_CLIENT = " to the client";
  static final String ROUND_TRIP = "least round trip ";

  private IperfComment() {}

  /** What an import says, with where its client was; for a LAN an empty name. */
  static String of(IperfFigures figures, String client) {
    return figures.comment() + (client.isEmpty() ? "" : CLIENT + client + ")");
  }

  /**
   * A comment with what an older one says of keys that stay.
   *
   * @param now of the figures that are written
   * @param old the comment that is there, with its mark; empty if there is none
   * @param written the keys that are written now
   * @param first the cluster from which the link leads; empty for a LAN
   * @param hasBack whether the link said something else of the way back before
   */
  static String merged(String now, String old, Set<String> written, String first, boolean hasBack) {
    var text = new StringBuilder(MARK).append(now);
    if (old.startsWith(MARK)) {
      for (var segment : old.substring(MARK.length()).split(BEFORE, -1)) {
        var stays = stays(segment, written, first, hasBack);
        if (!stays.isEmpty()) {
          text.append(BEFORE).append(stays);
        }
      }
    }
    return text.toString();
  }

  /** What one import said of keys that are not written now; empty if that is nothing. */
  private static String stays(String segment, Set<String> written, String first, boolean hasBack) {
    int at = segment.lastIndexOf(CLIENT);
    var end = at < 0 ? "" : segment.substring(at);
    boolean isThere = first.isEmpty() || end.equals(CLIENT + first + ")");
    var kept = new ArrayList<String>();
    boolean isNeeded = false;
    for (var part : parts(at < 0 ? segment : segment.substring(0, at))) {
      @Nullable String key = key(part, isThere, hasBack);
      if (key == null || !written.contains(key)) {
        kept.add(part);
        isNeeded |= key != null;
      }
    }
    return isNeeded ? String.join(", ", kept) + end : "";
  }

  private static List<String> parts(String text) {
    return Arrays.asList(text.split(", ", -1));
  }

  /** The key of a grid file that a part speaks of; null if it says something of the tests. */
  private static @Nullable String key(String part, boolean isThere, boolean hasBack) {
    if (part.contains(TO_SERVER) || part.contains(TO_CLIENT)) {
      return hasBack && part.contains(TO_SERVER) != isThere ? "back" : "bandwidth";
    }
    if (part.startsWith(ROUND_TRIP)) {
      return "latency";
    }
    for (var key : List.of("loss", "jitter", "duplex")) {
      if (part.startsWith(key + " ")) {
        return key;
      }
    }
    return null;
  }
}
