/**
 * What came of a realignment's run: records that are written when the run ends and read when it is
 * reported.
 *
 * <p>{@link io.strait.realign.outcome.RealignSummary} is {@code summary.json} in the folder of the
 * run, with a {@link io.strait.realign.outcome.NumberingOutcome} for every numbering. {@link
 * io.strait.realign.outcome.RealignMeasured} is {@code measured.json} in the folder of a numbering
 * and {@code ranks.tsv} there: a line of titles, then a {@link
 * io.strait.realign.outcome.RankResult} in every line.
 *
 * <p>It must not know how realignments are planned, run or shown.
 */
@NullMarked
package io.strait.realign.outcome;

import org.jspecify.annotations.NullMarked;
