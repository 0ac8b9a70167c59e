/**
 * Series of measurements on the command line: {@code strait measure watch} writes them, {@code
 * strait measure show} prints and draws them with their forecasts, and {@code strait plan
 * --forecast} plans with these.
 *
 * <p>Must not know: other commands, any one kind of application.
 */
@NullMarked
package io.strait.cli.series;

import org.jspecify.annotations.NullMarked;
