/**
 * Rehearses programs: what the data flow of a placement does, in virtual time. {@link
 * io.strait.program.simulate.FlowSimulation} is the face, {@link
 * io.strait.program.simulate.FlowResult} the answer, {@link io.strait.program.simulate.FlowTimings}
 * gets to know every detail.
 *
 * <p>The model where calculations and transfers overlap as threads, to the last detail (a second
 * simulator in the tests is written from this text alone):
 *
 * <ul>
 *   <li>A calculation is <em>timed</em> if it is done every so many seconds. It is <em>loose</em>
 *       if it is late, not timed, and all data that it sends are late or by the clock. All others
 *       are <em>due</em>; if there are none, loose ones are. Data are late if the file says so, if
 *       they are sent by the clock, or if one of their ends is not due.
 *   <li>Every part of a calculation is a thread on its machine and does one thing at a time. A part
 *       of a due calculation does all units in order. It begins unit u when it has done unit u − 1,
 *       when the data of u that are not late have come from all parts of all senders, and when
 *       there is room for its own: for all data that it sends in u and that are not late, all parts
 *       of the receiver have done the unit that lies {@code ahead} sendings back. So at most {@code
 *       ahead} units are under way on an edge from when the sender begins them to when the receiver
 *       has done them.
 *   <li>A calculation of every k units works in units 0, k, 2k, …; in others its parts take no
 *       time. Data of every k units are sent in these units, and nobody waits for them in others.
 *   <li>A part of a timed calculation works at 0, T, 2T, …; if it is behind, it begins the next
 *       work at once. A part of a loose calculation works for the newest unit that any part of a
 *       due calculation has begun, if it has not done so; units that begin meanwhile are left out.
 *   <li>A part that works makes progress at full speed if nothing else happens on its machine: the
 *       work of a unit then takes the seconds that {@link io.strait.program.plan.Flow#calculation}
 *       says, of which the CPU share is computing, spread evenly. The CPU of a machine with C cores
 *       is shared by max-min fairness: a thread that would use d cores at full speed gets min(d, w)
 *       and goes at the speed min(1, w / d); w is as large as possible so that all get at most C
 *       together. So waiting does not hold up others, and a CPU of which more is wanted than there
 *       is is busy on all cores.
 *   <li>Data that a part sends for a unit to a part on another machine leave when the work of the
 *       unit ends. They pass the sender's network card, the gaps and the receiver's card. Each is
 *       first come, first served. A card has one queue for both directions, and two more for the
 *       ways that are full duplex, one per direction; a gap has one queue. A transfer takes its
 *       seconds times {@code cardsTime} on a card, as a thread of the machine that wants its CPU
 *       share times {@code cardsCpu / cardsTime} (several cards may want more than one core), and
 *       volume / bandwidth on a gap.
 *   <li>Transfers cut through: when a stage of length s begins, the transfer takes its place before
 *       the next stage of length t max(0, s − t) later; before the receiver's card, the latency of
 *       the way is added. Data of one pair of parts never overtake each other there. A transfer has
 *       come when it has passed all stages: at the receiver's card, when that is done; at the
 *       others, the latency after they are done.
 *   <li>The jitter of each network on the way is an exponentially distributed addition to the
 *       latency, drawn for each transfer.
 *   <li>Data between parts of one machine take no time.
 *   <li>Where one of both ends works on data as they come, data that are not late travel in pieces:
 *       as many as there are whole messages, at most 64, all of one size, each a transfer of its
 *       own with its share of the time. The work of such a part on a unit has S segments of one
 *       size, S being the largest number of pieces that it sends to or gets from any part. It waits
 *       before a segment for the pieces whose number i of P has floor(i S / P) not above the
 *       segment's, and sends after segment s the pieces up to floor((s + 1) P / S). A part that
 *       does not work on data as they come has one segment.
 *   <li>Late data leave when the work ends, if they are counted as the sender's work is; otherwise
 *       at 0, T, 2T, … by the clock, or when a unit begins that is theirs. They are sent whole.
 *       Those that still wait for the sender's card are replaced by newer ones between the same
 *       parts. Nobody waits for them.
 *   <li>Data that leave a part together take their places edge by edge, then by receiving part,
 *       then by piece. What else happens at one time happens in an order that is always the same
 *       and that nothing may rely on.
 *   <li>A unit begins when the first due part begins it, and ends when the last due part has done
 *       it. The run ends with its last unit.
 * </ul>
 *
 * <p>Where nothing overlaps, and everything is done in every unit, as a whole, and waited for, two
 * things are different. A part of a calculation that gets no data begins a unit when all parts have
 * done the one before. And the parts on a machine do a unit one after the other, in the order of
 * the slices; transfers go on beside them.
 *
 * <p>Where nothing overlaps, but some work is late, or not done in every unit, or on data as they
 * come, units are done one after the other, each in the slices that {@link
 * io.strait.program.plan.Slices} has: a phase of transfers, the longest latency of those that are
 * not late, and a phase of calculations, each until the last machine is done that does anything
 * that is not late. A machine does one thing at a time; sending and receiving both count with
 * {@code cardsTime}. Work and data by the clock come at 0, T, 2T, …, queue on each of their
 * machines, and interrupt everything else there. Where nothing is by the clock and nothing has
 * jitter, this is what a plan predicts by its laws.
 *
 * <p>Must not know: files, showing, running for real.
 */
@NullMarked
package io.strait.program.simulate;

import org.jspecify.annotations.NullMarked;
