/**
 * Stencils, one of the kinds of application: a domain of cells, where in every iteration each cell
 * follows from those around it.
 *
 * <p>{@link io.strait.stencil.StencilKind} is what commands know; the packages below are named by
 * what they do. The module knows no other kind and no command.
 */
@NullMarked
package io.strait.stencil;

import org.jspecify.annotations.NullMarked;
