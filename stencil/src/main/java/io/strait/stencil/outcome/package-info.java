/**
 * What came of a stencil's run: records that are written when the run ends and read when it is
 * reported.
 *
 * <p>{@link io.strait.stencil.outcome.StencilSummary} is {@code summary.json} in the folder of the
 * run, with a {@link io.strait.stencil.outcome.StrategyOutcome} for every strategy. {@link
 * io.strait.stencil.outcome.StencilMeasured} is {@code measured.json} in the folder of a strategy,
 * and {@link io.strait.stencil.outcome.RankTimes} is {@code ranks.tsv} there: a head line, then for
 * every rank the lines {@code compute}, {@code lan} and {@code gap} with the seconds in all, the
 * seconds of a bin, and the share of each bin, separated by commas.
 *
 * <p>It must not know how stencils are planned, run or shown.
 */
@NullMarked
package io.strait.stencil.outcome;

import org.jspecify.annotations.NullMarked;
