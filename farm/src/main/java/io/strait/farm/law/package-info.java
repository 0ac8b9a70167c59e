/**
 * The analytic laws of the papers, as pure functions named after their equations.
 *
 * <p>{@link io.strait.farm.law.Tuning} holds the computation-communication analysis of a
 * multi-cluster farm, {@link io.strait.farm.law.Placement} the work-rate model of master and
 * workers.
 *
 * <p>Must not know: grids, files, algorithms.
 */
@NullMarked
package io.strait.farm.law;

import org.jspecify.annotations.NullMarked;
