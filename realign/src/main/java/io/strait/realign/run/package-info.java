/**
 * Moves an array from one distribution to another: pack, exchange, unpack.
 *
 * <p>What a processor has for another one is found where it is needed, dimension by dimension
 * ({@link io.strait.realign.run.ByteRuns}), and copied as a stream of elements that both ends cut
 * in the same order ({@link io.strait.realign.run.CommonElements}). {@link
 * io.strait.realign.run.Realigner} is one rank's part of a step over a {@link
 * io.strait.transport.fabric.Fabric}: what crosses gaps goes first, through the gateways, and what
 * stays inside goes beside it in rounds. {@link io.strait.realign.run.RankRun} is one rank's part
 * of a whole run, {@link io.strait.realign.run.RealignRun} a run of threads, {@link
 * io.strait.realign.run.RealignProtocol} and {@link io.strait.realign.run.RealignNode} one of
 * processes.
 *
 * <h2>A chunk</h2>
 *
 * <p>32 bytes, then elements: the source block (4), the rank that gets it (4), the number of the
 * step (4), 4 that are 0, the bytes of the message before this chunk (8), 8 that are 0. In the byte
 * order of the machine, as the elements are.
 *
 * <h2>Files</h2>
 *
 * <p>Parts that are files are mapped into memory: the system keeps as much of them as it has room
 * for. Beside them every rank keeps {@code arrived-RANK.log}, whose records are written when the
 * message they name is on the disk: the number of the step times 2^32 plus the source block (8),
 * and a mix of that number (8). A torn end is not read.
 *
 * <p>The package does not know what carries messages, and knows no commands.
 */
@NullMarked
package io.strait.realign.run;

import org.jspecify.annotations.NullMarked;
