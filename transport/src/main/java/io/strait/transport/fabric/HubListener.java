package io.strait.transport.fabric;

/**
 * Is told what happens at the hub. One thread makes all calls, one after the other. While a call
 * takes long, ranks that send many control messages are held back.
 */
public interface HubListener {
  /** A rank has joined. */
  void joined(int rank);

  /**
   * Somebody was not let in.
   *
   * @param peer its address
   */
  default void refused(String peer, String why) {}

  /** A rank sent a control message. What the kinds mean is up to its two ends. */
  void received(int rank, byte kind, byte[] payload);

  /** A rank has ended properly. */
  void ended(int rank);

  /** Nothing is heard of a rank any longer. The hub waits for it. */
  default void cutOff(int rank) {}

  /** A rank that was cut off is back, and goes on where it was. */
  default void back(int rank) {}

  /** A rank is lost. All others have been told. */
  void lost(int rank, String why);
}
