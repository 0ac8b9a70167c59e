package io.strait.lab.relay;

/**
 * What a LAN or one direction of a gap is like now, and what passed it.
 *
 * @param name of the cluster, or {@code a>b}
 * @param isLan whether it is a LAN
 */
public record NetworkState(
    String name, boolean isLan, boolean isCut, LaneRule rule, Lane.Counts counts) {}
