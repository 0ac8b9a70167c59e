/**
 * Reads platform files of the simulator SimGrid as grids.
 *
 * <p>{@link io.strait.measure.simgrid.SimGridPlatform} is the entry point and documents what each
 * part of a platform becomes. {@code XmlFile} reads the file, {@code PlatformReader} turns its
 * elements into a {@code Platform}, and {@code GridBuilder} turns that into a grid, with {@code
 * HostList} for the hosts and {@code Lan} and {@code Gaps} for the networks.
 *
 * <p>Must not know: kinds of application, planning, running, terminals.
 */
@NullMarked
package io.strait.measure.simgrid;

import org.jspecify.annotations.NullMarked;
