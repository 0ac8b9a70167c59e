/**
 * Which networks join the hosts of a grid, found by experiments: the effective network view of
 * paper <i>placement</i>.
 *
 * <p>{@link Discovery} asks {@link Experiments} for round trips, for {@link Way}s, and for {@link
 * Flow}s at the same time, and makes a {@link Topology} of the answers: groups of hosts on a LAN,
 * and the edges between them. {@link Junctions} finds networks that several edges share. {@link
 * Cliques} says which experiments may run at the same time.
 *
 * <p>Experiments grow with hosts and with pairs of groups, not with pairs of hosts: a host is
 * compared with one representative of each group.
 *
 * <p>Must not know: probes, sockets, files. The tests answer with a simulated network.
 */
@NullMarked
package io.strait.measure.grid.topology;

import org.jspecify.annotations.NullMarked;
