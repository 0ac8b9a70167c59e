/**
 * Plans stencils: who computes which columns ({@link io.strait.stencil.plan.Decomposition}), and by
 * which strategy.
 *
 * <p>{@link io.strait.stencil.plan.StencilPlanner} answers with a plan. For one strategy and band,
 * {@link io.strait.stencil.plan.Bands} gives the decomposition and {@link
 * io.strait.stencil.plan.StencilTiming} what it takes: in closed form, or simulated by {@code
 * stencil.simulate} where tiles advance on their own.
 *
 * <p>{@link io.strait.stencil.plan.LayoutBuilder} cuts what ranks compute into tiles and says who
 * needs which cells from whom, {@link io.strait.stencil.plan.TileVersions} what waits for what: for
 * the engines, and for the simulations, so that both wait for equal things.
 *
 * <p>Must not know: files, terminals, running.
 */
@NullMarked
package io.strait.stencil.plan;

import org.jspecify.annotations.NullMarked;
