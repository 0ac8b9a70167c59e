/**
 * Stencils for real. {@link io.strait.run.stencil.Kernel} is what a program says; {@link
 * io.strait.run.stencil.Column} what it sees.
 */
@NullMarked
package io.strait.run.stencil;

import org.jspecify.annotations.NullMarked;
