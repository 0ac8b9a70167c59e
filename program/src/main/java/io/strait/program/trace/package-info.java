/**
 * A simulated program as lanes and states: {@link io.strait.program.trace.ProgramTrace} records
 * what the simulator tells and says what the lanes are called in traces and how they stand in a
 * Gantt picture. Everything else is in {@link io.strait.view.trace} and {@link
 * io.strait.view.gantt}.
 *
 * <p>Must not know: file formats, drawing, options.
 */
@NullMarked
package io.strait.program.trace;

import org.jspecify.annotations.NullMarked;
