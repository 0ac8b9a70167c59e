/**
 * How far a run is, shown while it goes on. {@link io.strait.farm.progress.ProgressMeters} turns
 * what the master says now and then into rates ({@code ProgressView}), {@code ProgressText} makes
 * lines of them that fit the terminal, and {@link io.strait.farm.progress.FarmProgress} decides
 * when to show them and where.
 *
 * <p>Must not know: how a run is started, and what becomes of its results.
 */
@NullMarked
package io.strait.farm.progress;

import org.jspecify.annotations.NullMarked;
