/**
 * The hosts' side of {@code strait measure grid}: what a {@code strait probe --join} does, and how
 * it and the coordinator talk.
 *
 * <p>A {@link ProbeClient} dials a coordinator, whose {@link ProbeServer} keeps a {@link
 * RemoteProbe} for each. Orders and answers are {@link Note}s. Experiments run between two probes:
 * one opens an {@link Entrance} and waits, the other dials it, and both ends are {@link Session}s.
 * {@link Dispersion} and {@link SteadyRate} make rates of what arrived, {@link FlowCurve} those of
 * several flows at once.
 *
 * <h2>Notes</h2>
 *
 * <p>A note is a frame of UTF-8 text on the coordinator's stream, 64 KiB at most: a word on the
 * first line, then {@code key=value} on each line, with {@code \n} and {@code \\} for line breaks
 * and backslashes. A probe begins with {@code hello} (version, name, cluster, token, cores, memory,
 * machine, addresses). The coordinator answers {@code welcome}, or {@code refused} with {@code
 * why}. Every order has an {@code id}; its answer is {@code done} or {@code failed} with this id.
 * {@code bye} ends a probe.
 *
 * <h2>Sessions</h2>
 *
 * <p>A probe that is behind a login node dials a probe at home where it has joined ({@code dial}
 * with {@code home=1}): a {@link Gate} there tells its connections from those of joining probes by
 * the first bit, which is set in every nonce. No datagram goes that way; the dialling end says so
 * with port 0, and round trips are those of orders.
 *
 * <p>Two TCP connections and UDP, between ports that are open for this session alone. Each TCP
 * connection begins with the 16 bytes of a nonce, which the coordinator gave to both probes, and a
 * byte: 1 for orders, 2 for bulk data. On the first, the dialling end sends orders: a byte, then
 * numbers, big-endian; see {@link Session}. A datagram begins with 8 bytes of the nonce, a kind,
 * the number of the experiment, its own number, and how many there are; see {@link Datagrams}.
 *
 * <p>Must not know: what the figures mean for a grid, options of commands.
 */
@NullMarked
package io.strait.measure.grid.probe;

import org.jspecify.annotations.NullMarked;
