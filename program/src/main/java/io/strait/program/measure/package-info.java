/**
 * {@code strait measure program}: {@link io.strait.program.measure.ProgramMeasurer} has a command
 * measured and leads through it, {@code MeasuredText} shows what was found, {@code MeasuredFile}
 * writes a calculation and its data into an app file.
 *
 * <p>Must not know: how a process is measured, plans.
 */
@NullMarked
package io.strait.program.measure;

import org.jspecify.annotations.NullMarked;
