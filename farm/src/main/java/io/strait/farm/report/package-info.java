/**
 * What {@code strait report} shows: the folder of a run as one page that needs nothing else, or
 * several runs compared.
 *
 * <p>{@link io.strait.farm.report.RunReport} reads a folder (docs/run-folder.md specifies it): the
 * plan, the summary if there is one, and the events, twice: once to learn who is there and how long
 * it took ({@code EventIndex}), once to fill bins ({@code EventBins}). Memory grows with nodes and
 * bins, never with the number of events. {@code PhaseFigures} sets promise, rehearsal and
 * measurement side by side, {@code Advice} plans again with one thing improved at a time, {@code
 * RunVerdict} says it in a sentence. {@link io.strait.farm.report.RunPage} and {@link
 * io.strait.farm.report.ComparisonPage} write pages, with {@code CurveChart} and {@code
 * WorkerTimeline} in them.
 *
 * <p>A stencil's folder is read by {@link io.strait.stencil.report.StencilReport} and shown by
 * {@link io.strait.stencil.report.StencilPage} and {@link
 * io.strait.stencil.report.StencilComparisonPage}.
 *
 * <p>Everything goes through {@code Html}, which escapes texts and closes what was opened. Charts
 * are stretched to the width of the page and have their labels as text beside them, so that they
 * can be read on a telephone. There are no scripts, and a policy in the page forbids them.
 */
@NullMarked
package io.strait.farm.report;

import org.jspecify.annotations.NullMarked;
