/**
 * The outcome of a run of a farm, and {@code summary.json}, which keeps it in the run's folder.
 *
 * <p>{@link io.strait.farm.outcome.FarmSummary} is the whole file, {@link
 * io.strait.farm.outcome.Standing} what the master counted, {@link
 * io.strait.farm.outcome.PhaseFigures} a phase as it was promised, simulated and measured, cluster
 * by cluster, {@link io.strait.farm.outcome.Figures} the rate, speedup and efficiency of one of
 * these. A {@link io.strait.farm.outcome.Finding} is what a rehearsal or a run found; {@link
 * io.strait.farm.outcome.MeasuredPhase} is that of a run, and {@code measured.json} keeps it. Each
 * record has its writer and its reader beside each other, so a key has one place. Runs, rehearsals
 * and reports draw texts, tables, JSON and pages from these records.
 *
 * <p>Must not know: how farms are run or simulated, how outcomes look.
 */
@NullMarked
package io.strait.farm.outcome;

import org.jspecify.annotations.NullMarked;
