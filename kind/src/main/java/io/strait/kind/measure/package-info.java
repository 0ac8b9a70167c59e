/**
 * Measuring applications: {@link io.strait.kind.measure.AppMeasurer} is what a kind offers to
 * {@code strait measure app}.
 *
 * <p>Must not know: how a kind computes its tasks.
 */
@NullMarked
package io.strait.kind.measure;

import org.jspecify.annotations.NullMarked;
