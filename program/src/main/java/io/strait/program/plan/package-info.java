/**
 * Where the calculations of a program should run, and how fast that is.
 *
 * <p>{@link io.strait.program.plan.Flow} is a program on a grid, {@link
 * io.strait.program.plan.Placement} says which machines do what, and {@link
 * io.strait.program.plan.Evaluation} says how fast that is: by {@link io.strait.program.plan.Loads}
 * where calculations and transfers overlap, by {@link io.strait.program.plan.Slices} where they do
 * not. The package prints nothing.
 */
@NullMarked
package io.strait.program.plan;

import org.jspecify.annotations.NullMarked;
