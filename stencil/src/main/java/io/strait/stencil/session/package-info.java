/**
 * {@code strait run} for stencils: which strategies to run, what to measure of them, and how that
 * compares with the plan.
 *
 * <p>{@link io.strait.stencil.session.StencilWork} is what {@link io.strait.kind.rank.RankRunner}
 * asks. A stage leaves {@code measured.json} and {@code ranks.tsv} in its folder. The package
 * prints nothing of plans and simulations and knows nothing of how ranks compute.
 */
@NullMarked
package io.strait.stencil.session;

import org.jspecify.annotations.NullMarked;
