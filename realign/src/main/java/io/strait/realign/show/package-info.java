/**
 * What {@code strait plan} and {@code strait simulate} show of realignments, as text, JSON,
 * pictures and rank files for MPI.
 *
 * <p>{@link io.strait.realign.show.RealignPlanning} answers for plans and sweeps, {@link
 * io.strait.realign.show.RealignSimulated} for simulations, and {@link
 * io.strait.realign.show.RankFile} tells MPI where to start ranks. The package runs nothing and
 * reads no run folders.
 */
@NullMarked
package io.strait.realign.show;

import org.jspecify.annotations.NullMarked;
