/**
 * App files and plan files of stencils: their records, reading and writing.
 *
 * <p>{@link io.strait.stencil.file.StencilApp} is what an app file says, {@link
 * io.strait.stencil.file.StencilPlan} what a plan file says; {@link
 * io.strait.stencil.file.StencilFile} and {@link io.strait.stencil.file.StencilPlanFile} read and
 * check them, and a mistake is reported with its line and column. The package knows nothing of
 * planning, simulating or running.
 */
@NullMarked
package io.strait.stencil.file;

import org.jspecify.annotations.NullMarked;
