/**
 * The farm run-time beside its peers: {@code ./bench farm}. {@link io.strait.bench.farm.FarmBench}
 * measures every {@link io.strait.bench.farm.FarmUnderTest}: ours, {@link
 * io.strait.bench.farm.JppfPeer}, {@link io.strait.bench.farm.DaskPeer}, {@link
 * io.strait.bench.farm.MpiPeer} and {@link io.strait.bench.farm.ParallelPeer}, and two limits for
 * bulk results, {@link io.strait.bench.farm.BulkStream} over gRPC and over a socket with TLS.
 * {@link io.strait.bench.farm.Program} is a process of a farm that is asked line by line. A peer
 * that cannot be had is named and left out.
 */
@NullMarked
package io.strait.bench.farm;

import org.jspecify.annotations.NullMarked;
