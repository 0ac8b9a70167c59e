/**
 * Faults of a lab: networks that are cut or get worse, hosts that die or freeze.
 *
 * <p>{@link io.strait.lab.fault.Fault} is one, {@link io.strait.lab.fault.FaultScript} a list with
 * times, {@link io.strait.lab.fault.Injector} makes them happen.
 *
 * <p>Must not know: kinds of application, command lines.
 */
@NullMarked
package io.strait.lab.fault;

import org.jspecify.annotations.NullMarked;
