/**
 * The search for schedules: which machines do which calculations of a program, and in which time
 * slices.
 *
 * <p>{@link io.strait.program.schedule.Scheduler} answers with a {@link
 * io.strait.program.schedule.Schedule}: a placement, what it brings, and a bound that no other
 * placement can exceed. Inside, a {@code Problem} is the program as flat arrays and a {@code State}
 * is a placement whose times follow every change: a {@code ThreadState} where calculations and
 * transfers overlap, a {@code SliceState} where they do not. {@code Annealing} improves a state,
 * {@code ThreadBranch} and {@code SliceBranch} try all placements that the bounds of {@code Bounds}
 * leave open, and {@code Shares} says how a calculation is cut among machines. {@code Growth}
 * begins with a placement on fewer machines. {@link io.strait.program.plan.Evaluation} has the last
 * word on every schedule. {@link io.strait.program.schedule.Neighbours} are placements near
 * another. The package prints nothing.
 */
@NullMarked
package io.strait.program.schedule;

import org.jspecify.annotations.NullMarked;
