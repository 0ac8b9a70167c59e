/**
 * The network of a lab: packets of IP between the devices of hosts, with the rates, delays, queues
 * and losses of a grid.
 *
 * <p>{@link io.strait.lab.relay.Wires} makes lanes of a grid's networks and paths of lanes. {@link
 * io.strait.lab.relay.Lane} says when a packet is through, {@link io.strait.lab.relay.Relay}
 * carries packets by these times. {@link io.strait.lab.relay.Tun} is a host's device. All state
 * belongs to the relay's thread; others give orders.
 *
 * <p>A lane's bandwidth is what programs get of it through TCP: a full packet of 1500 bytes counts
 * as its 1448 bytes of payload, and where both directions share a medium, the acknowledgements that
 * it needs count with it.
 *
 * <p>Must not know: how namespaces are made, who runs in them, kinds of application.
 */
@NullMarked
package io.strait.lab.relay;

import org.jspecify.annotations.NullMarked;
