/**
 * A plan to play with: {@link io.strait.serve.plan.PlanPages} shows what can be changed and what
 * the {@link io.strait.serve.plan.Planner} makes of it.
 *
 * <p>Must not know: how plans are made.
 */
@NullMarked
package io.strait.serve.plan;

import org.jspecify.annotations.NullMarked;
