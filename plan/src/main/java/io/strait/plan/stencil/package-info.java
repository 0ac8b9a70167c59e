/**
 * Plans stencils: who computes which columns ({@link io.strait.plan.stencil.Decomposition}), and by
 * which strategy.
 *
 * <p>{@link io.strait.plan.stencil.StencilPlanner} answers with a plan. For one strategy and band,
 * {@link io.strait.plan.stencil.Bands} gives the decomposition and {@link
 * io.strait.plan.stencil.Timing} what it takes: predicted in closed form, or as a model for {@code
 * simulate.stencil}.
 *
 * <p>{@link io.strait.plan.stencil.Layouts} cuts what ranks compute into tiles and says who needs
 * which cells from whom, {@link io.strait.plan.stencil.Parts} what waits for what: for the engines,
 * and for the simulations, so that both wait for the same.
 *
 * <p>Must not know: files, terminals, running.
 */
@NullMarked
package io.strait.plan.stencil;

import org.jspecify.annotations.NullMarked;
