/**
 * What could be done with a program: {@link io.strait.program.candidate.ProgramPlanner} makes the
 * candidates of a plan and rehearses them by {@link io.strait.program.simulate}, {@link
 * io.strait.program.candidate.Aim} says which is best. The package prints nothing.
 */
@NullMarked
package io.strait.program.candidate;

import org.jspecify.annotations.NullMarked;
