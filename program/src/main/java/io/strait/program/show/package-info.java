/**
 * What {@code strait plan} and {@code strait simulate} print and draw of programs: {@link
 * io.strait.program.show.ProgramPlanning} is asked by the command, {@code ProgramText} has tables,
 * {@code ProgramVerdict} the sentence, {@code ResourceMatrix} and {@code MatrixPicture} figure 2 of
 * paper porting. {@code ProgramRunText} says what came of a run. The package knows nothing of how
 * programs are run.
 */
@NullMarked
package io.strait.program.show;

import org.jspecify.annotations.NullMarked;
