/**
 * How fast stencils are computed: {@link io.strait.bench.stencil.StencilBench} measures {@link
 * io.strait.bench.stencil.OurField} beside the C programs of {@link io.strait.bench.stencil.CPeer},
 * which are compiled when the benchmark runs. Ours and the peer take turns on the same core, and of
 * each the best counts.
 */
@NullMarked
package io.strait.bench.stencil;

import org.jspecify.annotations.NullMarked;
