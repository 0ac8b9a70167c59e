/**
 * Measuring applications: {@link io.strait.kind.measure.AppMeasurer} is what a kind offers to
 * {@code strait measure app}, {@link io.strait.kind.measure.CommandMeasurer} measures any command
 * for {@code strait measure program}.
 *
 * <p>Must not know: how a kind computes its tasks.
 */
@NullMarked
package io.strait.kind.measure;

import org.jspecify.annotations.NullMarked;
