package io.strait.transport.fabric;

import io.strait.transport.time.Backoff;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A rank of an MPI job that is one cluster of several. Messages inside its cluster go over MPI, all
 * others across a gap. Ranks are numbered cluster by cluster.
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
   * Joins two carriers. They are closed together with this one.
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

  /** The carrier that also reaches the master. */
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

  /** The peer's number in the MPI job, or -1 if it is in another cluster. */
  private int local(int peer) {
    int inside = peer % size - first;
    return inside < 0 || inside >= mpi.size() ? -1 : peer / size * mpi.size() + inside;
  }

  @Override
  public void open(int peer, long bytes, int ahead) {
    Checks.check(rank(), size, peer, bytes, ahead, Integer.MAX_VALUE);
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

  /** Waits in a way that lets both carriers make progress. */
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
  public void departAt(long nanos) {
    mpi.departAt(nanos);
    gap.departAt(nanos);
  }

  @Override
  public void wake() {
    gap.wake();
  }

  /**
   * MPI has to be polled, unless this rank is alone in its job. A message across a gap cuts the
   * sleep between two polls short.
   */
  @Override
  public void await(long nanos) {
    if (mpi.size() == 1) {
      gap.await(nanos);
      return;
    }
    gap.settle();
    backoff.start();
    while (!look()) {
      gap.prepareToSleep();
      boolean news = gap.look();
      boolean over = !news && !backoff.rest(nanos);
      gap.finishSleeping();
      if (news || over) {
        return;
      }
    }
  }

  private boolean look() {
    boolean inside = mpi.look();
    return gap.look() || inside;
  }

  /** The hub tells all ranks, including those of this job. */
  @Override
  public void fail(String why) {
    failed = true;
    gap.fail(why);
  }

  /**
   * Ends MPI, whatever home has done meanwhile: a rank closes its fabric when its work is done, and
   * so do all ranks of its job. One that has failed does not, because that would wait for the
   * others; it should {@link MpiFabric#abort}.
   */
  @Override
  public void close() {
    if (!failed) {
      mpi.close();
    }
    gap.close();
  }
}
