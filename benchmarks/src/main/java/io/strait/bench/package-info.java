/**
 * Benchmarks of Strait beside its peers, started by {@code ./bench NAME}. Each is a class with a
 * {@code main} that measures ours and the peer in one run, checks that both answer alike, prints a
 * table and ends with lines {@code NAME case: ours X, peer Y, ratio R (goal G)}.
 *
 * <p>{@link io.strait.bench.PlanBench} measures planning: {@link io.strait.bench.RandomGrids} makes
 * the grids, {@link io.strait.bench.FlowPeer} is JGraphT on the same problem. {@link
 * io.strait.bench.SimulateBench} measures simulating: {@link io.strait.bench.BenchFarm} are the
 * farms, {@link io.strait.bench.SimGridPeer} is SimGrid on the same farms. {@link
 * io.strait.bench.Stopwatch}, {@link io.strait.bench.Command}, {@link io.strait.bench.Memory} and
 * {@link io.strait.bench.TextTable} serve all benchmarks. The package {@code farm} measures the
 * farm run-time, {@code stencil} and {@code realign} those kinds, {@code link} the measuring of
 * links, {@code placement} the experiments of that paper. Not part of the product: nothing may use
 * this module.
 */
@NullMarked
package io.strait.bench;

import org.jspecify.annotations.NullMarked;
