/**
 * Ranks that exchange messages, whatever carries them: threads of one process ({@link
 * io.strait.transport.fabric.ThreadFabrics}), MPI inside a cluster ({@link
 * io.strait.transport.fabric.MpiFabric}), streams across a gap that meet at home ({@link
 * io.strait.transport.fabric.Hub}, {@link io.strait.transport.fabric.GapFabric}), or the latter two
 * together ({@link io.strait.transport.fabric.JoinedFabric}). {@link
 * io.strait.transport.fabric.Collectives} work over any of them.
 *
 * <h2>How to wait</h2>
 *
 * <p>A rank polls whatever it could use, and only when there is nothing, waits. Waiting ends when
 * something has come since it ended the last time; a message that the rank leaves where it is,
 * since it cannot use it yet, does not end it again and again.
 *
 * <h2>How much is under way</h2>
 *
 * <p>As many messages as both ends agreed upon: in slots of a ring that both threads see, in posted
 * receives of MPI, or by credits across a gap. So no queue grows without bound, and two ranks that
 * fill their windows to each other before they take anything do not block each other.
 *
 * <p>The frames across a gap are specified in {@code GapFrame}.
 *
 * <p>Must not know: what the messages mean.
 */
@NullMarked
package io.strait.transport.fabric;

import org.jspecify.annotations.NullMarked;
