package io.strait.transport.fabric;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A rank of an MPI job that is one cluster of several: messages to ranks of the own cluster go over
 * MPI, all others across a gap. Ranks are numbered cluster by cluster.
 */
public final class JoinedFabric implements Fabric {
  private static final long WAIT = 1_000_000_000;

  private final MpiFabric mpi;
  private final GapFabric gap;
  private final int first;
  private final int size;
  private final Backoff backoff;
  private long arrived;
  private boolean failed;

  /**
   * Joins two carriers, which are closed with this one.
   *
   * @param first the first rank of this cluster
   */
  public JoinedFabric(MpiFabric mpi, GapFabric gap, int first) {
    if (first + mpi.rank() != gap.rank() || first + mpi.size() > gap.size()) {
      throw new IllegalArgumentException(
          "rank %d of %d, but rank %d of %d in a cluster that begins with rank %d"
              .formatted(gap.rank(), gap.size(), mpi.rank(), mpi.size(), first));
    }
    this.mpi = mpi;
    this.gap = gap;
    this.first = first;
    this.size = gap.size();
    this.backoff = mpi.backoff();
  }

  /** What the master is talked to through. */
  public GapFabric gap() {
    return gap;
  }

  @Override
  public int rank() {
    return gap.rank();
  }

  @Override
  public int size() {
    return size;
  }

  /** The peer's number in the MPI job, or -1 if it is not in it. */
  private int local(int peer) {
    int inside = peer % size - first;
    return inside < 0 || inside >= mpi.size() ? -1 : peer / size * mpi.size() + inside;
  }

  @Override
  public void open(int peer, long bytes, int ahead) {
    Checks.check(rank(), size, peer, bytes, ahead);
    int local = local(peer);
    if (local >= 0) {
      mpi.open(local, bytes, ahead);
    } else {
      gap.open(peer, bytes, ahead);
    }
  }

  @Override
  public boolean room(int to) {
    gap.check();
    int local = local(to);
    return local >= 0 ? mpi.room(local) : gap.room(to);
  }

  /** Waits such that the other carrier goes on meanwhile. */
  @Override
  public MemorySegment begin(int to) {
    while (!room(to)) {
      await(WAIT);
    }
    int local = local(to);
    return local >= 0 ? mpi.begin(local) : gap.begin(to);
  }

  @Override
  public void send(int to, long bytes) {
    gap.check();
    int local = local(to);
    if (local >= 0) {
      mpi.send(local, bytes);
    } else {
      gap.send(to, bytes);
    }
  }

  @Override
  public @Nullable MemorySegment poll(int from) {
    gap.check();
    int local = local(from);
    var message = local >= 0 ? mpi.poll(local) : gap.poll(from);
    if (message != null) {
      arrived = local >= 0 ? mpi.arrived() : gap.arrived();
    }
    return message;
  }

  @Override
  public void release(int from) {
    int local = local(from);
    if (local >= 0) {
      mpi.release(local);
    } else {
      gap.release(from);
    }
  }

  @Override
  public long arrived() {
    return arrived;
  }

  @Override
  public void leave(long nanos) {
    mpi.leave(nanos);
    gap.leave(nanos);
  }

  /** MPI must be asked again and again; what comes across a gap wakes whoever sleeps in between. */
  @Override
  public void await(long nanos) {
    gap.settle();
    backoff.start();
    while (!look()) {
      gap.lieDown();
      boolean come = gap.look();
      boolean over = !come && !backoff.rest(nanos);
      gap.getUp();
      if (come || over) {
        return;
      }
    }
  }

  private boolean look() {
    boolean inside = mpi.look();
    return gap.look() || inside;
  }

  /** All ranks hear of it from the hub, those of this job, too. */
  @Override
  public void fail(String why) {
    failed = true;
    gap.fail(why);
  }

  /** After a loss MPI cannot be ended in order, since that waits for all. */
  @Override
  public void close() {
    if (!failed && !gap.isLost()) {
      mpi.close();
    }
    gap.close();
  }
}
