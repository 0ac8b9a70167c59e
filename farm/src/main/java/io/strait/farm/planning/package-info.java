/**
 * {@code strait plan} for a farm: what people and programs see of a plan.
 *
 * <p>{@link io.strait.farm.planning.FarmPlanning} plans and chooses the view. {@code PlanVerdict}
 * says a plan in a sentence, {@link io.strait.farm.planning.PlanText} shows it as tables, {@code
 * PlanComparison} sets two plans side by side ({@code --what-if}), {@code SweepTable} and {@code
 * SweepPlot} show a sweep as a table and as a picture.
 *
 * <p>Must not know: how a plan is found, simulated or run.
 */
@NullMarked
package io.strait.farm.planning;

import org.jspecify.annotations.NullMarked;
