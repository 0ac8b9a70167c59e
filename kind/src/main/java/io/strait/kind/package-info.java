/**
 * From grid and app to plan: the questions a planner is asked ({@link
 * io.strait.farm.plan.PlanOptions}) and the door to each kind of application ({@link
 * io.strait.cli.Planner}). The algorithms live in a sub-package per kind.
 *
 * <p>Must not know: files, terminals, running.
 */
@NullMarked
package io.strait.kind;

import org.jspecify.annotations.NullMarked;
