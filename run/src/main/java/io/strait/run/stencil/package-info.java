/**
 * Stencils for real. {@link io.strait.run.stencil.Kernel} is what a program says; {@link
 * io.strait.run.stencil.Column} what it sees. {@link io.strait.run.stencil.FieldShape} says how
 * cells lie in memory, {@link io.strait.run.stencil.Sweep} computes iterations over them on one
 * core. {@link io.strait.run.stencil.RawFile} and {@link io.strait.run.stencil.Frame} write what
 * came out.
 */
@NullMarked
package io.strait.run.stencil;

import org.jspecify.annotations.NullMarked;
