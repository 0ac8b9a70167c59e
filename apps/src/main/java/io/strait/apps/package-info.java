/**
 * The bundled applications, which an app file names by class. Farms: {@link io.strait.apps.Srmsd}
 * (paper <em>tuning</em>), {@link io.strait.apps.Mandelbrot}, {@link io.strait.apps.PovRay} and
 * {@link io.strait.apps.Ep} (paper <em>placement</em>). Stencils: {@link io.strait.apps.Heat}
 * (paper <em>lhrp</em>) and {@link io.strait.apps.Life}, by vectors where Java has them. A program:
 * {@link io.strait.apps.Viewer} (paper <em>porting</em>), whose calculations have a package of
 * their own. Images are put together by {@code Strips}, plots drawn on a {@code Canvas}.
 *
 * <p>Must not know: how tasks reach workers and results the master, or how a domain or a program is
 * cut.
 */
@NullMarked
package io.strait.apps;

import org.jspecify.annotations.NullMarked;
