package io.strait.farm.protocol;

import io.strait.farm.message.NodeLink;
import io.strait.farm.protocol.Host.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Connections that have not said hello yet. Who is not let in is noted with its address. */
final class Strangers {
  private static final int MOST = 4096;

  private final Host host;
  private final long silence;
  private final Map<NodeLink, Long> links = new LinkedHashMap<>();

  /**
   * @param silence how long one may say nothing
   */
  Strangers(Host host, long silence) {
    this.host = host;
    this.silence = silence;
  }

  boolean isEmpty() {
    return links.isEmpty();
  }

  boolean contains(NodeLink link) {
    return links.containsKey(link);
  }

  void accepted(NodeLink link) {
    if (links.size() >= MOST) {
      refuse(link, "%,d others are silent as well".formatted(MOST));
      return;
    }
    links.put(link, host.now());
  }

  /** It is a child now, or is dealt with otherwise. */
  void remove(NodeLink link) {
    links.remove(link);
  }

  void closed(NodeLink link, String why) {
    @Nullable Long known = links.remove(link);
    if (known != null && !why.isEmpty()) {
      host.note(Level.WARNING, "a connection%s was closed: %s".formatted(from(link), why));
    }
  }

  /** Closes a connection and says why. */
  void refuse(NodeLink link, String why) {
    host.note(Level.WARNING, "closed a connection%s: %s".formatted(from(link), why));
    links.remove(link);
    link.close();
  }

  /** Closes those that have been silent too long. */
  void expire(long now) {
    var silent =
        links.entrySet().stream()
            .filter(e -> now - e.getValue() >= silence)
            .map(Map.Entry::getKey)
            .toList();
    silent.forEach(link -> refuse(link, "it has said nothing"));
  }

  private static String from(NodeLink link) {
    return link.address().isEmpty() ? "" : " from " + link.address();
  }
}
