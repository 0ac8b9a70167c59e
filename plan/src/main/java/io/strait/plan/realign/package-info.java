/**
 * Which processor holds what when an array is realigned, so that as little as possible crosses
 * gaps: paper <em>realign</em> and what goes beyond it.
 *
 * <p>Volumes from block to block are never kept as a matrix; they are enumerated where they are
 * needed. What is kept is what each block sends into each cluster.
 */
@NullMarked
package io.strait.plan.realign;

import org.jspecify.annotations.NullMarked;
