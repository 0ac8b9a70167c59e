/**
 * A grid on one machine: hosts and links of other speeds, for rehearsals with the real run-time.
 *
 * <p>The emulation keeps to the rules of the simulator. Every LAN, gap and busy host is a
 * first-come, first-served {@link io.strait.transport.emulate.Server}, and a message passes the
 * servers on its {@link io.strait.transport.emulate.EmulatedPath} one after the other. A host is
 * slow because its {@link io.strait.transport.emulate.HostPace} makes it wait after the real work.
 * The times and bandwidths given to these classes are already scaled.
 *
 * <p>Nodes of one process send messages over the paths themselves. Between processes a {@link
 * io.strait.transport.emulate.Relay} carries the bytes of their connections over them.
 *
 * <p>Must not know: nodes, protocols, files.
 */
@NullMarked
package io.strait.transport.emulate;

import org.jspecify.annotations.NullMarked;
