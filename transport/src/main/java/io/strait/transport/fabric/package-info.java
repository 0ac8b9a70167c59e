/**
 * Ranks that exchange messages. {@link io.strait.transport.fabric.Fabric} is what a rank sees. Four
 * carriers implement it:
 *
 * <ul>
 *   <li>{@link io.strait.transport.fabric.ThreadFabrics}: ranks are threads of one process, with
 *       emulated {@link io.strait.transport.fabric.Delays} if wanted;
 *   <li>{@link io.strait.transport.fabric.MpiFabric}: MPI inside a cluster;
 *   <li>{@link io.strait.transport.fabric.GapFabric}: streams across gaps to the {@link
 *       io.strait.transport.fabric.Hub} at home, which relays them;
 *   <li>{@link io.strait.transport.fabric.JoinedFabric}: MPI inside a cluster and streams between
 *       clusters.
 * </ul>
 *
 * <p>{@link io.strait.transport.fabric.Collectives} work over any of them. Through the hub, ranks
 * also exchange {@link io.strait.transport.fabric.ControlMessage}s with the master, whose end is a
 * {@link io.strait.transport.fabric.HubListener}.
 *
 * <h2>Waiting</h2>
 *
 * <p>A rank polls everything that it can use and waits only when there is nothing. A wait ends when
 * something has arrived since the last wait ended. A message that the rank cannot use yet and
 * leaves in place therefore ends only one wait.
 *
 * <h2>Messages under way</h2>
 *
 * <p>Both ends agree on the number of messages under way. It is held by the slots of a ring between
 * threads, by posted receives in MPI, and by credits across a gap. So no queue grows without bound,
 * and two ranks that fill their windows before they take anything do not block each other.
 *
 * <p>{@code GapFrame} specifies the frames across a gap.
 *
 * <p>Must not know: what the messages mean.
 */
@NullMarked
package io.strait.transport.fabric;

import org.jspecify.annotations.NullMarked;
