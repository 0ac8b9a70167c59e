/**
 * The bundled applications, farms that an app file names by class: {@link io.strait.apps.Srmsd}
 * (paper <em>tuning</em>), {@link io.strait.apps.Mandelbrot}, {@link io.strait.apps.PovRay} and
 * {@link io.strait.apps.Ep} (paper <em>placement</em>). Images are put together by {@code Strips},
 * plots drawn on a {@code Canvas}.
 *
 * <p>Must not know: how tasks reach workers and results the master.
 */
@NullMarked
package io.strait.apps;

import org.jspecify.annotations.NullMarked;
