/**
 * Rehearsing in virtual time: the discrete-event engine that the simulators of each kind of
 * application share.
 *
 * <p>{@link io.strait.simulate.EventQueue} orders events in time, {@link
 * io.strait.simulate.Timeline} is a quantity that changes over time, {@link
 * io.strait.simulate.Distribution} draws service times, {@link io.strait.simulate.Intervals} are
 * times at which something is down, {@link io.strait.simulate.Sample} is the mean of runs with
 * several seeds. Everything is deterministic for a seed.
 *
 * <p>Must not know: files, planning, running for real.
 */
@NullMarked
package io.strait.simulate;

import org.jspecify.annotations.NullMarked;
