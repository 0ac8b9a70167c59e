package io.strait.farm.protocol;

/** A connection to another node, as a state machine sees it. */
public interface NodeLink {
  /** Sends a message; never blocks. */
  void send(Envelope envelope);

  /** Whether more bulk data may be sent now. If not, the node is told when it may. */
  boolean ready();

  /** The address of the other end; empty if it is in this process. */
  default String peer() {
    return "";
  }

  /** Ends the connection. Nothing is received through it any more. */
  void close();
}
