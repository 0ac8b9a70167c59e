/**
 * Rehearses stencils: when each rank finishes each iteration.
 *
 * <p>{@link io.strait.stencil.simulate.StencilSimulation} is a recurrence of maxima and sums over
 * ranks and steps, for strategies whose ranks advance as soon as their neighbours' borders are
 * there: step n of a rank begins when it has ended step n − 1 and, for every neighbour, the border
 * of step n − lag has come; lag is 1, or one more than the columns of the band where both sides of
 * a gap compute one. {@link io.strait.stencil.simulate.CycleSimulation} follows paper
 * <em>lhrp</em>'s rule, whose ranks exchange messages in cycles whether they have news or not.
 * {@link io.strait.stencil.simulate.TileSimulation} follows every tile and message of a wavefront,
 * in the order of the engine.
 *
 * <p>A message takes its turn on the line (bytes / bandwidth), then travels (latency and an
 * exponentially distributed jitter); none overtakes the one before it. What a rank sends leaves
 * when its border is computed, which is before the rest in every strategy but {@code sync} and
 * {@code deep-halo}.
 *
 * <p>Must not know: grids, files, planning, running for real.
 */
@NullMarked
package io.strait.stencil.simulate;

import org.jspecify.annotations.NullMarked;
