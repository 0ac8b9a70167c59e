/**
 * Figures of a network from what iperf3 has measured.
 *
 * <p>{@link io.strait.measure.iperf.IperfFile} reads what {@code iperf3 --json} printed, at the
 * client or the server. {@link io.strait.measure.iperf.IperfFigures} draws them together, and
 * {@link io.strait.measure.iperf.IperfGrid} writes them into a link or LAN of a grid file, with a
 * comment that says where each comes from ({@link io.strait.measure.iperf.IperfComment}).
 *
 * <table>
 *   <caption>What becomes of what</caption>
 *   <tr><th>iperf3</th><th>grid</th></tr>
 *   <tr><td>TCP: bits per second received</td><td>{@code bandwidth} of that direction, unless {@code
 *     -b} held it back</td></tr>
 *   <tr><td>UDP with {@code -b 0}: bits per second received</td><td>the same, if no TCP test says
 *     it</td></tr>
 *   <tr><td>other UDP: lost packets, jitter</td><td>{@code loss} and {@code jitter} of the worse
 *     direction. iperf3's jitter is the mean difference of successive delays (RFC 3550), which for
 *     independent exponential delays is their mean, as in a grid</td></tr>
 *   <tr><td>TCP: least round trip of a sender</td><td>{@code latency}: half of it</td></tr>
 *   <tr><td>{@code --bidir}</td><td>{@code duplex: full}, unless both directions together carry
 *     hardly more than one alone</td></tr>
 * </table>
 *
 * <p>Must not know: kinds of application, planning, running, terminals.
 */
@NullMarked
package io.strait.measure.iperf;

import org.jspecify.annotations.NullMarked;
