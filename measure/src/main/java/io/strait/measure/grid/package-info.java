/**
 * {@code strait measure grid}: from probes on hosts to a grid file.
 *
 * <p>A {@link GridMeasurement} asks the probes for what they know of themselves, lets {@link
 * io.strait.measure.grid.topology.Discovery} find the networks by the experiments of {@link
 * ProbeExperiments}, and makes a {@link MeasuredGrid} of it: figures with intervals and comments.
 * {@link MeasuredText} writes a new grid file, {@link MeasuredUpdate} changes one that is there and
 * leaves keys that were written by hand. {@link MeasureReport} prints what was measured.
 *
 * <p>Must not know: options of commands, how probes are started.
 */
@NullMarked
package io.strait.measure.grid;

import org.jspecify.annotations.NullMarked;
