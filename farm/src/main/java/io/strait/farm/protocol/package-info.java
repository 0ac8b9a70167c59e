/**
 * The farm run-time as pure state machines: {@link io.strait.farm.protocol.Master}, {@link
 * io.strait.farm.protocol.Gateway} and {@link io.strait.farm.protocol.Worker}. Clock, links, disk
 * and the computing of tasks are injected ({@link io.strait.farm.protocol.Host}), so that this code
 * runs live and in virtual time, where the tests break everything around it.
 *
 * <p>{@code Uplink} is a child's side of the protocol, with the parts that it keeps in an {@code
 * Outbox}; {@code Children} is a parent's side, where {@code Reception} lets children in, {@code
 * Intake} takes parts and {@code Leases} says how long the absent keep their tasks. A gateway has
 * both sides: {@code Handout} gives its tasks to children, {@code Demand} says how many it asks
 * for, and {@code ResultSpool} keeps results until the parent has them.
 *
 * <h2>The protocol</h2>
 *
 * One protocol at every level. A child dials its parent and says {@link
 * io.strait.farm.message.Message.Hello}; the parent opens a session with {@link
 * io.strait.farm.message.Message.Welcome} and the child tells which tasks it holds ({@link
 * io.strait.farm.message.Message.Holding}). From then on the child asks ({@link
 * io.strait.farm.message.Message.Want}: one credit per task), gets {@link
 * io.strait.farm.message.Message.Tasks}, and sends parts: a part is the result of one task, or
 * results that were added up together with the exact set of their tasks. Small parts travel whole
 * ({@link io.strait.farm.message.Message.Results}); a large one is offered, and its chunks are sent
 * when the parent has room and fetches it. The parent acknowledges a part when it is safe on its
 * disk; until then the child keeps it.
 *
 * <p>A master tells gateways for how long they are to have work in hand ({@link
 * io.strait.farm.message.Message.Stock}): {@code StockKeeper} decides it, a gateway's {@code
 * Stockroom} knows how many tasks that are. What it has too many of near the end it gives back.
 *
 * <p>People may want fewer workers to get tasks: {@code Crew} says who does, and a parent tells
 * gateways ({@link io.strait.farm.message.Message.Crew}) in every session anew.
 *
 * <p>For people there are {@link io.strait.farm.message.Message.Trace} (what a node did, who came
 * and went) and {@link io.strait.farm.message.Message.Notice} (a warning), which gateways pass on
 * with their name in front. Warnings wait for a session in a {@code NoticeQueue}, and are bounded
 * in length and rate. {@code Complaints} tells people beside a child that its parent is out of
 * reach.
 *
 * <h2>Why nothing is lost or counted twice</h2>
 *
 * <ul>
 *   <li>Every message carries the session and a number. A session is a sequence: a message of
 *       another session is dropped, a gap in the numbers ends the session.
 *   <li>A session begins with the child's inventory. What the parent thought the child had and it
 *       has not is handed out again; what it has and the parent did not know is taken note of.
 *   <li>A part is accepted only if none of its tasks was accepted before. If all were, it is
 *       acknowledged and forgotten; if some were, it is rejected with their set, and the child
 *       makes it anew from the results that it kept.
 *   <li>A parent forgets what a child holds when the lease ends, not when the connection does. If
 *       the child comes back later, its results are still welcome; the rules above hold.
 *   <li>The master's epoch grows with each start and is part of the session's number, so that
 *       nothing from before a restart is taken for new.
 * </ul>
 *
 * <p>Must not know: threads, sockets, files, real time.
 */
@NullMarked
package io.strait.farm.protocol;

import org.jspecify.annotations.NullMarked;
