/**
 * Rehearses one step of a realignment: everybody has a block of the old distribution and wants one
 * of the new.
 *
 * <p>What is modelled, by the name of its type {@link io.strait.realign.simulate.StepModel}:
 *
 * <ul>
 *   <li>Ranks are numbered cluster by cluster; the first of a cluster is its gateway. All begin at
 *       time 0. What a rank keeps takes no time, and so do packing, unpacking, and files.
 *   <li>Messages go in chunks of at most {@code chunk} bytes. A rank sends what other clusters get
 *       first: cluster by cluster, beginning with the one after its own, and in a cluster rank by
 *       rank; then what its own cluster gets, in rounds: to the next rank, the one after that, and
 *       so on.
 *   <li>Every rank has one port to its LAN: a server that sends one chunk at a time, bytes /
 *       bandwidth, which arrives a latency later. Receiving takes no time.
 *   <li>A chunk for another cluster goes to the gateway of its own cluster, unless the gateway
 *       itself sends it; over the channel to that cluster, a server of the same kind that takes
 *       chunks in the order of their arrival; and from the gateway there to its rank, unless the
 *       gateway is that rank. A gateway's port prefers such chunks to its own rounds.
 *   <li>The step has ended when every rank has got everything.
 * </ul>
 *
 * <p>{@link io.strait.realign.simulate.StepSimulation} runs it; nothing is allocated per event.
 *
 * <p>Must not know: grids, distributions, files, planning, running for real.
 */
@NullMarked
package io.strait.realign.simulate;

import org.jspecify.annotations.NullMarked;
