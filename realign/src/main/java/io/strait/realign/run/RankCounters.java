package io.strait.realign.run;

import io.strait.realign.outcome.RankResult;

/** What a rank counts while it works. Times are in nanoseconds. */
final class RankCounters {
  private long pack;
  private long unpack;
  private long wait;
  private long sent;
  private long received;
  private long forwarded;
  private long interior;
  private long external;
  private long interiorBytes;
  private long externalBytes;
  private long kept;
  private volatile long moved;

  void packed(long nanos) {
    pack += nanos;
  }

  void unpacked(long nanos) {
    unpack += nanos;
  }

  void waited(long nanos) {
    wait += nanos;
  }

  /** Bytes to other ranks that were this rank's own. */
  void sent(long bytes) {
    sent += bytes;
  }

  void received(long bytes) {
    received += bytes;
    moved = received + kept;
  }

  void forwarded(long bytes) {
    forwarded += bytes;
  }

  /** A message that a rank sends to itself. */
  void kept(long bytes) {
    kept += bytes;
    moved = received + kept;
    came(true, bytes);
  }

  /** A whole message has come, from the same cluster or from another. */
  void came(boolean near, long bytes) {
    if (near) {
      interior++;
      interiorBytes += bytes;
    } else {
      external++;
      externalBytes += bytes;
    }
  }

  /** Bytes that are where they belong; any thread may ask. */
  long moved() {
    return moved;
  }

  RankResult result(int rank, long fileNanos, long memory, boolean verified) {
    return new RankResult(
        rank,
        new RankResult.Times(pack * 1e-9, wait * 1e-9, unpack * 1e-9, fileNanos * 1e-9),
        new RankResult.Volume(sent, received, forwarded, memory),
        new RankResult.Messages(interior, external, interiorBytes, externalBytes),
        verified);
  }
}
