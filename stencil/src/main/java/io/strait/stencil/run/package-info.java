/**
 * Computes stencils.
 *
 * <p>A program is a {@link io.strait.stencil.run.Kernel}, which sees a {@link
 * io.strait.stencil.run.Column} at a time. {@link io.strait.stencil.run.FieldShape} says how cells
 * lie in memory, and {@link io.strait.stencil.run.CellSweep} computes iterations over them on one
 * core; {@link io.strait.stencil.run.FastestForm} says which form of a kernel suits the machine.
 * {@link io.strait.stencil.run.StencilRun} runs ranks as threads, {@link
 * io.strait.stencil.run.StencilProtocol} and {@link io.strait.stencil.run.StencilNode} as
 * processes. {@link io.strait.stencil.run.StencilFolder} keeps cells as checkpoints, pictures and
 * results; {@link io.strait.stencil.run.RawFile} describes the raw files.
 *
 * <p>The package knows no commands and nothing of how plans are made.
 */
@NullMarked
package io.strait.stencil.run;

import org.jspecify.annotations.NullMarked;
