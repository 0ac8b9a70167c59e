/**
 * What watching costs: a run of a million tasks on ten thousand workers with and without viewers, a
 * plan that follows sliders, and Dask's dashboard beside them.
 */
@NullMarked
package io.strait.bench.serve;

import org.jspecify.annotations.NullMarked;
