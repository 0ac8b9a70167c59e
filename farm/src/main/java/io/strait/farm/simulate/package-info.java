/**
 * Rehearsing a farm: what the run-time will do, in virtual time.
 *
 * <p>The model, to the last detail (a second, naive simulator in the tests is written from this
 * text alone):
 *
 * <ul>
 *   <li>A LAN, a gap and the master are FIFO single servers; a full-duplex network is two of them,
 *       one per direction. A message takes its place in a network's queue when it is sent, and is
 *       served from its latency later at the earliest, even if those behind it could be served
 *       before; latency occupies nothing. On a way over several networks it is sent over the next
 *       one when it has passed the one before.
 *   <li>A worker is one FIFO queue before its cores; a task begins on the first core that is idle.
 *       Where the share of a host's speed or of a gap's bandwidth changes, what is under way
 *       proceeds at the share of the moment.
 *   <li>The master talks to the workers of its own cluster over its LAN. The way to another cluster
 *       is the gaps on its route, after the master's LAN where {@code crossHomeLan} says so.
 *   <li>Without gateways the master talks to every worker. The last gap on the way to a worker and
 *       the LAN behind it are one server, that of the gap, with the bandwidth of the slower and the
 *       latency of both; messages to clusters farther away pass the same server as the gap alone.
 *   <li>With gateways, tasks for another cluster go to its gateway, are stored, and go on over its
 *       LAN; results take the way back. A gateway keeps as many tasks asked for as its workers hold
 *       at most and its window on top: it asks for all of them at time zero, in one message, if it
 *       has workers, and for one more with every result that it gets from a worker. What it asks
 *       has no bytes: it takes the latencies of the way and does not queue, but waits where a gap
 *       carries nothing.
 *   <li>A gateway with a {@code gatewayLead} asks with so many results as its workers have cores,
 *       but for the last of these. After as many tasks as a worker has cores, it asks for one more
 *       so many seconds before the end of each that the worker will finish, or when that begins, if
 *       it is later; whether it is behind with results is judged when the master hears it.
 *   <li>Where results leave a gateway more slowly than they come, those that wait beyond the usual
 *       ({@code GatewayPolicy.surplus}) count as tasks that it has, and it asks for so many less;
 *       it makes up for that when the master has got results, of which it hears a latency later.
 *   <li>A worker holds at most its cores and {@code prefetch} tasks. At the start tasks are sent
 *       credit by credit, worker by worker, to worker i at i times {@code stagger}; then every
 *       result that is done with at the parent sends the next task to the same worker. A worker or
 *       gateway for which there was no task is served first when one turns up, in the order of
 *       asking.
 *   <li>A worker with a {@code lead} does so for as many results as it has cores. After as many
 *       tasks it asks for the next so many seconds before the end of each that it will finish, or
 *       when it begins it, if that is later. What it asks has no bytes and takes the latencies of
 *       the way, as a gateway's; the master hears it when it is done with the results that it has.
 *   <li>A gateway adds up {@code aggregate} results and sends them as one of the size of one; it
 *       also sends what it has when no task is left with it: none stored and none at its workers,
 *       on the way to them, or lost there; tasks still on the way to the gateway do not count. When
 *       a result comes, it first sends the worker its next task, then asks for one more, then sends
 *       results on.
 *   <li>The master is busy for {@code masterSeconds} per task that a result covers; without them it
 *       is done with a result at once. The run ends when all are done.
 *   <li>The work of a task is its worker's time per task by a factor drawn for the task's number,
 *       or given for it, so it is the same on whatever worker and in whatever order.
 *   <li>A host is down from the start of an interval up to and without its end. What it holds when
 *       it fails, or gets while it is down, is lost, but not what is done at that very moment, nor
 *       results that it has sent. Its parent learns of it {@code lease} later and hands it out
 *       again, to a worker that waits or else before all other tasks; the place is free again when
 *       the parent knows and the host is back. A gateway all of whose workers are down gives back
 *       what it has a {@code lease} after it learned of that, and asks for as much when one is back
 *       and finds nothing to do. A run whose tasks are not all done when nothing more happens in
 *       finite time stalls.
 *   <li>Where {@code cutLease} is set, the tasks of a cluster whose gap carries nothing for so long
 *       are handed out to others after all other tasks, or as soon as 20 s (half of the lease, if
 *       that is less) have passed and somebody has nothing to do; what is delivered later counts if
 *       nobody was faster ({@code SimulatedLeases}).
 *   <li>What happens at the same time happens in the order in which it became certain. The end of a
 *       service is certain when the message takes its place in the queue, as it is FIFO; so is the
 *       end of a computation, or its loss and all that follows from that, when the task is sent
 *       over the last network to its worker.
 *   <li>Where the model holds back, a child of the master whose result would come later than all
 *       together take for what is left ({@link io.strait.farm.simulate.TaskPool}) gets no task and
 *       waits, until a result of its own has come, or nobody else has computed anything for a
 *       moment. When its result would come, what it has says, and the rate at which it delivers.
 *       Gateways hold back slow workers in the same way. Who is slow, or behind a slow gap, then
 *       does not prolong the end of the run.
 *   <li>Where the model has tail copies, a worker that the master feeds itself and for which no
 *       task is left gets a copy of a task that another such worker holds, by the rules of {@link
 *       io.strait.farm.simulate.TailCopies}; the first result counts. A worker is expected to take
 *       what the times between its results say, as in a run, and at least its time per task when it
 *       is judged late. It asks for a copy only when it becomes free, not again while it waits.
 * </ul>
 *
 * <p>{@link io.strait.farm.simulate.TaskPool} and {@link io.strait.farm.simulate.GatewayPolicy}
 * decide who gets which task and when results go on. They are pure state machines without clock or
 * transport, so that the run-time uses these classes too. {@link
 * io.strait.farm.simulate.FarmSimulation} carries their decisions out in virtual time.
 *
 * <p>Must not know: files, planning, running for real.
 */
@NullMarked
package io.strait.farm.simulate;

import org.jspecify.annotations.NullMarked;
