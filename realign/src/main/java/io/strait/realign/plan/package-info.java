/**
 * Which processor holds what when an array is realigned, so that as little as possible crosses
 * gaps: paper <em>realign</em> and what goes beyond it.
 *
 * <p>Volumes from block to block are never kept as a matrix; they are enumerated where they are
 * needed. What is kept is what each block sends into each cluster.
 *
 * <p>{@link io.strait.realign.plan.RealignPlanner} plans, {@link
 * io.strait.realign.plan.Realignment} serves programs that only want numberings. {@link
 * io.strait.realign.plan.MessagePattern} says who sends whom how much, {@link
 * io.strait.realign.plan.Transport} places blocks on clusters.
 *
 * <p>The package knows nothing of terminals, run folders or running.
 */
@NullMarked
package io.strait.realign.plan;

import org.jspecify.annotations.NullMarked;
