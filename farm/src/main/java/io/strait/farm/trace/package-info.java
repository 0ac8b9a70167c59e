/**
 * A simulated farm as lanes and states: {@link FarmTrace} records what the simulator tells, {@link
 * FarmLanes} says what lanes are called in traces and how they stand in a Gantt picture, {@link
 * TraceNames} has the names of clusters, workers and gaps. Everything else is in {@link
 * io.strait.view.trace} and {@link io.strait.view.gantt}.
 *
 * <p>Must not know: file formats, drawing, options.
 */
@NullMarked
package io.strait.farm.trace;

import org.jspecify.annotations.NullMarked;
