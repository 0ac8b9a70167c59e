/**
 * What {@code strait report} shows of programs.
 *
 * <p>{@link io.strait.program.report.ProgramReport} reads a folder: the plan and what came of it
 * ({@link io.strait.program.outcome}). {@code PartOutcome} is a part of a calculation, promised and
 * measured. {@code ProgramPage} is the page of one run, with {@code MachinesChart} (the rate over
 * the number of machines) in it; {@link io.strait.program.report.ProgramRuns} compares several.
 * {@code ProgramAdvice} lists what could be improved.
 *
 * <p>It must not know how programs are run: all it has is what a run left in its folder.
 */
@NullMarked
package io.strait.program.report;

import org.jspecify.annotations.NullMarked;
