/**
 * What messages cost between two processes: the message benchmark of paper porting, and the law
 * that fits it.
 *
 * <p>A {@link Line} carries messages, over sockets ({@link SocketLine}) or a fabric ({@link
 * FabricLine}). At one end a {@link Probe} serves; at the other a {@link LinkMeasurement} sends
 * {@link Ladder}s of message sizes until the {@link Budget} is used up or all intervals are narrow,
 * and makes a {@link LinkSeries} of it. {@link LinkFit} turns the series into a {@link FittedLink}.
 * A {@link SeriesFile} has a series that another program measured. {@link LinkReport} prints it,
 * {@link LinkVerdict} says for which messages the law holds, {@link LinkPlot} draws it, {@link
 * LinkGrid} writes it into a grid file.
 *
 * <h2>What is measured</h2>
 *
 * <p>A stream: messages of one size, sent one after the other, each with one call, and received one
 * by one. Its time per message is {@code T(n)}, the inverse of the paper's A2ABW. A round trip: a
 * message there and an equal one back. CPU shares are CPU time of the thread that sends or
 * receives, over wall-clock time, while a stream flows.
 *
 * <h2>What the figures mean</h2>
 *
 * <p>{@code message-setup}, {@code block}, {@code block-setup} and {@code bandwidth} reproduce
 * {@code T(n)} by porting (11) or (18). {@code latency} is what is left of half a round trip:
 * {@code R(n)/2 - T(n)} for small messages. So a lone message takes {@code latency + T(n)}, and a
 * stream of k messages {@code latency + k * T(n)}. {@code bus} reproduces the mean CPU share of
 * both ends by (12) or (19).
 *
 * <h2>Between the processes</h2>
 *
 * <p>Notices of three numbers of 8 bytes, big-endian. First each side sends {@code (magic, version,
 * role)}. Then the measuring side sends orders {@code (work, bytes, count)}: 1 for a stream, 2 for
 * round trips, 3 for the end. The messages follow at once; their content means nothing. The probe
 * answers every order but the last with {@code (CPU time, time, time without a core)} in
 * nanoseconds, after the last message has arrived.
 *
 * <p>Must not know: kinds of application, options of commands, how processes are started.
 */
@NullMarked
package io.strait.measure.link;

import org.jspecify.annotations.NullMarked;
