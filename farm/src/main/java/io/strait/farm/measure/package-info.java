/**
 * Measuring by executing: {@link io.strait.farm.measure.AppProbe} runs some tasks of an app here,
 * as a worker would, and does with their results what a master would. It stands here and not in
 * {@code io.strait.measure} because that module may not execute.
 *
 * <p>Must not know: options, tables, terminals.
 */
@NullMarked
package io.strait.farm.measure;

import org.jspecify.annotations.NullMarked;
