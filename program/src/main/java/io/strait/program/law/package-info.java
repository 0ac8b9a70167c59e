/**
 * The equations of paper porting that programs alone use, as pure functions: {@link
 * io.strait.program.law.Rates} has what (20) to (22) have in common; (1) to (19) are in {@link
 * io.strait.model.law}. Bare numbers in seconds, bytes and bytes per second; the package knows no
 * files and no grids.
 */
@NullMarked
package io.strait.program.law;

import org.jspecify.annotations.NullMarked;
