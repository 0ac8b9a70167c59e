/**
 * What {@code strait report} shows of realignments.
 *
 * <p>{@link io.strait.realign.report.RealignReport} reads a folder: the plan and what came of it
 * ({@link io.strait.realign.outcome}). {@code RealignPage} is the page of one run, with {@code
 * CommunicationChart} (who sends to whom) in it; {@link io.strait.realign.report.RealignRuns}
 * compares several. {@code RealignAdvice} lists what could be improved.
 *
 * <p>It must not know how realignments are run: all it has is what a run left in its folder.
 */
@NullMarked
package io.strait.realign.report;

import org.jspecify.annotations.NullMarked;
