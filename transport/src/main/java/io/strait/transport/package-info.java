/**
 * What carries bytes between the processes of a run and keeps them on disk. {@link
 * io.strait.transport.PrivateFiles} and {@link io.strait.transport.Folders} are the file helpers
 * that the packages below share:
 *
 * <ul>
 *   <li>{@code wire}: encrypted streams between a parent and its children, certificates, tokens;
 *   <li>{@code fabric}: messages between ranks, over threads, MPI or gaps;
 *   <li>{@code emulate}: hosts and links of other speeds on one machine;
 *   <li>{@code store}: the append-only log;
 *   <li>{@code time}: clock, timer and waiting.
 * </ul>
 *
 * <p>Must not know: kinds of application, plans, what messages and records mean.
 */
@NullMarked
package io.strait.transport;

import org.jspecify.annotations.NullMarked;
