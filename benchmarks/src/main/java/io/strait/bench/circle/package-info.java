/**
 * From a grid file to a lab, and by {@code strait measure grid} back to a grid file: {@link
 * io.strait.bench.circle.CircleBench} draws {@link io.strait.bench.circle.RandomGrid}s and makes a
 * {@link io.strait.bench.circle.Comparison} of each.
 */
@NullMarked
package io.strait.bench.circle;

import org.jspecify.annotations.NullMarked;
