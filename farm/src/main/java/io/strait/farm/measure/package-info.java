/**
 * {@code strait measure app} for a farm: {@link io.strait.farm.measure.AppProbe} executes some
 * tasks on this machine as a worker would, {@code MasterProbe} does with their results what a
 * master would, {@link io.strait.farm.measure.AppMeasurement} is what they found, and {@code
 * MeasureText} shows it. {@link io.strait.farm.measure.FarmMeasurer} leads through it. It stands
 * here and not in {@code io.strait.measure} because that module may not execute tasks.
 *
 * <p>Must not know: the protocol, plans.
 */
@NullMarked
package io.strait.farm.measure;

import org.jspecify.annotations.NullMarked;
