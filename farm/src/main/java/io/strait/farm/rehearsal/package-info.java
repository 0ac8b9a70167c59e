/**
 * {@code strait simulate} for a farm: {@link io.strait.farm.rehearsal.SimulatedPhase} is a phase of
 * a plan, simulated with one or several seeds; {@link io.strait.farm.rehearsal.SimulationText}
 * shows estimates and simulation side by side, as tables and as JSON. A run uses the first as well,
 * to compare what it measures with its rehearsal; {@link io.strait.farm.rehearsal.PromiseText} says
 * of both whether the promise was kept.
 *
 * <p>Must not know: options, the engine's events, running.
 */
@NullMarked
package io.strait.farm.rehearsal;

import org.jspecify.annotations.NullMarked;
