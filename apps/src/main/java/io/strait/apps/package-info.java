/**
 * The bundled applications, farms that an app file names by class: {@link io.strait.apps.Srmsd}.
 * {@code Canvas} draws the pictures that they leave.
 *
 * <p>Must not know: how tasks reach workers and results the master.
 */
@NullMarked
package io.strait.apps;

import org.jspecify.annotations.NullMarked;
