/**
 * {@code strait run} for realignments: which numberings to run, what to measure of them, and how
 * that compares with the plan.
 *
 * <p>{@link io.strait.realign.session.RealignWork} is what {@link io.strait.kind.rank.RankRunner}
 * asks. A stage leaves {@code measured.json} and {@code ranks.tsv} in its folder. The package
 * prints nothing of plans and simulations and knows nothing of how elements move.
 */
@NullMarked
package io.strait.realign.session;

import org.jspecify.annotations.NullMarked;
