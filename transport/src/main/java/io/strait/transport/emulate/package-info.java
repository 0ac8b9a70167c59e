/**
 * A grid on one machine: hosts and links of other speeds, for rehearsals with the real run-time.
 *
 * <p>{@link io.strait.farm.run.FarmEmulation} takes the same model as the simulator and keeps to
 * its rules: a LAN, a gap and the master are first-come, first-served {@link
 * io.strait.transport.emulate.Server}s, and a message passes those on its {@link
 * io.strait.transport.emulate.Way} one after the other. A host is slow because its {@link
 * io.strait.transport.emulate.Pace} lets it wait after computing for real. All times are divided by
 * the time scale, and all bandwidths multiplied by it.
 *
 * <p>Between nodes of one process messages take the ways themselves; between processes a {@link
 * io.strait.transport.emulate.Relay} carries the bytes of connections over them.
 *
 * <p>Must not know: nodes, protocol, files.
 */
@NullMarked
package io.strait.transport.emulate;

import org.jspecify.annotations.NullMarked;
