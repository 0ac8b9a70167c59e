/**
 * What {@code strait report} shows of farms.
 *
 * <p>{@link io.strait.farm.report.FarmReport} reads a folder (docs/run-folder.md specifies it): the
 * plan, the summary if there is one, and the events, twice: once to learn who is there and how long
 * it took ({@code EventIndex}), once to fill bins ({@code EventBins}). Memory grows with nodes and
 * bins, never with the number of events. {@code PhaseTable} sets promise, rehearsal and measurement
 * side by side, {@code Losses} says what workers lost and by which causes, {@code FarmAdvice} lists
 * what could be improved, {@code FarmVerdict} says it in a sentence. {@code FarmPage} is the page
 * of one run, {@link io.strait.farm.report.FarmRuns} compares several.
 *
 * <p>It must not know how farms are run: all it has is what a run left in its folder.
 */
@NullMarked
package io.strait.farm.report;

import org.jspecify.annotations.NullMarked;
