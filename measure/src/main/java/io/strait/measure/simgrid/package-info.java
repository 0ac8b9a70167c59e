/**
 * Reads platform files of the simulator SimGrid as grids. {@link
 * io.strait.measure.simgrid.SimGridPlatform} is the way in and says what becomes of what; {@code
 * XmlFile} reads the file, {@code PlatformReader} turns its elements into a {@code Platform},
 * {@code GridBuilder} that into a grid, with {@code HostList} for the hosts, {@code Lan} and {@code
 * Gaps} for the networks.
 *
 * <p>Must not know: planning, running, terminals.
 */
@NullMarked
package io.strait.measure.simgrid;

import org.jspecify.annotations.NullMarked;
