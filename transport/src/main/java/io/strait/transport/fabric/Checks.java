package io.strait.transport.fabric;

import org.jspecify.annotations.Nullable;

/** Refuses what no carrier can do. */
final class Checks {
  private Checks() {}

  /**
   * @param most bytes that the carrier can take at a time
   */
  static void check(int rank, int size, int peer, long bytes, int ahead, long most) {
    if (peer < 0 || peer >= Fabric.LANES * size || peer % size == rank) {
      throw new IllegalArgumentException(
          "rank %d cannot talk to rank %d of %d".formatted(rank, peer, size));
    }
    if (bytes < 1 || ahead < 1) {
      throw new IllegalArgumentException(
          "rank %d opens rank %d with %d bytes, %d ahead; both must be at least 1"
              .formatted(rank, peer, bytes, ahead));
    }
    if (bytes > most) {
      throw new IllegalArgumentException(
          "messages of %d bytes, expected at most %d".formatted(bytes, most));
    }
  }

  static void checkSend(long bytes, long most, boolean room) {
    if (bytes < 0 || bytes > most) {
      throw new IllegalArgumentException(
          "a message of %d bytes, expected at most %d".formatted(bytes, most));
    }
    if (!room) {
      throw new IllegalStateException("send without begin");
    }
  }

  static void checkRelease(boolean polled) {
    if (!polled) {
      throw new IllegalStateException("release without poll");
    }
  }

  /** What belongs to a peer, by its number. */
  static <C> C opened(@Nullable C[] channels, int peer) {
    @Nullable C channel = channels[peer];
    if (channel == null) {
      throw notOpened(peer);
    }
    return channel;
  }

  static IllegalStateException notOpened(int peer) {
    return new IllegalStateException("rank %d was not opened".formatted(peer));
  }
}
