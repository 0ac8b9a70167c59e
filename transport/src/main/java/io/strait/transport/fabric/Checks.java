package io.strait.transport.fabric;

/** Refuses what no carrier can do. */
final class Checks {
  private Checks() {}

  static void check(int rank, int size, int peer, long bytes, int ahead) {
    if (peer < 0 || peer >= Fabric.LANES * size || peer % size == rank) {
      throw new IllegalArgumentException(
          "rank %d cannot talk to rank %d of %d".formatted(rank, peer, size));
    }
    if (bytes < 1 || ahead < 1) {
      throw new IllegalArgumentException(
          "rank %d opens rank %d with %d bytes, %d ahead; both must be at least 1"
              .formatted(rank, peer, bytes, ahead));
    }
  }

  static void checkLength(long bytes, long most) {
    if (bytes < 0 || bytes > most) {
      throw new IllegalArgumentException(
          "a message of %d bytes, expected at most %d".formatted(bytes, most));
    }
  }

  static IllegalStateException notOpened(int peer) {
    return new IllegalStateException("rank %d was not opened".formatted(peer));
  }
}
