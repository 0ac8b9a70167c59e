package io.strait.stencil.plan;

/**
 * What something cannot be faster than.
 *
 * @param seconds of one iteration
 * @param other what an iteration would take if gaps had bandwidth but no latency
 * @param what names the host, LAN or gap
 */
record IterationBound(double seconds, double other, String what) {
  /** Whether it is the network inside a cluster. */
  boolean isByLan() {
    return what.contains(" of lan of ");
  }
}
