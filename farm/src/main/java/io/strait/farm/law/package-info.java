/**
 * The analytic laws of the papers, as pure functions named after their equations.
 *
 * <p>{@link io.strait.farm.law.Tuning} holds the computation-communication analysis of a
 * multi-cluster farm, {@link io.strait.farm.law.Placement} the work-rate model of master and
 * slaves, {@link io.strait.stencil.law.Stencils} what an iteration takes across a gap, {@link
 * io.strait.realign.law.Realign} where blocks of an array go when it is realigned. Must not know:
 * grids, files, algorithms.
 */
@NullMarked
package io.strait.farm.law;

import org.jspecify.annotations.NullMarked;
