package io.strait.transport.fabric;

import io.strait.transport.time.PreciseWait;

/** What carriers of messages have in common: when messages leave, and when the last one arrived. */
abstract class Carrier implements Fabric {
  long arrived;
  long leaves;
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

  /** Waits until messages may leave. */
  final void awaitDeparture() {
    if (leaves - System.nanoTime() > 0) {
      departure.until(this, leaves);
    }
  }
}
