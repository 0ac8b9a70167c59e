package io.strait.transport.fabric;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Operations of all ranks together, on the second lane. Values go up a tree of ranks (rank r has
 * the children 2r+1 and 2r+2) to rank 0, and the result comes down, so it is identical to the bit
 * everywhere. Every rank must call the same methods in the same order.
 *
 * <p>This is part of the fabric's face for programs that use it directly, such as the benchmarks.
 */
public final class Collectives {
  private static final long WAIT = 1_000_000_000;

  private final Fabric fabric;
  private final int rank;
  private final int size;

  /** Opens the lanes of the tree. Every rank must make one. */
  public Collectives(Fabric fabric) {
    this.fabric = fabric;
    this.rank = fabric.rank();
    this.size = fabric.size();
    if (rank > 0) {
      open(parent());
    }
    for (int child = firstChild(); child < endOfChildren(); child++) {
      open(child);
    }
  }

  private void open(int peer) {
    fabric.open(size + peer, Double.BYTES, 2);
  }

  private int parent() {
    return (rank - 1) / 2;
  }

  private int firstChild() {
    return Math.min(size, 2 * rank + 1);
  }

  private int endOfChildren() {
    return Math.min(size, 2 * rank + 3);
  }

  /** Waits until all ranks have called this. */
  public void barrier() {
    double ignored = max(0);
  }

  /** The largest value of any rank; NaN if any value is. */
  public double max(double own) {
    double most = own;
    for (int child = firstChild(); child < endOfChildren(); child++) {
      most = Math.max(most, receive(child));
    }
    if (rank > 0) {
      send(parent(), most);
      most = receive(parent());
    }
    for (int child = firstChild(); child < endOfChildren(); child++) {
      send(child, most);
    }
    return most;
  }

  private void send(int to, double value) {
    fabric.begin(size + to).set(ValueLayout.JAVA_DOUBLE, 0, value);
    fabric.send(size + to, Double.BYTES);
  }

  private double receive(int from) {
    @Nullable MemorySegment message = fabric.poll(size + from);
    while (message == null) {
      fabric.await(WAIT);
      message = fabric.poll(size + from);
    }
    double value = message.get(ValueLayout.JAVA_DOUBLE, 0);
    fabric.release(size + from);
    return value;
  }
}
