/**
 * A farm's files: records, reading and writing.
 *
 * <p>{@link io.strait.farm.file.FarmApp} is the app file ({@code FarmFile} reads it and checks it
 * against the grid), {@link io.strait.farm.file.FarmPlan} with its {@link
 * io.strait.farm.file.PhasePlan phases} and {@link io.strait.farm.file.ClusterPlan clusters} the
 * plan file ({@code FarmPlanFile} reads it, {@code FarmPlanTree} writes it, as YAML and as JSON),
 * {@code FarmRunFile} the default options in {@code run.yaml}, {@code ParameterTable} a table with
 * a row of values for each task. {@link io.strait.farm.file.FarmPlanFile#FORMAT} brings them
 * together for the commands. docs/files.md describes every key.
 *
 * <p>Must not know: planning, simulating, running.
 */
@NullMarked
package io.strait.farm.file;

import org.jspecify.annotations.NullMarked;
