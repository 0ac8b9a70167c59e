package io.strait.transport.fabric;

import io.strait.transport.time.PreciseWait;

/** What carriers of messages have in common: when messages leave, and when the last one arrived. */
abstract class Carrier implements Fabric {
  /** How far in the past the time given to {@link #departAt} may be, in nanoseconds. */
  static final long FORGIVEN = 20_000_000;

  long arrived;
  long leaves;
  private volatile boolean woken;
  private final PreciseWait departure = new PreciseWait();

  Carrier(long leaves) {
    this.leaves = leaves;
  }

  @Override
  public final long arrived() {
    return arrived;
  }

  @Override
  public final void departAt(long nanos) {
    leaves = nanos;
  }

  @Override
  public void wake() {
    woken = true;
  }

  /** Whether somebody called {@link #wake} since this was last asked. */
  final boolean isWoken() {
    boolean was = woken;
    if (was) {
      woken = false;
    }
    return was;
  }

  /** Waits until messages may leave. */
  final void awaitDeparture() {
    if (leaves - System.nanoTime() > 0) {
      departure.until(this, leaves);
    }
  }
}
