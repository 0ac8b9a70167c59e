package io.strait.farm.protocol;

import io.strait.farm.message.NodeLink;
import io.strait.farm.message.Session;

/** What a node needs from around it. */
public interface Host {
  /** Nanoseconds of a clock that never goes back. */
  long now();

  /** A random number. */
  long random();

  /** Begins to connect to the parent; the node is told how that went. */
  NodeLink dial();

  /** The token to show at a dial, which may be another than the given one by now. */
  default String token(String given) {
    return given;
  }

  /** A session over a link. */
  default Session session(NodeLink link, long id) {
    return new Session(link, id, now());
  }

  /** Notes what happened, for the log. */
  void note(Level level, String event);

  /** How much a note matters. */
  enum Level {
    DETAIL,
    INFO,
    WARNING
  }
}
