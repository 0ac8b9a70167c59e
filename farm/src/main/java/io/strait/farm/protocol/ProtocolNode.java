package io.strait.farm.protocol;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.NodeLink;

/**
 * A master, gateway or worker. It is called from one thread at a time; after any number of other
 * calls comes {@link #flush}.
 */
public interface ProtocolNode {
  /** A child has connected. */
  default void accepted(NodeLink link) {
    link.close();
  }

  /** The connection that the node asked for is there. */
  default void connected(NodeLink link) {}

  /** A message came. */
  void received(NodeLink link, Envelope envelope);

  /**
   * A connection is gone, or could not be made.
   *
   * @param why in words; empty if that is not known
   */
  void closed(NodeLink link, String why);

  /** A connection is gone, and nobody knows why. */
  default void closed(NodeLink link) {
    closed(link, "");
  }

  /** Everything appended to the disk up to here is safe. */
  default void durable(long position) {}

  /** Sends what has gathered, and does what is due. */
  void flush();

  /** When {@link #flush} is to be called at the latest, in nanoseconds of the host's clock. */
  long wake();
}
