/**
 * How fast things go, as nodes of a farm learn it: {@link io.strait.farm.pace.Throughput} and
 * {@link io.strait.farm.pace.SteadyRate} of tasks, {@link io.strait.farm.pace.RoundTrip}s, {@link
 * io.strait.farm.pace.Throttle}s, and a gateway's {@link io.strait.farm.pace.Stockroom}.
 *
 * <p>Must not know: messages, children and parents.
 */
@NullMarked
package io.strait.farm.pace;

import org.jspecify.annotations.NullMarked;
