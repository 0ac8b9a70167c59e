/**
 * The equations of paper porting as pure functions: {@link io.strait.program.law.Element} has (1)
 * to (8), {@link io.strait.program.law.MessageLaw} (9) to (19), {@link io.strait.program.law.Rates}
 * (20) to (22). Bare numbers in seconds, bytes and bytes per second; the package knows no files and
 * no grids.
 */
@NullMarked
package io.strait.program.law;

import org.jspecify.annotations.NullMarked;
