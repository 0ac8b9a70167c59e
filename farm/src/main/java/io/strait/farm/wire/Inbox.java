package io.strait.farm.wire;

import io.strait.farm.protocol.Envelope;
import io.strait.farm.protocol.Link;

/** Whoever drives a node: gets what happens on connections, from any thread. */
public interface Inbox {
  void accepted(Link link);

  void connected(Link link);

  /**
   * A message came.
   *
   * @param handled to be run when it has been dealt with; then the next ones are read
   */
  void received(Link link, Envelope envelope, Runnable handled);

  void ready(Link link);

  /**
   * A connection is gone.
   *
   * @param why for the log, or empty where there is nothing to say
   */
  void closed(Link link, String why);
}
