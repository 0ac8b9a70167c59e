/**
 * A grid of real hosts on one machine: real TCP between network namespaces, and real faults.
 *
 * <p>{@link io.strait.lab.Lab} is brought up and taken down. {@code relay} is its network, {@code
 * host} its hosts, {@code fault} what happens to it, {@code control} the process that carries
 * packets and takes orders.
 *
 * <p>Must not know: kinds of application, what runs in its hosts.
 */
@NullMarked
package io.strait.lab;

import org.jspecify.annotations.NullMarked;
