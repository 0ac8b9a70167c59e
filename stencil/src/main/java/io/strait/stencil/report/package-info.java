/**
 * What {@code strait report} shows of stencils.
 *
 * <p>{@link io.strait.stencil.report.StencilReport} reads a folder: the plan and what came of it
 * ({@link io.strait.stencil.outcome}). {@code StencilPage} is the page of one run, with {@code
 * WaitingChart} (who waited for what when) and {@code MatrixChart} (who computes which columns) in
 * it; {@link io.strait.stencil.report.StencilRuns} compares several. {@code StencilAdvice} lists
 * what could be improved.
 *
 * <p>It must not know how stencils are run: all it has is what a run left in its folder.
 */
@NullMarked
package io.strait.stencil.report;

import org.jspecify.annotations.NullMarked;
