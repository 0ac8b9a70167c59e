/**
 * The hosts of a lab on this machine: network namespaces, and the processes inside them.
 *
 * <p>{@link io.strait.lab.host.Namespaces} makes, configures and removes namespaces with {@code
 * ip}. {@link io.strait.lab.host.HostProcesses} finds and signals what runs inside. {@link
 * io.strait.lab.host.Quotas} gives hosts their share of the CPU. {@link
 * io.strait.lab.host.ThisProcess} becomes a program inside.
 *
 * <p>Must not know: packets, faults, kinds of application.
 */
@NullMarked
package io.strait.lab.host;

import org.jspecify.annotations.NullMarked;
