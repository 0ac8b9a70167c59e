/**
 * The discrete-event engine that the simulators of all kinds of application share.
 *
 * <p>{@link io.strait.simulate.EventQueue} orders events in time. {@link
 * io.strait.simulate.Timeline} is a quantity that changes over time, {@link
 * io.strait.simulate.Intervals} are times at which something is down, {@link
 * io.strait.simulate.ServiceDistribution} varies service times, and {@link
 * io.strait.simulate.Sample} is the mean of runs with several seeds. For a given seed everything is
 * deterministic.
 *
 * <p>Must not know: kinds of application, files, planning, running for real.
 */
@NullMarked
package io.strait.simulate;

import org.jspecify.annotations.NullMarked;
