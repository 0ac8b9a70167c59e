/**
 * App files and plan files of realignments: their records, reading and writing.
 *
 * <p>{@link io.strait.realign.file.RealignApp} is what an app file says, {@link
 * io.strait.realign.file.RealignPlan} what a plan file says; {@link
 * io.strait.realign.file.RealignFile} and {@link io.strait.realign.file.RealignPlanFile} read and
 * check them, and a mistake is reported with its line and column. {@link
 * io.strait.realign.file.ArrayDistribution} says which elements a processor holds, {@link
 * io.strait.realign.file.Permutation} which processor holds a block. The package knows nothing of
 * planning, simulating or running.
 */
@NullMarked
package io.strait.realign.file;

import org.jspecify.annotations.NullMarked;
