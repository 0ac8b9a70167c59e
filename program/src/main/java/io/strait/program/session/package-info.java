/**
 * {@code strait run} for programs: which candidates to run, what to measure of them, and how that
 * compares with the plan.
 *
 * <p>{@link io.strait.program.session.ProgramWork} is what {@link io.strait.kind.rank.RankRunner}
 * asks. A stage leaves {@code measured.json} and {@code parts.tsv} in its folder. The package knows
 * nothing of how data flow.
 */
@NullMarked
package io.strait.program.session;

import org.jspecify.annotations.NullMarked;
