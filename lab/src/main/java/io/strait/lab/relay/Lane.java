package io.strait.lab.relay;

import java.util.SplittableRandom;

/** One direction of a network: what happens to packets that enter it. */
public final class Lane {
  /** The packet is not to be delivered. */
  static final long DROPPED = Long.MIN_VALUE;

  /**
   * A full packet and what a program has of it: without 20 bytes of IP and 32 of TCP. Bandwidths
   * are those that programs see.
   */
  private static final double PAYLOAD = 1448.0 / 1500;

  /** What passed and what did not. */
  public record Counts(
      long packets, long bytes, long lost, long overflowed, long cut, long mostBacklogNanos) {}

  private final String name;
  private final Medium medium;
  private final SplittableRandom random;
  private LaneRule original;
  private LaneRule rule;
  private double nanosPerByte;
  private boolean isCut;
  private long latest = Long.MIN_VALUE;

  private long packets;
  private long bytes;
  private long lost;
  private long overflowed;
  private long cut;
  private long mostBacklog;

  Lane(String name, Medium medium, LaneRule rule, long seed) {
    this.name = name;
    this.medium = medium;
    this.random = new SplittableRandom(seed);
    this.original = rule;
    set(rule);
  }

  public String name() {
    return name;
  }

  public LaneRule rule() {
    return rule;
  }

  public boolean isCut() {
    return isCut;
  }

  final void set(LaneRule other) {
    this.rule = other;
    this.nanosPerByte = 1e9 / other.bytesPerSecond() * PAYLOAD;
  }

  /** Makes the lane so many times faster. */
  void scale(double faster) {
    original = original.faster(faster);
    set(rule.faster(faster));
  }

  /** Gives the lane back what it had at first. */
  void restore() {
    set(original);
  }

  void cut(boolean now) {
    this.isCut = now;
  }

  public Counts counts() {
    return new Counts(packets, bytes, lost, overflowed, cut, mostBacklog);
  }

  /** A packet enters; returns when it is through, or {@link #DROPPED}. */
  long pass(long now, int size) {
    if (isCut) {
      cut++;
      return DROPPED;
    }
    long backlog = nanosPerByte > 0 ? medium.backlog(now) : 0;
    if (backlog > rule.queueNanos()) {
      overflowed++;
      return DROPPED;
    }
    mostBacklog = Math.max(mostBacklog, backlog);
    long through = nanosPerByte > 0 ? medium.serve(now, Math.round(size * nanosPerByte)) : now;
    if (rule.loss() > 0 && random.nextDouble() < rule.loss()) {
      lost++;
      return DROPPED;
    }
    packets++;
    bytes += size;
    if (rule.reorder() > 0 && random.nextDouble() < rule.reorder()) {
      return through;
    }
    long arrives = through + rule.latencyNanos();
    if (rule.jitterNanos() > 0) {
      arrives += Math.round(-Math.log(1 - random.nextDouble()) * rule.jitterNanos());
      // Packets wait for those before them, as in a queue.
      arrives = Math.max(arrives, latest);
      latest = arrives;
    }
    return arrives;
  }
}
