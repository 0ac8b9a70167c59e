/**
 * Rehearsing a farm: what the run-time will do, in virtual time.
 *
 * <p>The model, to the last detail (a second, naive simulator in the tests is written from this
 * text alone):
 *
 * <ul>
 *   <li>A LAN, a gap and the master are FIFO single servers; a full-duplex network is two of them,
 *       one per direction. A worker is one FIFO queue before its cores. A message takes its place
 *       in a network's queue when it is sent, and is served from its latency later at the earliest;
 *       latency occupies nothing.
 *   <li>Without gateways the master talks to every worker: over its LAN to those of its own
 *       cluster, over (its LAN and) the gaps on the way to others, one after the other; the last
 *       gap and the LAN behind it are one server with the bandwidth of the slower and the latency
 *       of both.
 *   <li>With gateways, tasks for another cluster go to its gateway, are stored, and go on over its
 *       LAN; results take the way back. The gateway keeps as many tasks asked for as its workers
 *       hold at most and its window on top; every result that it gets from a worker asks the master
 *       for one task more, by a message without bytes.
 *   <li>A worker holds at most its cores and {@code prefetch} tasks. At the start tasks are sent
 *       credit by credit, worker by worker; then every result that is done with at the parent sends
 *       the next task to the same worker. A worker for which there was no task is served first when
 *       one turns up.
 *   <li>A gateway adds up {@code aggregate} results and sends them as one of the size of one; it
 *       also sends what it has when no task is left with it.
 *   <li>The master is busy for {@code masterSeconds} per task that a result covers. The run ends
 *       when all are done.
 *   <li>The work of a task is its worker's time per task by a factor drawn for the task's number,
 *       so it is the same on whatever worker and in whatever order.
 *   <li>What a host holds when it fails, or gets while it is down, is lost; its parent learns of it
 *       {@code lease} later and hands it out again, first of all; the host's places are free again
 *       then, or when it is back.
 * </ul>
 *
 * <p>{@link io.strait.simulate.farm.TaskPool} and {@link io.strait.simulate.farm.GatewayPolicy}
 * decide who gets which task and when results go on. They are pure state machines without clock or
 * transport, so that the run-time can use the same classes. {@link
 * io.strait.simulate.farm.FarmSimulation} carries their decisions out in virtual time.
 *
 * <p>Must not know: files, planning, running for real.
 */
@NullMarked
package io.strait.simulate.farm;

import org.jspecify.annotations.NullMarked;
