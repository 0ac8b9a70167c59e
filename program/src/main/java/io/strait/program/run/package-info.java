/**
 * Programs at work: a data flow that is carried out for real.
 *
 * <p>{@link io.strait.program.run.Program} is the face for user code.
 */
@NullMarked
package io.strait.program.run;

import org.jspecify.annotations.NullMarked;
