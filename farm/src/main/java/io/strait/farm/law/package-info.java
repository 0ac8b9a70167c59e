/**
 * The analytic laws of the papers, as pure functions named after their equations: {@link
 * io.strait.farm.law.Tuning}.
 *
 * <p>Must not know: grids, files, algorithms.
 */
@NullMarked
package io.strait.farm.law;

import org.jspecify.annotations.NullMarked;
