/**
 * What a command takes on this machine: {@link io.strait.measure.command.Command} is what is
 * started, {@link io.strait.measure.command.CommandProbe} runs it and returns a {@link
 * io.strait.measure.command.CommandRun}, {@link io.strait.measure.command.CommandMeasurement} has
 * the runs of a series. Linux only.
 *
 * <p>How exact it is:
 *
 * <ul>
 *   <li>Wall-clock time runs from the moment that a stopped process goes on to become the command
 *       to the moment that the kernel reports its end. This includes about a millisecond for the
 *       start.
 *   <li>What the command's first thread waits for a core that others have is taken off the time,
 *       where the kernel tells it ({@code /proc/PID/schedstat}) and the command computes on one
 *       core. So waiting is waiting for devices. What its other threads and processes wait for
 *       cores is not known.
 *   <li>CPU time is the kernel's own account ({@code wait4}), to the microsecond, for the command
 *       and all descendants that are waited for, as {@code time} counts them. Nothing is sampled.
 *       What a command leaves running in the background is ended and does not count.
 *   <li>Bytes read and written are those of all read and write calls of these processes ({@code
 *       rchar} and {@code wchar} of {@code /proc/PID/io}, read after the end and before the process
 *       vanishes). They include a few kilobytes for loading libraries, and pipes inside the
 *       command. Files that are mapped into memory do not count.
 *   <li>Standard input is a file, and what was read of it is the file's offset after the end; a
 *       command that maps the file or reads it at positions has none. What it printed is the size
 *       of the output file. Both are exact.
 *   <li>Memory is the peak of the largest process ({@code ru_maxrss}), which is not the peak of the
 *       sum.
 * </ul>
 *
 * <p>Must not know: kinds of application, files of ours, terminals.
 */
@NullMarked
package io.strait.measure.command;

import org.jspecify.annotations.NullMarked;
