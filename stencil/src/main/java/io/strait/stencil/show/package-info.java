/**
 * What {@code strait plan} and {@code strait simulate} show of stencils, as text, JSON and
 * pictures.
 *
 * <p>{@link io.strait.stencil.show.StencilPlanning} answers for plans and sweeps, {@link
 * io.strait.stencil.show.StencilSimulated} for simulations. The package runs nothing and reads no
 * run folders.
 */
@NullMarked
package io.strait.stencil.show;

import org.jspecify.annotations.NullMarked;
