/**
 * Hosts of a grid from what Slurm knows about its nodes.
 *
 * <p>{@link io.strait.measure.slurm.SlurmReport} reads what {@code sinfo --json} and {@code
 * scontrol show nodes} print, or asks the Slurm of this machine. {@link
 * io.strait.measure.slurm.SlurmCluster} makes groups of its nodes. {@link
 * io.strait.measure.slurm.SlurmGrid} writes them into a grid file.
 *
 * <p>Three shapes are known:
 *
 * <ul>
 *   <li>text: {@code NodeName=… CPUTot=…}, with or without {@code -o}, of all versions;
 *   <li>JSON with a list {@code nodes}, one item per node: {@code sinfo --json} up to 22.05, {@code
 *       scontrol show nodes --json} of later versions;
 *   <li>JSON with a list {@code sinfo}, one item per partition and sort of node: {@code sinfo
 *       --json} of later versions. Its numbers are minima and maxima, or sums over its nodes.
 * </ul>
 *
 * <p>In JSON a load is a hundred times the load. A number is plain or {@code {set, infinite,
 * number}}; unknown ones are not set, or the greatest values of 16, 32 or 64 bits. A state is a
 * word with flags beside it, or a list of words.
 *
 * <p>Must not know: kinds of application, planning, running, terminals.
 */
@NullMarked
package io.strait.measure.slurm;

import org.jspecify.annotations.NullMarked;
