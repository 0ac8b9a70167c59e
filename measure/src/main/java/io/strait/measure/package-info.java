/**
 * From reality to a grid: which machines and links there are, and how fast they are.
 *
 * <p>{@link io.strait.measure.ThisMachine} describes the machine that Strait runs on. {@link
 * io.strait.measure.SampleStatistics} summarizes repeated measurements, {@link
 * io.strait.measure.MedianInterval} says how far their median can be trusted. The package {@code
 * command} measures commands, {@code link} what messages cost between two processes, {@code
 * forecast} says what a measured series will do next, {@code series} keeps such series beside a
 * grid file, {@code outlook} makes a grid of their forecasts, {@code simgrid} reads platforms that
 * others have described, {@code slurm} nodes and {@code iperf} tests of networks, from the {@code
 * output} of those tools.
 *
 * <p>Must not know: kinds of application, planning, running, terminals.
 */
@NullMarked
package io.strait.measure;

import org.jspecify.annotations.NullMarked;
