/**
 * What every kind of application offers for planning.
 *
 * <p>{@link io.strait.kind.plan.Planning} plans and shows plans, {@link
 * io.strait.kind.plan.AppPaths} finds the values of an app file that {@code --what-if} and {@code
 * --sweep} may change, and {@link io.strait.kind.plan.Sweep} is a series of such values. {@link
 * io.strait.kind.plan.LossNotes} says which gaps carry less because they lose packets. The package
 * knows no kind of application.
 */
@NullMarked
package io.strait.kind.plan;

import org.jspecify.annotations.NullMarked;
