/**
 * What came of a program's run: records that are written when the run ends and read when it is
 * reported.
 *
 * <p>{@link io.strait.program.outcome.ProgramSummary} is {@code summary.json} in the folder of the
 * run, with a {@link io.strait.program.outcome.CandidateOutcome} for every candidate. {@link
 * io.strait.program.outcome.ProgramMeasured} is {@code measured.json} in the folder of a candidate,
 * and {@code parts.tsv} there, with a line for every part of a calculation.
 *
 * <p>It must not know how programs are planned, run or shown.
 */
@NullMarked
package io.strait.program.outcome;

import org.jspecify.annotations.NullMarked;
