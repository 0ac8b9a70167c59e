/**
 * How a run is reported, in one way for all kinds of application.
 *
 * <p>A kind gives a {@link io.strait.kind.report.RunReport} of each run (verdict, table, JSON, what
 * its page shows) and a {@link io.strait.kind.report.Comparison} of several; {@link
 * io.strait.kind.report.Report} makes text, JSON and a page of them. A {@link
 * io.strait.kind.report.Promise} sets what was predicted, simulated and measured side by side, and
 * an {@link io.strait.kind.report.Outcome} is one of a plan's alternatives with its promise. {@link
 * io.strait.kind.report.Advice} plans again with one change at a time: a kind lists its changes
 * ({@link io.strait.kind.report.GridChanges} makes those of the grid) and says what a plan is worth
 * ({@link io.strait.kind.report.Valuation}). {@code StepFolder}, {@code JsonFile} and {@code
 * MeasuredFile} read what a run left.
 *
 * <p>It must not know how runs are made, nor what any one kind measures.
 */
@NullMarked
package io.strait.kind.report;

import org.jspecify.annotations.NullMarked;
