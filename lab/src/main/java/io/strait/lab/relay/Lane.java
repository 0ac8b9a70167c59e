package io.strait.lab.relay;

import java.util.SplittableRandom;

/** One direction of a network: what happens to packets that enter it. */
public final class Lane {
  /** The packet is not to be delivered. */
  static final long DROPPED = Long.MIN_VALUE;

  /** Which part of its network's rule a lane carries out. */
  enum Part {
    /** All of it. */
    WHOLE,
    /** Only the rate: other lanes delay and lose. */
    RATE
  }

  /**
   * What passed and what did not.
   *
   * @param mostBacklogNanos the longest time that a packet waited for those before it
   */
  public record Counts(
      long packets, long bytes, long lost, long overflowed, long cut, long mostBacklogNanos) {
    /** Nothing yet. */
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

    /** What did not pass two lanes of a network, and what passed this one. */
    Counts withDropsOf(Counts other) {
      return new Counts(
          packets,
          bytes,
          lost + other.lost,
          overflowed + other.overflowed,
          cut + other.cut,
          Math.max(mostBacklogNanos, other.mostBacklogNanos));
    }

    /** What passed two lanes of a network beside each other. */
    Counts plus(Counts other) {
      var drops = withDropsOf(other);
      return new Counts(
          packets + other.packets,
          bytes + other.bytes,
          drops.lost,
          drops.overflowed,
          drops.cut,
          drops.mostBacklogNanos);
    }
  }

  private final String name;
  private final Medium medium;
  private final Part part;
  private final SplittableRandom random;
  private LaneRule original;
  private LaneRule rule;
  private double nanosPerByte;
  private long latencyNanos;
  private long jitterNanos;
  private double loss;
  private double reorder;
  private boolean isCut;
  private long latest = Long.MIN_VALUE;

  private long packets;
  private long bytes;
  private long lost;
  private long overflowed;
  private long cut;
  private long mostBacklog;

  Lane(String name, Medium medium, LaneRule rule, long seed) {
    this(name, medium, rule, Part.WHOLE, seed);
  }

  Lane(String name, Medium medium, LaneRule rule, Part part, long seed) {
    this.name = name;
    this.medium = medium;
    this.part = part;
    this.random = new SplittableRandom(seed);
    this.original = rule;
    this.rule = rule;
    set(rule);
  }

  public String name() {
    return name;
  }

  /** The rule of the lane's network. */
  public LaneRule rule() {
    return rule;
  }

  /** What the rule was at first. */
  public LaneRule original() {
    return original;
  }

  public boolean isCut() {
    return isCut;
  }

  final void set(LaneRule other) {
    this.rule = other;
    boolean hasDelay = part != Part.RATE;
    double before = nanosPerByte;
    this.nanosPerByte = medium.nanosPerByte(other.bytesPerSecond());
    if (nanosPerByte < before) {
      medium.clear(); // what waits would take the time of the slower network
    }
    this.latest = Long.MIN_VALUE;
    this.latencyNanos = hasDelay ? other.latencyNanos() : 0;
    this.jitterNanos = hasDelay ? other.jitterNanos() : 0;
    this.loss = hasDelay ? other.loss() : 0;
    this.reorder = hasDelay ? other.reorder() : 0;
  }

  /** Makes the lane so many times faster. */
  void scale(double faster) {
    original = original.faster(faster);
    set(rule.faster(faster));
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
    long through = now;
    if (nanosPerByte > 0) {
      long backlog = medium.backlog(now);
      if (backlog > rule.queueNanos()) {
        overflowed++;
        return DROPPED;
      }
      mostBacklog = Math.max(mostBacklog, backlog);
      through = medium.serve(now, Math.round(size * nanosPerByte));
    }
    if (loss > 0 && random.nextDouble() < loss) {
      lost++;
      return DROPPED;
    }
    packets++;
    bytes += size;
    if (reorder > 0 && random.nextDouble() < reorder) {
      return through;
    }
    long arrives = through + latencyNanos;
    if (jitterNanos > 0) {
      arrives += Math.round(-Math.log(1 - random.nextDouble()) * jitterNanos);
      // Packets wait for those before them, as in a queue.
      arrives = Math.max(arrives, latest);
      latest = arrives;
    }
    return arrives;
  }
}
