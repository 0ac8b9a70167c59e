package io.strait.farm.wire;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.NodeLink;

/** Gets what happens on connections, from any thread; the loop of a node is one. */
public interface Inbox {
  void accepted(NodeLink link);

  void connected(NodeLink link);

  /**
   * A message came.
   *
   * @param handled to be run when it has been dealt with; then the next ones are read
   */
  void received(NodeLink link, Envelope envelope, Runnable handled);

  void ready(NodeLink link);

  /**
   * A connection is gone.
   *
   * @param why for the log, or empty where there is nothing to say
   */
  void closed(NodeLink link, String why);
}
