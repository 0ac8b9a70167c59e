package io.strait.transport.fabric;

/**
 * The master's ear at the hub. One thread calls, one call after the other; a rank that tells a lot
 * is held back while they take long.
 */
public interface HubControl {
  /** A rank is there. */
  void joined(int rank);

  /** A rank says something; the kinds are agreed upon elsewhere. */
  void received(int rank, byte kind, byte[] payload);

  /** A rank has ended as it should. */
  void ended(int rank);

  /** A rank is lost; all others have been told. */
  void lost(int rank, String why);
}
