/**
 * The experiments of paper placement (figures 4 to 8), predicted, simulated and measured: {@link
 * io.strait.bench.placement.PlacementBench} runs them on {@link io.strait.bench.placement.Testbed},
 * the nine machines of the paper with its three applications. {@code RealRun} runs a farm on the
 * emulated machines, {@code Figures} draws.
 */
@NullMarked
package io.strait.bench.placement;

import org.jspecify.annotations.NullMarked;
