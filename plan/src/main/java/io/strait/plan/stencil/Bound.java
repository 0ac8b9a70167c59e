package io.strait.plan.stencil;

/**
 * What something cannot be faster than.
 *
 * @param seconds of one iteration
 * @param other what an iteration would take if gaps took no time
 * @param what names the host, LAN or gap
 */
record Bound(double seconds, double other, String what) {}
