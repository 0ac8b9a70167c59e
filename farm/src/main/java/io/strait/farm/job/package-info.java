/**
 * {@code strait run} for a farm: the phases of a plan one after the other, each in its own folder.
 *
 * <p>{@link io.strait.farm.job.FarmRunner} goes through the {@code FarmStage}s (a phase, and how it
 * is emulated). A {@code MasterSession} starts the master of a {@code StageJob}: it opens the
 * journal, starts nodes, waits and writes results. A {@code StageOutcome} says how it ended, a
 * {@code StageComparison} how that compares with the promise and the rehearsal. {@link
 * io.strait.farm.job.FarmRunOptions} holds the options that only farms have.
 *
 * <p>Must not know: how messages travel ({@code wire}), reports of finished runs.
 */
@NullMarked
package io.strait.farm.job;

import org.jspecify.annotations.NullMarked;
