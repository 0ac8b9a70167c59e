package io.strait.transport.fabric;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fabrics of ranks that are threads of one process. */
public final class ThreadFabrics implements AutoCloseable {
  private record Loss(int rank, String why) {}

  private final Delays delays;
  private final List<ThreadFabric> fabrics;
  private final Map<Long, MessageRing> rings = new HashMap<>();
  private final Arena arena = Arena.ofShared();
  private volatile @Nullable Loss loss;
  private int open;

  /** Fabrics for a number of ranks, with emulated delays. */
  public ThreadFabrics(int size, Delays delays) {
    this.delays = delays;
    this.open = size;
    var made = new ArrayList<ThreadFabric>();
    boolean spin = size <= Runtime.getRuntime().availableProcessors();
    for (int rank = 0; rank < size; rank++) {
      made.add(new ThreadFabric(this, rank, size, spin));
    }
    fabrics = List.copyOf(made);
  }

  public ThreadFabrics(int size) {
    this(size, Delays.NONE);
  }

  /** The fabric of one rank, for use by that rank's thread. */
  public ThreadFabric fabric(int rank) {
    return fabrics.get(rank);
  }

  /** Declares a rank lost. All ranks learn of it at their next call, or while they wait. */
  public void lost(int rank, String why) {
    synchronized (this) {
      if (loss == null) {
        loss = new Loss(rank, why);
      }
    }
    fabrics.forEach(ThreadFabric::wake);
  }

  void check() {
    var lost = loss;
    if (lost != null) {
      throw new RankLostException(lost.rank, lost.why);
    }
  }

  DelaySchedule schedule(int from, int to) {
    return new DelaySchedule(delays, from, to);
  }

  /** The ring from one rank to another on a lane. Both ranks use it. */
  synchronized MessageRing ring(int from, int to, int lane, long bytes, int ahead) {
    long place = ((long) lane * fabrics.size() + from) * fabrics.size() + to;
    var ring = rings.computeIfAbsent(place, key -> new MessageRing(arena, bytes, ahead));
    if (ring.bytes() != bytes || ring.ahead() != ahead) {
      throw new IllegalArgumentException(
          "ranks %d and %d open each other with different sizes: %d and %d bytes, %d and %d ahead"
              .formatted(from, to, ring.bytes(), bytes, ring.ahead(), ahead));
    }
    return ring;
  }

  synchronized void closed() {
    open--;
    if (open == 0) {
      close();
    }
  }

  /** Frees the buffers. This happens by itself once all ranks have closed their fabrics. */
  @Override
  public synchronized void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
