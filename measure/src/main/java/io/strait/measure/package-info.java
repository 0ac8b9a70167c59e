/**
 * From reality to grid: what machines and links there are and how fast they are. {@link
 * io.strait.measure.ThisMachine} describes the machine that Strait runs on; {@link
 * io.strait.measure.SampleStatistics} says how a measured figure varies; {@code simgrid} reads what others
 * have described.
 *
 * <p>Must not know: planning, running, terminals.
 */
@NullMarked
package io.strait.measure;

import org.jspecify.annotations.NullMarked;
