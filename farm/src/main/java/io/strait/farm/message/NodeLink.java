package io.strait.farm.message;

import io.strait.transport.wire.Peer;
import org.jspecify.annotations.Nullable;

/** A connection to another node, as a state machine sees it. */
public interface NodeLink {
  /** Sends a message; never blocks. */
  void send(Envelope envelope);

  /** Whether more bulk data may be sent now. If not, the node is told when it may. */
  boolean ready();

  /** The address of the other end; empty if it is in this process. */
  default String address() {
    return "";
  }

  /** The child at the other end, as its certificate says; null if it showed none. */
  default @Nullable Peer peer() {
    return null;
  }

  /** Ends the connection. Nothing is received through it any more. */
  void close();
}
