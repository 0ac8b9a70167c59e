/**
 * Stencils for real. {@link io.strait.stencil.run.Kernel} is what a program says; {@link
 * io.strait.stencil.run.Column} what it sees. {@link io.strait.stencil.run.FieldShape} says how
 * cells lie in memory, {@link io.strait.stencil.run.CellSweep} computes iterations over them on one
 * core. {@link io.strait.stencil.run.RawFile} and {@link io.strait.stencil.run.PictureFrame} write what
 * came out.
 */
@NullMarked
package io.strait.stencil.run;

import org.jspecify.annotations.NullMarked;
