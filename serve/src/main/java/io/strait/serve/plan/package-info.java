/**
 * A plan to play with: {@link io.strait.serve.plan.PlanPages} shows what can be changed and what
 * the {@link io.strait.serve.plan.Planner} makes of it. While a slider moves, the plan that will be
 * asked for when it rests is made {@link io.strait.serve.plan.Ahead ahead}.
 *
 * <p>Must not know: how plans are made.
 */
@NullMarked
package io.strait.serve.plan;

import org.jspecify.annotations.NullMarked;
